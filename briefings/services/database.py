"""Where the database is touched: by a few threads that keep their connections, however many runs a worker carries."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from django.db import close_old_connections, connections

T = TypeVar("T")


class Database(Protocol):
    def do(self, work: Callable[[], T]) -> T:
        """The result of `work`, which may use the database; raises what it raises."""


class OwnConnection:
    """The caller's own connection, for whoever carries a single run."""

    def do(self, work: Callable[[], T]) -> T:
        return work()


class SharedConnections:
    """At most `connections` connections for any number of threads. Closed by leaving its context."""

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
        return self._pool.submit(_on_a_live_connection, work).result()


def _close_with(together: threading.Barrier) -> None:
    together.wait()
    connections.close_all()


def _on_a_live_connection(work: Callable[[], T]) -> T:
    # A connection that the server dropped in a quiet hour is found out and replaced here, before it is used.
    close_old_connections()
    return work()
