import threading

import pytest

from briefings.domain.errors import HandedBack
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
