import pytest

from briefings.backends.search.cooldown import Cooldown
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found, Hit

FOUND = Found(hits=(Hit(url="https://a.example/", title="A", backend="fake"),))


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Scripted:
    """Answers in turn with what it was given, and counts."""

    def __init__(self, *answers: Found | SearchFailed) -> None:
        self._answers = iter(answers)
        self.asked = 0

    def search(self, query: str, *, language: str, limit: int) -> Found:
        self.asked += 1
        answer = next(self._answers)
        if isinstance(answer, SearchFailed):
            raise answer
        return answer


def ask(search: Cooldown) -> Found:
    return search.search("tidal power", language="en", limit=5)


def failure(search: Cooldown) -> SearchFailed:
    with pytest.raises(SearchFailed) as failed:
        ask(search)
    return failed.value


def test_an_engine_that_blocked_is_left_alone_for_the_pause():
    clock = Clock()
    engine = Scripted(SearchFailed("blocked", "a challenge", permanent=True), FOUND)
    search = Cooldown(engine, pause=60, clock=clock)
    assert failure(search).fault.detail == "a challenge"
    clock.now += 59
    again = failure(search)
    assert (again.fault.code, again.permanent) == ("search.blocked", True)
    assert "another 1 s: a challenge" in again.fault.detail
    assert engine.asked == 1
    clock.now += 2
    assert ask(search) == FOUND


def test_the_wait_that_the_engine_asks_for_is_kept():
    clock = Clock()
    engine = Scripted(SearchFailed("blocked", "HTTP status 429", retry_after=10), FOUND)
    search = Cooldown(engine, pause=60, clock=clock)
    failure(search)
    clock.now += 4
    again = failure(search)
    assert (again.permanent, again.retry_after) == (False, 6)
    clock.now += 6
    assert ask(search) == FOUND


@pytest.mark.parametrize("cause", ["empty", "network", "layout_unknown", "filtered"])
def test_other_failures_call_for_no_pause(cause):
    engine = Scripted(SearchFailed(cause, "for a reason"), FOUND)
    search = Cooldown(engine)
    assert failure(search).fault.cause == cause
    assert ask(search) == FOUND
