"""The child's side: does the jobs that come through a pipe, one after the other, and answers each through another."""

import gc
import os
import pickle
import resource
import signal
import traceback
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from briefings.backends.children import frames
from briefings.backends.children.reply import Reply

_GRACE = 2.0


def work(source: int, sink: int, prepared: Reply, memory: int, idle: float) -> None:
    """Says that this child is ready, by its process id, or why it is not; then works until its parent is gone, or until
    no job comes for `idle` seconds. It may have `memory` bytes of address space."""
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(source, jobs), daemon=True).start()
    try:
        frames.write(sink, _packed(prepared if prepared.error else Reply(value=os.getpid())))
        if prepared.error:
            return
        _limit_memory(memory)
        while True:
            # What a job left behind is megabytes for each file drawn, and goes at once, not when the collector's turn
            # would come. What is there then stays: it need not be looked through again and again.
            gc.collect()
            gc.freeze()
            frames.write(sink, _packed(_do(jobs.get(timeout=idle))))
    except (Empty, BrokenPipeError):
        return


def answer(job: Callable[[], Any]) -> Reply:
    """What `job` returned or raised."""
    try:
        return Reply(value=job())
    except Exception as error:  # noqa: BLE001  (whatever it is, it is raised again where the job came from)
        error.add_note(f"In a child process:\n{traceback.format_exc()}")
        return Reply(error=error)


def _limit_memory(memory: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


def _listen(source: int, jobs: "SimpleQueue[bytes]") -> None:
    """Takes jobs in; when the parent is gone, ends the process in the middle of whatever it does."""
    try:
        while True:
            jobs.put(frames.read(source))
    except EOFError:
        os._exit(0)


def _do(job: bytes) -> Reply:
    def limited() -> Any:
        limit, packed = pickle.loads(job)  # noqa: S301  (only the parent can write here)
        # The parent ends a job that takes too long. Should the parent be gone, and the job keep the interpreter's lock
        # so that nobody listens any more, the kernel ends it.
        signal.setitimer(signal.ITIMER_REAL, limit + _GRACE)
        try:
            return pickle.loads(packed)()  # noqa: S301
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    return answer(limited)


def _packed(reply: Reply) -> bytes:
    """`reply` for the way to the parent; what cannot travel is told."""
    try:
        packed = pickle.dumps(reply)
        if reply.error:
            pickle.loads(packed)  # noqa: S301  (many exceptions can be packed and not unpacked)
    except Exception as error:  # noqa: BLE001  (a value or an error of any kind may fail in any way)
        return pickle.dumps(Reply(error=_untold(reply, error)))
    return packed


def _untold(reply: Reply, failure: Exception) -> Exception:
    if reply.error:
        story = "".join([*traceback.format_exception(reply.error), *reply.error.__notes__])
        return RuntimeError(f"a job failed in a child process:\n{story}")
    return failure
