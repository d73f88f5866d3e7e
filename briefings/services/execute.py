"""Execute: carries one claimed run to its end, or hands it back."""

import logging
import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from briefings.domain.draft import Draft
from briefings.domain.errors import ApprovalNeeded, HandedBack, LeaseLost, RunFailed
from briefings.domain.outcome import FAULTS, Fault, Outcome
from briefings.models import Run, SourceRow, Status
from briefings.pipeline.flow import produce
from briefings.services import fencing, quota
from briefings.services.database import LOST, Database, OwnConnection
from briefings.services.equipment import equip
from briefings.services.journal import RowJournal

logger = logging.getLogger(__name__)


def execute(
    run: Run,
    lease: uuid.UUID,
    database: Database | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> None:
    """Carries `run`, which was claimed under `lease`, to its end. Nothing that goes wrong leaves it without one.

    `database` says where rows are touched; where `stopping` says so, the run is handed back at its next step.
    """
    database = database or OwnConnection()
    logger.info("run %s: carried under lease %s, attempt %d", run.pk, lease, run.attempt)
    try:
        draft = produce(equip(run, lease, RowJournal(run, lease, database, stopping), database))
        database.do(lambda: _deliver(run, lease, draft))
    except ApprovalNeeded as needed:
        database.do(partial(_await_approval, run, lease, needed.draft))
    except LeaseLost as lost:
        logger.warning("run %s: %s; its writes are refused from here on", run.pk, lost)
    except HandedBack as back:
        database.do(partial(hand_back, run, lease, back))
    except RunFailed as failure:
        database.do(partial(_fail, run, lease, failure.note, *failure.faults))
    except LOST:
        # The run is not to blame: it goes on where it was once the database is back and finds it silent.
        logger.exception("run %s: the database is out of reach", run.pk)
    except Exception as error:
        # Whatever it is, a run must never be left without an end; the operator gets the whole story in the log.
        logger.exception("run %s: unexpected error", run.pk)
        fault = Fault(stage="worker", cause="error", detail=f"{type(error).__name__}: {error}")
        database.do(lambda: _fail(run, lease, f"{FAULTS[fault.code]} It was recorded for the operator.", fault))


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
            draft=None,
            draft_digest="",
        )
        SourceRow.objects.filter(run=run, number__in=draft.document.cited).update(cited=True)
    logger.info("run %s: done, %s", run.pk, draft.outcome)


def _await_approval(run: Run, lease: uuid.UUID, draft: Draft) -> None:
    """running → awaiting_approval. No worker carries the run while a human thinks, and nothing changes the draft."""
    fencing.write(
        run.pk,
        lease,
        status=Status.AWAITING_APPROVAL,
        lease=None,
        progress_message="",
        draft=draft.model_dump(mode="json"),
        draft_digest=draft.digest,
    )
    logger.info("run %s: draft %s awaits approval", run.pk, draft.digest)


def _fail(run: Run, lease: uuid.UUID, note: str, *faults: Fault) -> None:
    known = [fault for fault in run.faults if fault not in [new.model_dump() for new in faults]]
    told = [*known, *(fault.model_dump() for fault in faults)]
    try:
        with transaction.atomic():
            _end(run, lease, status=Status.FAILED, outcome=Outcome.FAILED, note=note, faults=told)
            quota.refund(run)
    except LeaseLost as lost:
        logger.warning("run %s: %s; its failure is not recorded: %s", run.pk, lost, note)
    else:
        logger.warning("run %s: failed: %s", run.pk, note)


def hand_back(run: Run, lease: uuid.UUID, back: HandedBack) -> None:
    """running → queued. A wait is counted, so that a provider that always says "later" ends a run in the end."""
    returned = Run.objects.carried(run.pk, lease).update(
        status=Status.QUEUED,
        lease=None,
        not_before=timezone.now() + timedelta(seconds=back.wait) if back.wait else None,
        waits=F("waits") + (1 if back.wait else 0),
        progress_message=str(back)[:500],
    )
    if returned:
        logger.info("run %s: handed back: %s", run.pk, back)
    else:
        logger.warning("run %s: could not be handed back, somebody else carries it", run.pk)


def _end(run: Run, lease: uuid.UUID, **columns: object) -> None:
    finished = {"finished_at": timezone.now(), "lease": None, "stage": "", "progress_message": ""}
    fencing.write(run.pk, lease, **columns, **finished)
