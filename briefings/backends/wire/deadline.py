"""A limit of time over everything that a task waits for."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from briefings.backends.wire.errors import TimedOut


class Deadline:
    """The moment at which the patience of one task ends; a task may span several requests."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def cap(self, seconds: float | None) -> float:
        """`seconds`, or what is left where that is less. Raises TimedOut when nothing is left."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimedOut(f"not finished within {self._seconds:g} s")
        return left if seconds is None else min(left, seconds)


# A connection outlives a request, and the thread that sends a request also reads its answer: so the deadline belongs
# to the thread's context and not to the connection.
_current: ContextVar[Deadline] = ContextVar("deadline")


@contextmanager
def enforced(deadline: Deadline) -> Iterator[None]:
    """Until it exits, `deadline` holds for all that this thread reads and writes."""
    token = _current.set(deadline)
    try:
        yield
    finally:
        _current.reset(token)


def capped(seconds: float | None) -> float:
    """`seconds` within the deadline that holds for this thread. Raises TimedOut when nothing is left."""
    return _current.get().cap(seconds)
