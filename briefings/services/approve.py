"""Approve: what a human decides on a draft. Who decides names the draft that was read, by its digest: no other one is
accepted, sent back or rejected in its place."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from briefings.models import Run, Status
from briefings.services.submit import wake_up_on_commit


def accept(run: Run, digest: str) -> bool:
    """awaiting_approval → queued: what is left is to deliver the draft as it is. Whether it was accepted now."""
    return _go_on(run, digest, accepted=True)


def revise(run: Run, digest: str, feedback: str) -> bool:
    """awaiting_approval → queued for another pass, which heeds `feedback`. Whether it was sent back now.

    Raises ValueError when nothing is asked for.
    """
    if not feedback.strip():
        raise ValueError("feedback must say what to change")
    return _go_on(run, digest, feedback=[*run.feedback, feedback.strip()], draft=None, draft_digest="")


def reject(run: Run, digest: str) -> bool:
    """awaiting_approval → rejected, for good. Whether it was rejected now."""
    return _decide(run, digest, status=Status.REJECTED, draft_digest="", stage="", finished_at=timezone.now())


def _go_on(run: Run, digest: str, **columns: Any) -> bool:
    with transaction.atomic():
        decided = _decide(run, digest, status=Status.QUEUED, **columns)
        if decided:
            wake_up_on_commit()
    return decided


def _decide(run: Run, digest: str, **columns: Any) -> bool:
    now = timezone.now().isoformat().replace("+00:00", "Z")
    stages = [entry if entry["finished_at"] else {**entry, "finished_at": now} for entry in run.stages]
    waiting = Run.objects.filter(pk=run.pk, status=Status.AWAITING_APPROVAL, draft_digest=digest)
    return bool(digest and waiting.update(stages=stages, **columns))
