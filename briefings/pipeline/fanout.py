"""Branches in threads, with a cap. An outside failure that kills a branch is a value; a programming error is not."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar, cast

from briefings.domain.errors import ExternalError
from briefings.pipeline.relay import Relay

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")


def fan_out(
    relay: Relay,
    works: Sequence[Callable[[], T]],
    *,
    cap: int,
    finished: Callable[[int, T], None] | None = None,
) -> list[T | ExternalError]:
    """The results of `works` in their order, at most `cap` of them at once.

    A work that raises ExternalError gives that error as its result; any other exception is raised here. `finished` is
    called in the run's own thread with the position and the result of each work that succeeds, as it succeeds.
    """
    pool = ThreadPoolExecutor(max_workers=max(1, min(cap, len(works))), thread_name_prefix="branch")
    futures = [pool.submit(work) for work in works]
    places = {future: place for place, future in enumerate(futures)}

    def settle(future: Future[Any]) -> None:
        if finished and future.exception() is None:
            finished(places[future], future.result())

    try:
        relay.wait(futures, settle)
    except BaseException:
        # Nobody waits for branches that are still in a call: they can write nothing any more.
        relay.end()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    outcomes: list[T | ExternalError] = []
    for future in futures:
        error = future.exception()
        outcomes.append(error if isinstance(error, ExternalError) else future.result())
    return outcomes


def both(relay: Relay, one: Callable[[], A], other: Callable[[], B]) -> tuple[A | ExternalError, B | ExternalError]:
    """Two works of different kinds at once."""
    first, second = fan_out(relay, cast(list[Callable[[], Any]], [one, other]), cap=2)
    return cast(A | ExternalError, first), cast(B | ExternalError, second)
