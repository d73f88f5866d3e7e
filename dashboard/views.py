"""What everybody may see. Of a private run that is stage names and figures: nothing else of it is even loaded."""

import uuid
from collections.abc import Sequence
from decimal import Decimal
from statistics import median
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Case, Count, DecimalField, F, Q, QuerySet, Sum, Value, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from briefings.domain.document import Document
from briefings.domain.outcome import Outcome
from briefings.models import Run, SpanRow, Status
from briefings.rendering import html
from briefings.rendering.errors import RenderFailed
from briefings.rendering.presentation import reference_numbers

PER_PAGE = 50
RECENT = 500
"""How many of the latest documents the median duration is taken of."""

FIGURES = (
    "id", "kind", "cast", "status", "outcome", "is_public", "attempt", "simplified",
    "created_at", "started_at", "finished_at", "cost_usd", "unpriced", "pricing_version",
    "tokens_prompt", "tokens_cached", "tokens_completion", "tokens_reasoning",
)  # fmt: skip
SPAN_FIGURES = (
    "attempt", "stage", "agent", "call", "model", "started_at", "ended_at", "cost_usd",
    "tokens_prompt", "tokens_cached", "tokens_completion", "tokens_reasoning",
)  # fmt: skip


# Wider than the column that it adds up: SQLite cannot read a sum that does not fit.
_TOTAL = DecimalField(max_digits=24, decimal_places=8)


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    outcomes = _counts("outcome")
    judged = sum(outcomes.get(outcome, 0) for outcome in Outcome)
    totals = Run.objects.aggregate(
        runs=Count("pk"),
        cost=Sum("cost_usd", default=Decimal(0), output_field=_TOTAL),
        unpriced=Count("pk", filter=Q(unpriced=True)),
        documents=Count("pk", filter=Q(status=Status.DONE)),
    )
    context = totals | {
        "statuses": _table(Status.values, _counts("status")),
        "outcomes": _table([outcome.value for outcome in Outcome], outcomes),
        "success_rate": outcomes.get(Outcome.SUCCESS, 0) / judged if judged else None,
        "degraded_rate": outcomes.get(Outcome.DEGRADED, 0) / judged if judged else None,
        "cost_per_document": totals["cost"] / totals["documents"] if totals["documents"] else None,
        "median_duration": _median_duration(),
        "zone": settings.KYLE_TIME_ZONE,
    }
    return render(request, "dashboard/overview.html", context)


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    page = Paginator(_figures(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "dashboard/runs.html", {"page": page})


@require_safe
def trace(request: HttpRequest, run: uuid.UUID) -> HttpResponse:
    figures = _figures().filter(pk=run).first()
    if figures is None:
        raise Http404
    spans = SpanRow.objects.filter(run=run).values(*SPAN_FIGURES).annotate(failed=~Q(fault=""))
    return render(request, "dashboard/trace.html", {"run": figures, "spans": spans} | _told(run))


@require_safe
def demos(request: HttpRequest) -> HttpResponse:
    return render(request, "dashboard/demos.html")


def _figures() -> QuerySet[Run, dict[str, Any]]:
    """Every run as its public figures, with a `title` that is its topic if it is public and empty if not."""
    title = Case(When(is_public=True, then=F("topic")), default=Value(""))
    figures: QuerySet[Run, dict[str, Any]] = Run.objects.annotate(title=title).values(*FIGURES, "title")
    return figures


def _told(run: uuid.UUID) -> dict[str, Any]:
    """What a run shows beyond its figures if it is public."""
    public = Run.objects.filter(pk=run, is_public=True).first()
    if public is None:
        return {}
    document = public.read_document()
    return {
        "told": public,
        "sources": public.sources.defer("text"),
        "numbers": reference_numbers(document) if document else {},
        "preview": _preview(public, document) if document else None,
    }


def _preview(run: Run, document: Document) -> str | None:
    try:
        return html.render(document, [row.read() for row in run.sources.all()])
    except RenderFailed:
        return None


def _counts(column: str) -> dict[str, int]:
    return dict(Run.objects.order_by().values_list(column).annotate(Count("pk")))


def _table(codes: Sequence[str], counts: dict[str, int]) -> list[tuple[str, int]]:
    return [(code, counts.get(code, 0)) for code in codes]


def _median_duration() -> float | None:
    """Seconds from request to document, of the latest documents."""
    recent = Run.objects.filter(status=Status.DONE).order_by("-created_at").values_list("created_at", "finished_at")
    seconds = [(finished - created).total_seconds() for created, finished in recent[:RECENT] if finished]
    return median(seconds) if seconds else None
