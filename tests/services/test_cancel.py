import uuid
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from briefings.domain.errors import LeaseLost
from briefings.models import QuotaDay, Run, Status
from briefings.services.cancel import cancel
from briefings.services.execute import execute
from briefings.services.journal import RowJournal
from briefings.services.quota import Requester, today
from briefings.services.recover import recover
from briefings.services.submit import retry, submit
from tests.at_once import at_once
from tests.factories import RunFactory
from tests.fakes import brief


def submitted(guest: uuid.UUID | None = None) -> Run:
    return submit(brief(), Requester(guest=guest or uuid.uuid4()), uuid.uuid4())


def carried() -> tuple[Run, uuid.UUID]:
    submitted()
    lease = uuid.uuid4()
    return Run.objects.claim(lease, simplified_from=7).get(), lease


def used() -> int:
    return QuotaDay.objects.get(scope="site").used


@pytest.mark.django_db
def test_a_queued_run_is_cancelled_and_costs_nothing():
    run = submitted()
    assert cancel(run)
    run.refresh_from_db()
    assert (run.status, run.outcome, run.refunded, used()) == (Status.CANCELLED, "", True, 0)
    assert run.finished_at is not None
    assert not Run.objects.claimable().exists()


@pytest.mark.django_db
def test_a_running_run_that_asked_for_nothing_yet_costs_nothing():
    run, lease = carried()
    RowJournal(run, lease).enter("plan")
    assert cancel(run)
    assert used() == 0


@pytest.mark.django_db
def test_what_was_asked_of_the_outside_is_paid_for():
    run, lease = carried()
    RowJournal(run, lease).calling()
    assert cancel(run)
    run.refresh_from_db()
    assert (run.status, run.refunded, used()) == (Status.CANCELLED, False, 1)


@pytest.mark.django_db
def test_handing_a_run_back_does_not_make_it_free_again():
    run, lease = carried()
    RowJournal(run, lease).calling()
    Run.objects.filter(pk=run.pk).update(status=Status.QUEUED, lease=None)
    assert cancel(run)
    assert used() == 1


@pytest.mark.django_db
def test_nothing_can_be_asked_for_a_cancelled_run():
    run, lease = carried()
    cancel(run)
    with pytest.raises(LeaseLost):
        RowJournal(run, lease).calling()
    assert not Run.objects.get(pk=run.pk).called


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "can"),
    [
        ("running", True),
        ("awaiting_approval", True),
        ("success", False),
        ("degraded", False),
        ("failed", False),
        ("rejected", False),
        ("cancelled", False),
    ],
)
def test_only_what_is_not_over_can_be_cancelled(state: str, can: bool):
    run = RunFactory.create(**{state: True})
    before = Run.objects.values().get()
    assert cancel(run) is can
    assert (Run.objects.values().get() == before) is not can


@pytest.mark.django_db
def test_cancelling_twice_gives_back_once():
    submitted()
    run = submitted()
    assert [cancel(run), cancel(run)] == [True, False]
    assert used() == 1


@pytest.mark.django_db
def test_a_run_that_was_retried_since_it_was_read_gives_back_what_it_took_last():
    requester = Requester(guest=uuid.uuid4())
    yesterday = today() - timedelta(days=1)
    RunFactory.create(guest=requester.guest, failed=True, quota_day=yesterday, quota_scopes=["site"], refunded=True)
    as_shown = Run.objects.get()
    retry(Run.objects.get(), requester)
    assert cancel(as_shown)
    assert used() == 0


@pytest.mark.django_db(transaction=True)
def test_cancel_failure_and_recovery_at_once_give_back_once(settings):
    """All three end the run and give its quota back; whoever is first, it is one of them."""
    settings.KYLE_MAX_ATTEMPTS = 1
    winners = set()
    for rounds in range(1, 9):
        submitted()
        run, lease = carried()
        silent = timezone.now() - timedelta(seconds=settings.KYLE_HEARTBEAT_TIMEOUT + 1)
        Run.objects.filter(pk=run.pk).update(heartbeat_at=silent, brief={})  # a request that no flow can read: it fails
        at_once([partial(cancel, run), partial(execute, Run.objects.get(pk=run.pk), lease), recover])
        run.refresh_from_db()
        winners.add(run.faults[0]["cause"] if run.faults else run.status)
        assert (run.status in (Status.CANCELLED, Status.FAILED), run.refunded) == (True, True)
        assert used() == rounds
    assert winners <= {Status.CANCELLED, "error", "orphaned"}


@pytest.mark.django_db(transaction=True)
def test_a_call_and_a_cancellation_at_once_agree_about_who_was_first():
    for rounds in range(1, 13):
        run, lease = carried()
        called, cancelled = at_once([RowJournal(run, lease).calling, partial(cancel, run)])
        assert cancelled is True
        was_called = not isinstance(called, LeaseLost)
        run.refresh_from_db()
        assert (run.called, run.refunded) == (was_called, not was_called)
        assert used() == Run.objects.filter(refunded=False).count() <= rounds
