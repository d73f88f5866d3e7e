"""Recovery: runs whose carrier went silent go back to the queue, or end honestly after the last attempt."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from briefings.domain.outcome import FAULTS, Fault, Outcome
from briefings.models import Run, Status
from briefings.models.run import RunQuerySet
from briefings.services import quota

logger = logging.getLogger(__name__)


def recover() -> int:
    """Requeues every run that has shown no life for `KYLE_HEARTBEAT_TIMEOUT` seconds. The number of runs recovered.

    Beats come from work done, so a slow run that still reports is left alone however long it takes.
    """
    silent = timezone.now() - timedelta(seconds=settings.KYLE_HEARTBEAT_TIMEOUT)
    running = Run.objects.filter(status=Status.RUNNING).defer("brief", "document")
    # Without any beat the claim is the last sign of life.
    orphans = running.annotate(last_sign=Coalesce("heartbeat_at", "started_at")).filter(last_sign__lt=silent)
    return sum(_recover(run) for run in orphans)


def _recover(run: Run) -> bool:
    """Whether this caller was the one that recovered the run: its carrier may have come back, or somebody was first."""
    met = {"attempt": run.attempt, "stage": run.stage, "silent_since": run.last_sign.isoformat()}  # type: ignore[attr-defined]
    attempts = [*run.attempts, met]
    mine = Run.objects.carried(run.pk, run.lease).filter(heartbeat_at=run.heartbeat_at)  # type: ignore[arg-type]
    if run.attempt >= settings.KYLE_MAX_ATTEMPTS:
        return _give_up(run, mine, attempts)
    requeued = mine.update(
        status=Status.QUEUED, lease=None, attempt=run.attempt + 1, attempts=attempts, not_before=None
    )
    if requeued:
        logger.warning("run %s: attempt %d went silent in %s; requeued", run.pk, run.attempt, run.stage or "no stage")
    return bool(requeued)


def _give_up(run: Run, mine: RunQuerySet, attempts: list[dict[str, object]]) -> bool:
    fault = Fault(stage="worker", cause="orphaned", detail=f"{len(attempts)} attempts went silent.")
    with transaction.atomic():
        ended = mine.update(
            status=Status.FAILED,
            outcome=Outcome.FAILED,
            lease=None,
            finished_at=timezone.now(),
            attempts=attempts,
            faults=[*run.faults, fault.model_dump()],
            note=f"{FAULTS[fault.code]} {_story(attempts)}",
        )
        if ended:
            quota.refund(run)
    if ended:
        logger.error("run %s: failed after %d silent attempts", run.pk, len(attempts))
    return bool(ended)


def _story(attempts: list[dict[str, object]]) -> str:
    met = "; ".join(
        f"attempt {entry['attempt']} fell silent in stage {entry['stage'] or 'start'}" for entry in attempts
    )
    return f"Kyle tried {len(attempts)} times and gave up: {met}."
