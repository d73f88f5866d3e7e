"""A run's page: its progress, then its document and the whole record of how that came about."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.domain.brief import Kind
from briefings.domain.document import Document, PipelineNotes
from briefings.models import ChunkRow, Run, Status
from briefings.pipeline.kinds import RECIPES
from briefings.rendering import html
from briefings.rendering.errors import RenderFailed
from briefings.rendering.presentation import reference_numbers
from briefings.views.document import downloads
from briefings.views.hints import advice
from briefings.views.requester import own_run

PATIENCE = timedelta(seconds=30)
"""How long a run may wait for a worker before its page says that none has come."""

INTERVAL, WAITING_INTERVAL = 1, 15
"""Seconds between two polls: of a run that may move at any time, and of one that waits for a moment that is known."""


@require_safe
@never_cache
def run(request: HttpRequest, run: uuid.UUID) -> HttpResponse:
    own = own_run(request, run)
    return render(request, "run.html", _record(own) if own.is_finished else _progress(own))


@require_safe
@never_cache
def progress(request: HttpRequest, run: uuid.UUID) -> HttpResponse:
    """The progress as a fragment. `standing` and `chunks` tell what the page shows already and need not be sent again.

    The fragment of a finished run carries no trigger, which ends the polling, and has the whole page loaded.
    """
    own = own_run(request, run)
    if own.is_finished:
        last = render(request, "run.html#progress", {"run": own, "stages": _stages(own)})
        last["HX-Refresh"] = "true"
        return last
    shown = request.GET.get("standing"), request.GET.get("chunks")
    return render(request, "run.html#poll", _progress(own, *shown))


def _progress(run: Run, shown_standing: str | None = None, shown_chunks: str | None = None) -> dict[str, Any]:
    chunks = list(run.chunks.all())
    has_grown = str(len(chunks)) != shown_chunks
    standing = _standing(run)
    draft = _draft(run, chunks) if chunks else None
    return {
        "run": run,
        "stages": _stages(run),
        "elapsed": timezone.now() - run.created_at,
        "sources": run.sources.defer("text"),
        "numbers": reference_numbers(draft) if draft else {},
        "chunks": len(chunks),
        "has_moved": standing["standing"] != shown_standing,
        "has_grown": has_grown,
        "draft": _preview(run, draft) if draft and has_grown else None,
        **standing,
    }


def _standing(run: Run) -> dict[str, Any]:
    """Where an unfinished run stands: at work in a stage, in the queue, or waiting for a moment that is known."""
    queued, now = run.status == Status.QUEUED, timezone.now()
    waits = queued and run.not_before is not None and run.not_before > now
    return {
        "standing": "waits" if waits else run.stage if run.status == Status.RUNNING else run.status,
        "waits": waits,
        "handed_back": queued and bool(run.stages),
        "unclaimed": queued and now - run.created_at > PATIENCE,
        "interval": WAITING_INTERVAL if waits else INTERVAL,
        "most_attempts": settings.KYLE_MAX_ATTEMPTS,
    }


def _record(run: Run) -> dict[str, Any]:
    document = run.read_document()
    return {
        "run": run,
        "brief": run.read_brief(),
        "stages": _stages(run),
        "advice": advice(run) if run.status == Status.FAILED else None,
        "preview": _preview(run, document) if document else None,
        "noted": document is not None and any(isinstance(block, PipelineNotes) for block in document.blocks),
        "downloads": downloads(run) if document else [],
        "sources": run.sources.defer("text"),
        "numbers": reference_numbers(document) if document else {},
        "spans": run.spans.all(),
    }


def _stages(run: Run) -> list[dict[str, Any]]:
    """Every stage of the recipe as {name, state}: `done`, `active`, `paused` (nobody carries the run now), `stopped`
    (the run ended in it) or `waiting`."""
    reached = {entry["name"]: bool(entry["finished_at"]) for entry in run.stages}
    unfinished = "stopped" if run.is_finished else "active" if run.status == Status.RUNNING else "paused"
    states = {name: "done" if finished else unfinished for name, finished in reached.items()}
    return [{"name": name, "state": states.get(name, "waiting")} for name in RECIPES[Kind(run.kind)].stages]


def _preview(run: Run, document: Document) -> SafeString | None:
    """The document as HTML; null where it cannot be drawn, which the page says."""
    try:
        return html.render(document, [row.read() for row in run.sources.all()])
    except RenderFailed:
        return None


def _draft(run: Run, chunks: Sequence[ChunkRow]) -> Document:
    """What is written so far, as a document."""
    brief = run.read_brief()
    blocks = [block for chunk in chunks for block in chunk.blocks]
    whole = {"title": brief.topic, "language": brief.document_language, "as_of": brief.as_of, "blocks": blocks}
    return Document.model_validate(whole)
