import uuid

import pytest
from django_q.models import OrmQ

from briefings.models import Run, Status
from briefings.services import carrier, export
from briefings.services.approve import accept, reject, revise
from tests.factories import RunFactory
from tests.fakes import draft

pytestmark = pytest.mark.django_db

DRAFT = draft()


@pytest.fixture
def waiting() -> Run:
    return RunFactory.create(
        awaiting_approval=True,
        draft=DRAFT.model_dump(mode="json"),
        draft_digest=DRAFT.digest,
        stages=[{"name": "approve", "started_at": "2026-01-02T00:00:00Z", "finished_at": None}],
    )


DECISIONS = {
    "accept": accept,
    "revise": lambda run, digest: revise(run, digest, "Say more."),
    "reject": reject,
}


def test_an_accepted_draft_is_queued_for_delivery_as_it_is(waiting, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert accept(waiting, DRAFT.digest)
    waiting.refresh_from_db()
    assert (waiting.status, waiting.accepted, waiting.feedback) == (Status.QUEUED, True, [])
    assert waiting.read_draft() == DRAFT
    assert waiting.stages[-1]["finished_at"]
    assert OrmQ.objects.count() == 1


def test_a_draft_that_is_sent_back_is_dropped_and_the_feedback_kept(waiting, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert revise(waiting, DRAFT.digest, "  Say more.\n")
    waiting.refresh_from_db()
    assert (waiting.status, waiting.accepted, waiting.feedback) == (Status.QUEUED, False, ["Say more."])
    assert (waiting.draft, waiting.draft_digest) == (None, "")
    assert OrmQ.objects.count() == 1


def test_feedback_that_says_nothing_is_refused(waiting):
    with pytest.raises(ValueError, match="what to change"):
        revise(waiting, DRAFT.digest, " \n")
    assert Run.objects.get().status == Status.AWAITING_APPROVAL


def test_a_rejected_run_is_over(waiting):
    assert reject(waiting, DRAFT.digest)
    waiting.refresh_from_db()
    assert (waiting.status, waiting.outcome, waiting.stage) == (Status.REJECTED, "", "")
    assert waiting.finished_at
    assert not OrmQ.objects.exists()


@pytest.mark.parametrize("first", DECISIONS)
@pytest.mark.parametrize("second", DECISIONS)
def test_one_decision_on_a_draft_is_the_last(waiting, first, second):
    assert DECISIONS[first](waiting, DRAFT.digest)
    assert not DECISIONS[second](waiting, DRAFT.digest)


@pytest.mark.parametrize("decide", DECISIONS)
@pytest.mark.parametrize("digest", ["", draft(turn=2).digest, "nonsense"])
def test_a_decision_on_another_draft_changes_nothing(waiting, decide, digest):
    assert not DECISIONS[decide](waiting, digest)
    assert Run.objects.get().status == Status.AWAITING_APPROVAL


@pytest.mark.parametrize("decide", DECISIONS)
@pytest.mark.parametrize("state", ["running", "success", "failed", "rejected", "cancelled"])
def test_only_what_awaits_approval_can_be_decided(decide, state):
    run = RunFactory.create(**{state: True}, draft_digest=DRAFT.digest)
    assert not DECISIONS[decide](run, DRAFT.digest)
    assert Run.objects.get().status == run.status


def test_no_worker_takes_a_draft_that_awaits_approval(waiting):
    assert not Run.objects.claim(uuid.uuid4(), simplified_from=carrier.simplified_from()).exists()


def test_readers_are_told_which_draft_awaits_approval(waiting):
    assert export.state(waiting)["draft"] == DRAFT.digest
    accept(waiting, DRAFT.digest)
    assert export.state(Run.objects.get())["draft"] is None
