"""Export: a run as its readers get it, as JSON and as files."""

import json
from datetime import datetime
from typing import Any

from django.urls import reverse

from briefings.domain.errors import KyleError
from briefings.models import Run, SourceRow, Status
from briefings.rendering import files

DOWNLOADS = (*files.FILES, "json")
"""What a finished document can be downloaded as."""


def state(run: Run) -> dict[str, Any]:
    """The machine-readable state of a run: every key of it is part of the public surface."""
    return {
        "id": str(run.pk),
        "topic": run.topic,
        "kind": run.kind,
        "cast": run.cast,
        "status": run.status,
        "outcome": run.outcome or None,
        "reasons": run.reasons,
        "faults": run.faults,
        "attempt": run.attempt,
        "simplified": run.simplified,
        "stage": run.stage or None,
        "stages": run.stages,
        "progress": {"done": run.progress_done, "total": run.progress_total, "message": run.progress_message},
        "routing": run.routing,
        "draft": run.draft_digest if run.status == Status.AWAITING_APPROVAL else None,
        "heartbeat_at": _moment(run.heartbeat_at),
        "created_at": _moment(run.created_at),
        "started_at": _moment(run.started_at),
        "finished_at": _moment(run.finished_at),
        "cost_usd": f"{run.cost_usd:f}",
        "unpriced": run.unpriced,
        "pricing_version": run.pricing_version,
        "tokens": {
            "prompt": run.tokens_prompt,
            "cached": run.tokens_cached,
            "completion": run.tokens_completion,
            "reasoning": run.tokens_reasoning,
        },
        "sources": [_listed(source) for source in run.sources.defer("text")],
        "score": {},
        "note": run.note,
        "document": _downloads(run),
    }


def source(row: SourceRow) -> dict[str, Any]:
    """One source with its whole text, for the owner of the run."""
    return _listed(row) | {
        "author": row.author,
        "published": row.published,
        "language": row.language,
        "locator": row.locator,
        "basis": row.basis,
        "origin": row.origin,
        "text": row.text,
        "sha256": row.sha256,
        "fetched_at": _moment(row.fetched_at),
    }


def _listed(row: SourceRow) -> dict[str, Any]:
    return {
        "id": row.number,
        "url": row.url,
        "title": row.title,
        "site": row.site,
        "tier": row.tier,
        "fetched_at": _moment(row.fetched_at),
        "cited": row.cited,
        "link_status": row.link_status,
    }


def _downloads(run: Run) -> dict[str, str | None]:
    made = set(run.artifacts.values_list("format", flat=True)) | {"json"} if run.status == Status.DONE else set()
    return {
        form: reverse("document", kwargs={"run": run.pk, "form": form}) if form in made else None for form in DOWNLOADS
    }


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat().replace("+00:00", "Z") if moment else None


class NotMade(KyleError):
    """A file that was asked for does not exist: the document is not finished, or that format could not be made."""


def download(run: Run, form: str) -> bytes:
    """The document of a finished run in the format `form`, one of DOWNLOADS. Raises NotMade."""
    if run.status != Status.DONE:
        raise NotMade("The document is not finished.")
    if form == "json":
        return json.dumps(run.document, ensure_ascii=False, indent=2).encode()
    artifact = run.artifacts.filter(format=form).first()
    if artifact is None:
        raise NotMade(f"The {form.upper()} file could not be made.")
    try:
        with artifact.file.open("rb") as file:
            content: bytes = file.read()
    except FileNotFoundError as error:
        raise NotMade(f"The {form.upper()} file is no longer in the storage.") from error
    return content
