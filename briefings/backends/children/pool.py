"""A few child processes for work that keeps a processor busy.

multiprocessing would do, but the queue's workers are daemonic processes, which it allows no children. As with its fork
server, one process prepares itself for all: children share its memory, and are ready at once.
"""

import logging
import os
import pickle
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Self, TypeVar
from weakref import WeakSet

from briefings.backends.children.errors import Died, OutOfMemory
from briefings.backends.children.process import TICK, Child
from briefings.backends.children.reply import Reply
from briefings.backends.children.server_process import ForkServer
from briefings.backends.children.terms import Terms
from briefings.pipeline.ports import Alive

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Pool:
    """At most `size` child processes, for any number of threads, which get their turns in order.

    Children are started when they are needed and die with this process, however it ends. A process that is forked from
    this one has none of them, and starts its own.
    """

    def __init__(self, size: int, terms: Terms) -> None:
        self._size = size
        self._terms = terms
        self._begin()
        _POOLS.add(self)

    def do(self, work: Callable[[], T], *, limit: float, alive: Alive) -> T:
        """The result of `work`, which is pickled and has `limit` seconds, not counting the wait for a turn.

        Raises what it raises, and ChildError. Until then `alive` is called about once a second.
        """
        packed = pickle.dumps(work)
        seat = self._turn(alive)
        try:
            reply = seat.do(packed, limit, alive)
        finally:
            self._leave(seat)
        if isinstance(reply.error, MemoryError):
            raise OutOfMemory(f"it needs more than {self._terms.memory / 1e6:,.0f} MB of memory") from reply.error
        if reply.error:
            raise reply.error
        value: T = reply.value
        return value

    def warm(self) -> None:
        """Starts children ahead of their first jobs, and does not wait for them."""
        with self._lock:
            try:
                for seat in self._free:
                    seat.fill()
            except Died as death:
                logger.warning("no child was started ahead of its first job: %s", death)

    def close(self) -> None:
        """Ends the children, none of whom may be at work."""
        with self._lock:
            for seat in self._free:
                seat.clear()
            self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._server = ForkServer(self._terms)
        self._seats = [_Seat(self._server, self._terms.jobs) for _ in range(self._size)]
        self._free = list(self._seats)
        self._waiting: deque[Future[_Seat]] = deque()

    def _turn(self, alive: Alive) -> "_Seat":
        turn: Future[_Seat] = Future()
        with self._lock:
            self._waiting.append(turn)
            self._serve()
        try:
            while True:
                try:
                    return turn.result(timeout=TICK)
                except TimeoutError:
                    alive()
        except BaseException:
            if not turn.cancel():
                self._leave(turn.result())
            raise

    def _leave(self, seat: "_Seat") -> None:
        with self._lock:
            self._free.append(seat)
            self._serve()

    def _serve(self) -> None:
        while self._free and self._waiting:
            turn = self._waiting.popleft()
            if turn.set_running_or_notify_cancel():
                # The seat that was left last: in quiet hours the others' children have nothing to do, and end.
                turn.set_result(self._free.pop())

    def _forget(self) -> None:
        for seat in self._seats:
            seat.disown()
        self._server.disown()
        self._begin()


class _Seat:
    """A place for one child, with or without one. Used by one thread at a time."""

    def __init__(self, server: ForkServer, most_jobs: int) -> None:
        self._server = server
        self._most_jobs = most_jobs
        self._child: Child | None = None

    def do(self, work: bytes, limit: float, alive: Alive) -> Reply:
        """Raises ChildError, and what `alive` raises."""
        try:
            return self._try(work, limit, alive)
        except Died as death:
            logger.warning("a job is tried once more: %s", death)
            return self._try(work, limit, alive)

    def fill(self) -> Child:
        if self._child and self._child.is_alive:
            return self._child
        self.clear()
        self._child = Child(self._server)
        return self._child

    def clear(self) -> None:
        if self._child:
            self._child.end()
            self._child = None

    def disown(self) -> None:
        if self._child:
            self._child.disown()

    def _try(self, work: bytes, limit: float, alive: Alive) -> Reply:
        child = self.fill()
        try:
            reply = child.do(work, limit, alive)
        except BaseException:
            self.clear()
            raise
        # Libraries hoard: each font that was ever drawn stays in memory.
        if isinstance(reply.error, MemoryError) or child.done >= self._most_jobs:
            self.clear()
        return reply


_POOLS: WeakSet[Pool] = WeakSet()


def _forget_all() -> None:
    for pool in list(_POOLS):
        pool._forget()


# Whoever holds a copy of the pipes keeps the children alive, and would speak with them while their parent does.
os.register_at_fork(after_in_child=_forget_all)
