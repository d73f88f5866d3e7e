"""Trying a failed run again."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from briefings.services import submit
from briefings.services.quota import OutOfQuota
from briefings.views.redirects import SeeOther
from briefings.views.refusals import conflict, out_of_quota
from briefings.views.requester import own_run, requester


@require_POST
@never_cache
def retry(request: HttpRequest, run: uuid.UUID) -> HttpResponse:
    own = own_run(request, run)
    try:
        retried = submit.retry(own, requester(request))
    except OutOfQuota as refusal:
        return out_of_quota(request, refusal, run=own)
    return SeeOther(reverse("run", kwargs={"run": own.pk})) if retried else conflict(request, own, "retry")
