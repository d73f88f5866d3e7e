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


class Batches(FakeJournal):
    """Tells how many writes came at once, and refuses those that are to fail: all that came with them."""

    def __init__(self, *, fails: str = "") -> None:
        super().__init__()
        self.sizes: list[int] = []
        self._fails = fails

    def together(self, writes):
        self.sizes.append(len(writes))
        before = list(self.recorded)
        try:
            super().together(writes)
        except ValueError:
            self.recorded = before
            raise

    def record(self, entry, span=None):
        if entry.key == self._fails:
            raise ValueError("no such column")
        super().record(entry, span)


def entry(key: str) -> Entry:
    return Entry(key=key, digest="d", result=1)


def test_what_branches_post_at_the_same_time_is_written_at_once():
    journal, posted = Batches(), threading.Barrier(4)

    def blocks(_):
        posted.wait(10)
        return True

    relay = Relay(journal)

    def posts(key):
        relay.record(entry(key))
        posted.wait(10)

    works = [lambda key=key: posts(key) for key in "abc"]
    # The run's own thread is kept from writing until all have posted.
    fan_out(relay, [lambda: relay.confirm(blocks), *works], cap=4)
    assert sorted(one.key for one in journal.recorded) == ["a", "b", "c"]
    assert max(journal.sizes) >= 2


def test_what_cannot_be_written_takes_nothing_else_with_it():
    journal = Batches(fails="b")
    relay = Relay(journal)
    relay.hold(lambda journal: journal.record(entry("a")))
    with pytest.raises(ValueError, match="no such column"):
        relay.record(entry("b"))
    assert [one.key for one in journal.recorded] == ["a"]


def test_what_is_held_is_written_with_the_next_word_or_a_little_later():
    journal = Batches()
    relay = Relay(journal)
    relay.hold(lambda journal: journal.progress(1, 2, "reading"))
    assert journal.messages == []
    relay.post(lambda journal: journal.beat())
    assert (journal.messages, journal.sizes) == (["reading"], [2])
    told = threading.Event()
    relay.hold(lambda journal: told.set())
    fan_out(relay, [lambda: told.wait(10)], cap=1)
    assert told.is_set()
