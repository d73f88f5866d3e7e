"""Where the database is touched: by a few threads that keep their connections, however many runs a worker carries."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from django.db import InterfaceError, InternalError, OperationalError, close_old_connections, connections

from briefings.domain.errors import LeaseLost

T = TypeVar("T")

logger = logging.getLogger(__name__)

LOST = (OperationalError, InterfaceError, InternalError)
"""What a driver may say when its connection is gone; the last where it was cut for standing still within a write."""

PAUSES = (0.0, 1.0, 3.0, 6.0)
"""Seconds to wait before work is tried again whose connection failed: a database server takes so long to restart."""

QUIET_SECONDS = 1.0
"""A connection that was in use so recently is not asked whether it lives, which would double the way to the server."""


class Database(Protocol):
    def do(self, work: Callable[[], T]) -> T:
        """The result of `work`, which may use the database; raises what it raises. It may be done a second time when
        the connection fails."""


class OwnConnection:
    """The caller's own connection, for whoever carries a single run."""

    def do(self, work: Callable[[], T]) -> T:
        return work()


class SharedConnections:
    """At most `connections` connections for any number of threads. Closed by leaving its context.

    Whoever is late, a run that was handed back in the middle of a call, is told that its lease is lost.
    """

    def __init__(self, connections: int) -> None:
        self._size = connections
        self._pool = ThreadPoolExecutor(connections, thread_name_prefix="database")

    def __enter__(self) -> "SharedConnections":
        return self

    def __exit__(self, *exception: object) -> None:
        # Each thread closes its own connection: the barrier makes sure that no thread takes two of these.
        together = threading.Barrier(self._size)
        for _ in range(self._size):
            self._pool.submit(_close_with, together)
        self._pool.shutdown()

    def do(self, work: Callable[[], T]) -> T:
        try:
            future = self._pool.submit(_on_a_live_connection, work)
        except RuntimeError as closed:
            raise LeaseLost("its carrier has ended") from closed
        return future.result()


def _close_with(together: threading.Barrier) -> None:
    together.wait()
    connections.close_all()


_used = threading.local()


def _on_a_live_connection(work: Callable[[], T]) -> T:
    if time.monotonic() - getattr(_used, "at", 0.0) > QUIET_SECONDS:
        # A connection that the server dropped in a quiet hour is found out and replaced here, before it is used.
        close_old_connections()
    for pause in PAUSES:
        try:
            return work()
        except LOST as error:
            # Dropped in the middle, and what was half written with it. Every write names the state that it expects.
            logger.warning("the database failed, trying again in %.0f s: %s", pause, error)
            time.sleep(pause)
            close_old_connections()
        finally:
            _used.at = time.monotonic()
    return work()
