import threading
from concurrent.futures import Future

import pytest

from briefings.domain.errors import HandedBack, LeaseLost
from briefings.pipeline.fanout import fan_out
from briefings.pipeline.ports import Entry
from briefings.pipeline.relay import Relay
from tests.fakes import FakeJournal


class Stopping(FakeJournal):
    """Allows one call, no more."""

    def calling(self) -> None:
        if self.calls:
            raise HandedBack("the worker is stopping")
        super().calling()


def test_a_call_that_is_no_longer_allowed_ends_its_branch_while_the_others_finish_theirs():
    journal, refused = Stopping(), threading.Event()
    relay = Relay(journal)
    allowed = threading.Event()

    def in_a_call():
        relay.confirm(lambda journal: journal.calling())
        allowed.set()
        assert refused.wait(10)
        relay.record(Entry(key="paid", digest="d", result=1))

    def about_to_call():
        assert allowed.wait(10)
        try:
            relay.confirm(lambda journal: journal.calling())
        finally:
            refused.set()

    with pytest.raises(HandedBack):
        fan_out(relay, [in_a_call, about_to_call], cap=2)
    assert [entry.key for entry in journal.recorded] == ["paid"]


def test_a_lost_lease_ends_every_branch_at_its_next_word_and_waits_for_none():
    is_lost = threading.Event()
    ends: list[Future[LeaseLost]] = [Future(), Future()]

    def lose():
        if is_lost.is_set():
            raise LeaseLost

    relay = Relay(FakeJournal(before_write=lose))
    called = threading.Barrier(3)

    def in_a_call(speak, end):
        try:
            called.wait(10)
            assert let_go.wait(10)
            speak()
        except LeaseLost as lost:
            end.set_result(lost)
            raise

    def loses():
        called.wait(10)
        is_lost.set()
        relay.confirm(lambda journal: journal.beat())

    let_go = threading.Event()
    works = [
        lambda: in_a_call(lambda: relay.post(lambda journal: journal.beat()), ends[0]),
        lambda: in_a_call(lambda: relay.confirm(lambda journal: journal.calling()), ends[1]),
        loses,
    ]
    with pytest.raises(LeaseLost):
        fan_out(relay, works, cap=3)
    assert not any(end.done() for end in ends)
    let_go.set()
    assert all(isinstance(end.result(10), LeaseLost) for end in ends)


def test_when_the_runs_own_thread_fails_no_branch_waits_for_its_word_for_ever():
    relay = Relay(FakeJournal())
    end: Future[LeaseLost] = Future()
    begun, failed = threading.Event(), threading.Event()

    def speaks_too_late():
        begun.set()
        assert failed.wait(10)
        try:
            relay.confirm(lambda journal: journal.calling())
        except LeaseLost as lost:
            end.set_result(lost)
            raise

    def fails(place, result):
        failed.set()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fan_out(relay, [lambda: begun.wait(10), speaks_too_late], cap=2, finished=fails)
    assert isinstance(end.result(10), LeaseLost)
