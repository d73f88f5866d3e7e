import uuid
from functools import partial

import pytest
from django.test import TestCase

from briefings.models import QuotaDay, Run, Status
from briefings.services import submit as service
from briefings.services.quota import OutOfQuota, Requester, today
from briefings.services.submit import submit, submit_claimed
from tests.at_once import at_once
from tests.factories import UserFactory
from tests.fakes import brief


@pytest.mark.django_db
def test_a_submission_is_a_queued_row_that_knows_what_it_was_charged_to():
    reader = Requester(user=UserFactory.create().pk)
    run = submit(brief("Copper"), reader, uuid.uuid4())
    run.refresh_from_db()
    assert (run.status, run.owner_id, run.guest, run.topic) == (Status.QUEUED, reader.user, None, "Copper")
    assert (run.quota_day, run.quota_scopes, run.refunded) == (today(), [f"user:{reader.user}", "site"], False)


@pytest.mark.django_db
def test_what_is_refused_leaves_nothing_behind(settings, django_capture_on_commit_callbacks):
    settings.KYLE_GUEST_ADDRESS_QUOTA = 0
    with django_capture_on_commit_callbacks() as callbacks, pytest.raises(OutOfQuota):
        submit(brief(), Requester(guest=uuid.uuid4(), address="192.0.2.7"), uuid.uuid4())
    assert not Run.objects.exists()
    assert not QuotaDay.objects.exists()
    assert not callbacks


@pytest.mark.django_db
def test_a_second_post_costs_nothing_even_when_nothing_is_left(settings):
    settings.KYLE_GUEST_QUOTA = 1
    token, guest = uuid.uuid4(), Requester(guest=uuid.uuid4())
    assert submit(brief(), guest, token) == submit(brief(), guest, token)
    assert QuotaDay.objects.get(scope="site").used == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("quota", [1, 20])
def test_a_double_click_is_one_run_and_one_unit(settings, quota: int):
    """With a single unit left, too: the second click must not be told that the first one took it."""
    settings.KYLE_GUEST_QUOTA = quota
    for _ in range(5):
        token, guest = uuid.uuid4(), Requester(guest=uuid.uuid4())
        runs = at_once([partial(submit, brief(), guest, token)] * 4)
        assert len({run.pk for run in runs}) == 1
        assert QuotaDay.objects.get(scope=f"guest:{guest.guest}").used == 1


@pytest.mark.django_db
def test_a_queue_that_is_out_of_order_loses_no_submission(monkeypatch, caplog):
    def refuse(name: str) -> None:
        raise ConnectionError(f"{name}: the queue cannot be reached")

    monkeypatch.setattr(service, "async_task", refuse)
    with TestCase.captureOnCommitCallbacks(execute=True):
        submit(brief(), Requester(guest=uuid.uuid4()), uuid.uuid4())
    assert Run.objects.get().status == Status.QUEUED
    assert "the queue cannot be reached" in caplog.text


@pytest.mark.django_db
def test_a_run_in_the_foreground_is_never_queued_and_charged_to_nobody():
    lease = uuid.uuid4()
    run = submit_claimed(brief(), Requester(), lease)
    run.refresh_from_db()
    assert (run.status, run.lease, run.simplified) == (Status.RUNNING, lease, False)
    assert not QuotaDay.objects.exists()
