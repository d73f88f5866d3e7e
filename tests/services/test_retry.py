import uuid
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from briefings.models import QuotaDay, Run, Status, Step
from briefings.services.quota import OutOfQuota, Requester, today
from briefings.services.submit import retry
from tests.at_once import at_once
from tests.factories import QuotaDayFactory, RunFactory

HOME = "192.0.2.7"


@pytest.fixture
def requester() -> Requester:
    return Requester(guest=uuid.uuid4(), address=HOME)


@pytest.fixture
def failed(requester: Requester, db) -> Run:
    """A run that failed yesterday, after it had been handed back and lost, and whose quota came back."""
    return RunFactory.create(
        guest=requester.guest,
        failed=True,
        called=True,
        attempt=8,
        attempts=[{"attempt": 7, "stage": "write", "silent_since": "2026-01-02T03:04:05Z"}],
        simplified=True,
        waits=12,
        not_before=timezone.now(),
        quota_day=today() - timedelta(days=1),
        quota_scopes=[f"guest:{requester.guest}", "site"],
        refunded=True,
    )


def used(kind: str) -> int:
    return sum(row.used for row in QuotaDay.objects.filter(scope__startswith=kind, day=today()))


def test_a_failed_run_goes_back_to_the_queue_and_is_charged_to_today(failed: Run, requester: Requester):
    assert retry(failed, requester)
    failed.refresh_from_db()
    assert (failed.status, failed.series, failed.attempt, failed.waits, failed.simplified) == (
        Status.QUEUED, 2, 1, 0, False,
    )  # fmt: skip
    assert (failed.outcome, failed.note, failed.faults, failed.attempts, failed.stages) == ("", "", [], [], [])
    assert (failed.not_before, failed.finished_at) == (None, None)
    assert (failed.quota_day, failed.refunded) == (today(), False)
    assert (used("guest:"), used("address:"), used("site")) == (1, 1, 1)
    assert failed.quota_scopes[0] == f"guest:{requester.guest}"
    assert Run.objects.claimable().get() == failed


def test_what_was_done_is_kept(failed: Run, requester: Requester):
    Step.objects.create(run=failed, key="1/plan/route/1", digest="d", result={"a": 1}, series=1, attempt=8)
    retry(failed, requester)
    assert Step.objects.filter(run=failed).exists()


def test_the_worker_is_woken_up_once_it_is_committed(failed, requester, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        retry(failed, requester)
    assert len(callbacks) == 1


def test_without_quota_the_run_stays_as_it_is(failed: Run, requester: Requester, settings):
    settings.KYLE_SITE_DAILY_LIMIT = 3
    QuotaDayFactory.create(scope="site", used=3)
    before = Run.objects.values().get()
    with pytest.raises(OutOfQuota):
        retry(failed, requester)
    assert Run.objects.values().get() == before
    assert used("guest:") == used("address:") == 0


@pytest.mark.parametrize("state", ["running", "awaiting_approval", "success", "degraded", "rejected", "cancelled"])
def test_only_a_failed_run_can_be_tried_again(requester: Requester, settings, db, state: str):
    """Even where no quota is left, that is the reason: another day would not help."""
    settings.KYLE_GUEST_QUOTA = 0
    run = RunFactory.create(guest=requester.guest, **{state: True})
    before = Run.objects.values().get()
    assert not retry(run, requester)
    assert Run.objects.values().get() == before
    assert not QuotaDay.objects.exists()


def test_a_retry_that_was_meant_for_an_earlier_failure_is_none(failed: Run, requester: Requester):
    as_shown = Run.objects.get()
    retry(failed, requester)
    Run.objects.update(status=Status.FAILED)
    assert not retry(as_shown, requester)
    assert used("site") == 1


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_one_retry_and_one_unit(transactional_db, requester: Requester):
    for rounds in range(1, 6):
        run = RunFactory.create(guest=requester.guest, failed=True)
        retried = at_once([partial(retry, run, requester)] * 4)
        assert sorted(retried) == [False, False, False, True]
        assert Run.objects.get(pk=run.pk).series == 2
        assert used("guest:") == used("address:") == used("site") == rounds
