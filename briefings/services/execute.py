"""Execute: carries a run from its claim to its end."""

import logging
import uuid

from django.db import transaction
from django.utils import timezone

from briefings.domain.draft import Draft
from briefings.domain.errors import LeaseLost, RunFailed
from briefings.domain.outcome import FAULTS, Fault, Outcome
from briefings.models import Run, SourceRow, Status
from briefings.pipeline.flow import produce
from briefings.services.equipment import equip
from briefings.services.journal import RowJournal

logger = logging.getLogger(__name__)


def carry() -> int:
    """Carries queued runs, oldest first, until there is none left. The number of runs carried."""
    carried = 0
    while True:
        lease = uuid.uuid4()
        run = Run.objects.claim(lease).first()
        if run is None:
            return carried
        execute(run, lease)
        carried += 1


def execute(run: Run, lease: uuid.UUID) -> None:
    """Carries `run`, which was claimed under `lease`, to its end. Nothing that goes wrong leaves it without one."""
    logger.info("run %s: carried under lease %s, attempt %d", run.pk, lease, run.attempt)
    try:
        draft = produce(equip(run, lease, RowJournal(run, lease)))
        _deliver(run, lease, draft)
    except LeaseLost as lost:
        logger.warning("run %s: %s; its writes are refused from here on", run.pk, lost)
    except RunFailed as failure:
        _fail(run, lease, failure.note, *failure.faults)
    except Exception as error:
        logger.exception("run %s: unexpected error", run.pk)
        fault = Fault(stage="worker", cause="error", detail=f"{type(error).__name__}: {error}")
        _fail(run, lease, f"{FAULTS[fault.code]} It was recorded for the operator.", fault)


def _deliver(run: Run, lease: uuid.UUID, draft: Draft) -> None:
    with transaction.atomic():
        _end(
            run,
            lease,
            status=Status.DONE,
            outcome=draft.outcome,
            reasons=list(draft.reasons),
            faults=[fault.model_dump() for fault in draft.faults],
            document=draft.document.model_dump(mode="json"),
        )
        SourceRow.objects.filter(run=run, number__in=draft.document.cited).update(cited=True)
    logger.info("run %s: done, %s", run.pk, draft.outcome)


def _fail(run: Run, lease: uuid.UUID, note: str, *faults: Fault) -> None:
    known = [fault for fault in run.faults if fault not in [new.model_dump() for new in faults]]
    try:
        _end(
            run,
            lease,
            status=Status.FAILED,
            outcome=Outcome.FAILED,
            note=note,
            faults=[*known, *(fault.model_dump() for fault in faults)],
        )
    except LeaseLost as lost:
        logger.warning("run %s: %s; its failure is not recorded: %s", run.pk, lost, note)
    else:
        logger.warning("run %s: failed: %s", run.pk, note)


def _end(run: Run, lease: uuid.UUID, **columns: object) -> None:
    finished = {"finished_at": timezone.now(), "lease": None, "stage": "", "progress_message": ""}
    if not Run.objects.carried(run.pk, lease).update(**columns, **finished):
        raise LeaseLost(f"run {run.pk} is no longer carried under lease {lease}")
