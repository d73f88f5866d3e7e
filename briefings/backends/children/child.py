"""The child's side: does the jobs that come through its standard input, one after the other, and answers each.

python -m briefings.backends.children.child PREPARE MEMORY IDLE

PREPARE (module:function) is called first, and its reply says that the child is ready. MEMORY is the most address space
in bytes, IDLE the seconds without a job after which the child ends.
"""

import gc
import os
import pickle
import pkgutil
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from briefings.backends.children import frames
from briefings.backends.children.reply import Reply

_GRACE = 2.0


def main(prepare: str, memory: int, idle: float) -> None:
    source, sink = _own_pipes()
    _limit_memory(memory)
    # What the terminal sends to all is for the parent to decide.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(source, jobs), daemon=True).start()
    try:
        frames.write(sink, _answer(pkgutil.resolve_name(prepare)))
        while True:
            # What a job left behind is megabytes for each file drawn, and goes at once, not when the collector's turn
            # would come. What is there then stays: it need not be looked through again and again.
            gc.collect()
            gc.freeze()
            frames.write(sink, _do(jobs.get(timeout=idle)))
    except (Empty, BrokenPipeError):
        return


def _own_pipes() -> tuple[int, int]:
    """The two ends that lead to the parent, out of reach of libraries that read or print."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


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


def _do(job: bytes) -> bytes:
    def work() -> Any:
        limit, packed = pickle.loads(job)  # noqa: S301  (only the parent can write here)
        # The parent ends a job that takes too long. Should the parent be gone, and the job keep the interpreter's lock
        # so that nobody listens any more, the kernel ends it.
        signal.setitimer(signal.ITIMER_REAL, limit + _GRACE)
        try:
            return pickle.loads(packed)()  # noqa: S301
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    return _answer(work)


def _answer(work: Callable[[], Any]) -> bytes:
    try:
        return pickle.dumps(Reply(value=work()))
    except Exception as error:  # noqa: BLE001  (whatever it is, it is raised again where the job came from)
        return _failure(error)


def _failure(error: Exception) -> bytes:
    story = traceback.format_exc()
    error.add_note(f"In a child process:\n{story}")
    try:
        answer = pickle.dumps(Reply(error=error))
        pickle.loads(answer)  # noqa: S301  (many exceptions can be packed and not unpacked)
    except (pickle.PickleError, TypeError, AttributeError):
        return pickle.dumps(Reply(error=RuntimeError(f"a job failed in a child process:\n{story}")))
    return answer


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
