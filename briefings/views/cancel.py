"""Cancelling a run."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from briefings.services import cancel as service
from briefings.views.redirects import SeeOther
from briefings.views.refusals import conflict
from briefings.views.requester import own_run


@require_POST
@never_cache
def cancel(request: HttpRequest, run: uuid.UUID) -> HttpResponse:
    own = own_run(request, run)
    if not service.cancel(own):
        return conflict(request, own, "cancel")
    return SeeOther(reverse("run", kwargs={"run": own.pk}))
