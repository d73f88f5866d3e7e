"""Making a run public, or private again."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from briefings.models import Run
from briefings.views.redirects import SeeOther
from briefings.views.requester import own_run


@require_POST
def visibility(request: HttpRequest, run: uuid.UUID) -> HttpResponse:
    """`public` is `1` or `0`, so that a double click does not undo itself; without it the visibility is turned over."""
    own = own_run(request, run)
    public = {"1": True, "0": False}.get(request.POST.get("public", ""), not own.is_public)
    Run.objects.filter(pk=own.pk).update(is_public=public)
    messages.success(request, "This briefing is public now." if public else "This briefing is private now.")
    return SeeOther(reverse("run", kwargs={"run": own.pk}))
