"""Leaves an engine alone that has just refused to answer: going on asking gets an address blocked for long."""

import time
from collections.abc import Callable

from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found
from briefings.pipeline.ports import Search

PAUSE = 300.0
"""Seconds, where the engine does not say how long to wait."""


class Cooldown:
    """A `Search` that, after `blocked`, fails at once until the pause is over. It never waits itself."""

    def __init__(self, search: Search, *, pause: float = PAUSE, clock: Callable[[], float] = time.monotonic) -> None:
        self._search = search
        self._pause = pause
        self._clock = clock
        self._blocked: tuple[float, SearchFailed] | None = None

    def search(self, query: str, *, language: str, limit: int) -> Found:
        """Raises SearchFailed."""
        self._check()
        try:
            return self._search.search(query, language=language, limit=limit)
        except SearchFailed as failure:
            if failure.fault.cause == "blocked":
                pause = self._pause if failure.retry_after is None else failure.retry_after
                self._blocked = self._clock() + pause, failure
            raise

    def _check(self) -> None:
        if self._blocked is None:
            return
        until, failure = self._blocked
        left = until - self._clock()
        if left > 0:
            detail = f"left alone for another {left:.0f} s: {failure.fault.detail}"
            asked_to_wait = failure.retry_after is not None
            raise SearchFailed(
                "blocked", detail, permanent=not asked_to_wait, retry_after=left if asked_to_wait else None
            )
