import uuid

import pytest

from briefings.models import Run, Status
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.fakes import brief

pytestmark = pytest.mark.django_db


def queued(topic="Copper"):
    return submit(brief(topic), Requester(guest=uuid.uuid4()), uuid.uuid4())


def test_the_oldest_queued_run_is_claimed_under_the_lease():
    first, _ = queued("first"), queued("second")
    lease = uuid.uuid4()
    run = Run.objects.claim(lease, simplified_from=7).get()
    assert (run.pk, run.status, run.lease) == (first.pk, Status.RUNNING, lease)
    assert run.started_at is not None


def test_a_claimed_run_is_not_claimed_again():
    queued()
    assert Run.objects.claim(uuid.uuid4(), simplified_from=7).exists()
    assert not Run.objects.claim(uuid.uuid4(), simplified_from=7).exists()


def test_a_double_submission_is_one_run():
    token, guest = uuid.uuid4(), uuid.uuid4()
    first = submit(brief(), Requester(guest=guest), token)
    assert submit(brief(), Requester(guest=guest), token).pk == first.pk
    assert Run.objects.count() == 1


def test_the_wake_up_comes_only_when_the_row_is_committed(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        queued()
    assert len(callbacks) == 1


def test_a_run_knows_its_own_requester_only():
    guest = uuid.uuid4()
    run = submit(brief(), Requester(guest=guest), uuid.uuid4())

    class Anonymous:
        is_authenticated = False
        pk = None

    assert run.belongs_to(Anonymous(), guest)
    assert not run.belongs_to(Anonymous(), uuid.uuid4())
    assert not run.belongs_to(Anonymous(), None)


def test_the_same_token_with_another_request_is_another_run():
    token, guest = uuid.uuid4(), uuid.uuid4()
    first = submit(brief("Copper"), Requester(guest=guest), token)
    assert submit(brief("Tin"), Requester(guest=guest), token).pk != first.pk
    assert submit(brief("Copper"), Requester(guest=uuid.uuid4()), token).pk != first.pk
