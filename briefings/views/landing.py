"""The landing page with the request form."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.forms import BriefingForm
from briefings.views.requester import own_run


@require_safe
@never_cache
def landing(request: HttpRequest) -> HttpResponse:
    """`again` names a run of the requester whose request fills the form."""
    return render(request, "landing.html", {"form": BriefingForm(initial=_earlier_request(request))})


def _earlier_request(request: HttpRequest) -> dict[str, Any]:
    try:
        brief = own_run(request, uuid.UUID(request.GET.get("again", ""))).read_brief()
    except (ValueError, Http404):
        return {}
    return brief.model_dump(mode="json", include={"topic", "kind", "language", "audience", "length", "supplied_text"})
