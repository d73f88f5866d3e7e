"""Things that happen at the same moment, each in a thread and on a database connection of its own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections

PATIENCE = 60.0
"""Seconds after which threads that do not come together are an error."""


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """The results of `works` in their order; what a work raised stands in the place of its result."""
    start = threading.Barrier(len(works))

    def do(work: Callable[[], Any]) -> Any:
        start.wait(PATIENCE)
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        futures = [pool.submit(do, work) for work in works]
    return [future.exception() or future.result() for future in futures]
