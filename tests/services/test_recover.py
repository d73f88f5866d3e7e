import logging
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from briefings.models import QuotaDay, Run, Status
from briefings.services import quota
from briefings.services.database import LOST
from briefings.services.quota import Requester
from briefings.services.recover import recover
from briefings.services.submit import submit
from tests.at_once import at_once
from tests.factories import RunFactory
from tests.fakes import brief


class Row(NamedTuple):
    """How a run stands: when it was claimed and when its last sign came, in seconds before now."""

    status: Status
    started: float | None
    heartbeat: float | None
    is_orphan: bool


ROWS = {
    "began long ago and still reports": Row(Status.RUNNING, 4 * 3600, 120, False),
    "silent a second too long": Row(Status.RUNNING, 600, 361, True),
    "claimed lately, no sign yet": Row(Status.RUNNING, 300, None, False),
    "claimed long ago, never a sign": Row(Status.RUNNING, 1200, None, True),
    "silent a second less than that": Row(Status.RUNNING, 600, 350, False),
    "done": Row(Status.DONE, 3600, 3540, False),
    "failed": Row(Status.FAILED, 3600, 3540, False),
    "cancelled": Row(Status.CANCELLED, 3600, 3540, False),
    "waits for approval": Row(Status.AWAITING_APPROVAL, 3600, 3540, False),
    "the clock of its machine runs ahead": Row(Status.RUNNING, -30, -30, False),
    "queued": Row(Status.QUEUED, None, None, False),
    "handed back long ago": Row(Status.QUEUED, 3600, 3540, False),
}


def ago(seconds: float | None) -> datetime | None:
    return None if seconds is None else timezone.now() - timedelta(seconds=seconds)


def make(row: Row, **columns) -> Run:
    lease = uuid.uuid4() if row.status == Status.RUNNING else None
    signs = {"started_at": ago(row.started), "heartbeat_at": ago(row.heartbeat)}
    return RunFactory.create(status=row.status, lease=lease, **signs, **columns)


def silent(**columns) -> Run:
    return make(Row(Status.RUNNING, 600, 400, True), **columns)


@pytest.mark.django_db
def test_exactly_the_silent_runs_are_requeued():
    runs = {name: make(row) for name, row in ROWS.items()}
    before = dict(Run.objects.values_list("pk", "status"))
    assert recover() == sum(row.is_orphan for row in ROWS.values())
    for name, row in ROWS.items():
        run = Run.objects.get(pk=runs[name].pk)
        expected = (Status.QUEUED, 2, None) if row.is_orphan else (before[run.pk], 1, runs[name].lease)
        assert (run.status, run.attempt, run.lease) == expected, name


@pytest.mark.django_db
@pytest.mark.parametrize(("timeout", "recovered"), [(30, 1), (1000, 0)])
def test_the_silence_that_is_allowed_is_a_setting(settings, timeout, recovered):
    silent()
    settings.KYLE_HEARTBEAT_TIMEOUT = timeout
    assert recover() == recovered


@pytest.mark.django_db
@pytest.mark.parametrize("heartbeat", [400, None])
def test_what_the_attempt_met_is_kept_and_told_to_the_operator(caplog, heartbeat):
    run = make(Row(Status.RUNNING, 600, heartbeat, True), stage="write")
    with caplog.at_level(logging.WARNING, logger="briefings"):
        recover()
    last = run.heartbeat_at or run.started_at
    assert last
    run.refresh_from_db()
    (met,) = run.attempts
    assert (met["attempt"], met["stage"]) == (1, "write")
    assert datetime.fromisoformat(met["silent_since"]) == last.astimezone(UTC)
    assert f"run {run.pk}: attempt 1 went silent in write" in caplog.text


@pytest.mark.django_db
def test_a_run_that_was_recovered_is_claimed_at_once_and_by_a_new_lease():
    run = silent(not_before=timezone.now() + timedelta(hours=1))
    recover()
    lease = uuid.uuid4()
    claimed = Run.objects.claim(lease, simplified_from=7).get()
    assert (claimed.pk, claimed.lease, claimed.attempt, claimed.simplified) == (run.pk, lease, 2, False)
    assert claimed.heartbeat_at
    assert claimed.heartbeat_at > timezone.now() - timedelta(minutes=1)


