"""The landing page with the request form."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.domain.brief import Kind
from briefings.forms import LONGEST_TOPIC, BriefingForm
from briefings.services import corpus, quota
from briefings.services.estimate import estimates
from briefings.views.requester import own_run, prospective

EXAMPLES = 6


@require_safe
@never_cache
def landing(request: HttpRequest) -> HttpResponse:
    """`again` names a run of the requester whose request fills the form; `topic` fills the topic alone."""
    suggested = request.GET.get("topic", "")[:LONGEST_TOPIC]
    initial = _earlier_request(request) or {"topic": suggested}
    return request_page(request, BriefingForm(initial=initial))


def request_page(request: HttpRequest, form: BriefingForm, status: int = 200, **context: bool) -> HttpResponse:
    """The page with that form, and with what the requester may still ask for today."""
    told = {
        "form": form,
        "room": quota.room(prospective(request)),
        "estimates": estimates(Kind(form["kind"].value())),
        "examples": corpus.examples(EXAMPLES, "en"),
        "asks_the_web": corpus.asks_the_web(),
        **context,
    }
    return render(request, "landing.html", told, status=status)


def _earlier_request(request: HttpRequest) -> dict[str, Any]:
    try:
        brief = own_run(request, uuid.UUID(request.GET.get("again", ""))).read_brief()
    except (ValueError, Http404):
        return {}
    return brief.model_dump(mode="json", include={"topic", "kind", "language", "audience", "length", "supplied_text"})