@pytest.mark.django_db
@pytest.mark.parametrize(("attempt", "simplified"), [(5, False), (6, True), (7, True)])
def test_the_last_two_attempts_are_simplified(attempt, simplified):
    silent(attempt=attempt)
    recover()
    assert Run.objects.claim(uuid.uuid4(), simplified_from=7).get().simplified is simplified


@pytest.mark.django_db
def test_the_eighth_silent_attempt_is_the_last_and_the_quota_comes_back_once():
    guest = uuid.uuid4()
    run = submit(brief(), Requester(guest=guest), uuid.uuid4())
    scope = f"guest:{guest}"
    assert QuotaDay.objects.get(scope=scope, day=quota.today()).used == 1
    for attempt in range(1, 9):
        claimed = Run.objects.claim(uuid.uuid4(), simplified_from=7).get()
        assert (claimed.attempt, claimed.simplified) == (attempt, attempt >= 7)
        Run.objects.filter(pk=run.pk).update(heartbeat_at=ago(400), stage="research" if attempt > 1 else "")
        assert recover() == 1
    run.refresh_from_db()
    assert (run.status, run.outcome, run.lease) == ("failed", "failed", None)
    assert "Kyle tried 8 times and gave up" in run.note
    assert "attempt 1 fell silent in stage start" in run.note
    assert "attempt 8 fell silent in stage research" in run.note
    assert [f"{fault['stage']}.{fault['cause']}" for fault in run.faults] == ["worker.orphaned"]
    assert run.finished_at is not None
    assert recover() == 0
    assert QuotaDay.objects.get(scope=scope, day=quota.today()).used == 0


@pytest.fixture
def holding(transactional_db) -> Iterator[Callable[[Run], None]]:
    """Lets somebody write to a run who then stands still in the middle of it, as long as the database bears it."""
    written, over = threading.Event(), threading.Event()

    def hold(run: Run) -> None:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                if connection.vendor == "postgresql":
                    cursor.execute("SHOW idle_in_transaction_session_timeout")
                    assert cursor.fetchone() == ("15s",)
                    cursor.execute("SET idle_in_transaction_session_timeout = '1s'")
                Run.objects.filter(pk=run.pk).update(progress_message="half written")
                written.set()
                over.wait(60 if connection.vendor == "postgresql" else 1)
        except LOST:
            # The server has had enough of it.
            assert connection.vendor == "postgresql"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:

        def start(run: Run) -> None:
            held.append(pool.submit(hold, run))
            assert written.wait(30)

        held: list[Future[None]] = []
        yield start
        over.set()
        for holder in held:
            holder.result(30)


def test_who_stands_still_in_the_middle_of_a_write_does_not_keep_the_run(holding):
    run = silent()
    holding(run)
    assert recover() == 1
    assert Run.objects.get(pk=run.pk).status == Status.QUEUED


def test_of_many_who_recover_at_once_one_does(transactional_db):
    runs = [silent() for _ in range(10)] + [silent(attempt=8) for _ in range(5)]
    assert sum(at_once([recover] * 6)) == 15
    states = dict(Run.objects.values_list("pk", "status"))
    assert [states[run.pk] for run in runs] == ["queued"] * 10 + ["failed"] * 5
    assert {len(run.attempts) for run in Run.objects.all()} == {1}
    assert set(Run.objects.filter(status="queued").values_list("attempt", flat=True)) == {2}


@pytest.mark.django_db
def test_a_carrier_that_comes_back_in_the_last_moment_keeps_its_run():
    run = silent()

    def beat_behind_the_look(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if sql.startswith("SELECT"):
            Run.objects.filter(pk=run.pk).update(heartbeat_at=timezone.now())
        return result

    with connection.execute_wrapper(beat_behind_the_look):
        assert recover() == 0
    assert Run.objects.get(pk=run.pk).lease == run.lease
