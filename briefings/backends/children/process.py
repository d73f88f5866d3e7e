"""The parent's side of one child process."""

import os
import pickle
import select
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from briefings.backends.children import frames
from briefings.backends.children.errors import Died, Overdue
from briefings.backends.children.reply import Reply
from briefings.pipeline.ports import Alive

TICK = 1.0
"""Seconds between two signs of life of a thread that waits."""

_START_LIMIT = 60.0
_PROGRAM = "briefings.backends.children.child"

# glibc keeps what was freed, and the more the larger it was; making one font would cost 25 MB ever after.
_FRUGAL = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}


@dataclass(frozen=True)
class Terms:
    """How children live. `prepare` is a function of a module, called in each before its first job; `memory` is the most
    address space in bytes; after `idle` seconds without a job a child ends, after `jobs` of them it is replaced."""

    prepare: Callable[[], None]
    memory: int = 1_500_000_000
    idle: float = 300.0
    jobs: int = 1000


class Child:
    """One child process. It is started at once, and prepares itself meanwhile. One thread at a time may use it."""

    def __init__(self, terms: Terms) -> None:
        """Raises Died where no process can be started."""
        prepare = f"{terms.prepare.__module__}:{terms.prepare.__qualname__}"
        # A folder that happens to be the current one is no place to import from: hence -P.
        program = [sys.executable, "-P", "-m", _PROGRAM, prepare, str(terms.memory), str(terms.idle)]
        try:
            self._process = subprocess.Popen(  # noqa: S603
                program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=_environment()
            )
        except OSError as error:
            raise Died(f"no process could be started: {error}") from error
        assert self._process.stdin
        assert self._process.stdout
        self._pipes = (self._process.stdin, self._process.stdout)
        self._jobs, self._answers = (pipe.fileno() for pipe in self._pipes)
        os.set_blocking(self._jobs, False)
        self._is_ready = False
        self.done = 0

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def do(self, work: bytes, limit: float, alive: Alive) -> Reply:
        """What the pickled callable `work` gave, which has `limit` seconds. Raises Overdue, Died, and what `alive`
        raises: each leaves a child of no use."""
        if not self._is_ready:
            self._get_ready(alive)
        wait = _Patience(limit, alive).wait
        try:
            frames.write(self._jobs, pickle.dumps((limit, work)), wait)
            reply = self._read(wait)
        except BrokenPipeError as error:
            raise self._died() from error
        self.done += 1
        return reply

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._close()

    def disown(self) -> None:
        """For a process that was forked from the parent: lets go of what is not its own."""
        self._close()
        self._process.poll()

    def _get_ready(self, alive: Alive) -> None:
        try:
            reply = self._read(_Patience(_START_LIMIT, alive).wait)
        except Overdue as error:
            raise Died(f"a process was not ready within {_START_LIMIT:g} s") from error
        if reply.error:
            raise Died(f"a process could not be prepared: {reply.error}") from reply.error
        self._is_ready = True

    def _read(self, wait: frames.Wait) -> Reply:
        try:
            reply: Reply = pickle.loads(frames.read(self._answers, wait))  # noqa: S301  (only the child can write there)
        except EOFError as error:
            raise self._died() from error
        return reply

    def _died(self) -> Died:
        try:
            code = self._process.wait(TICK)
        except subprocess.TimeoutExpired:
            return Died("its process fell silent")
        return Died(f"its process ended {f'by signal {-code}' if code < 0 else f'with code {code}'}")

    def _close(self) -> None:
        for pipe in self._pipes:
            pipe.close()


class _Patience:
    """A limit of time over several waits."""

    def __init__(self, limit: float, alive: Alive) -> None:
        self._limit = limit
        self._end = time.monotonic() + limit
        self._alive = alive

    def wait(self, pipe: int, event: int) -> None:
        ready = select.poll()
        ready.register(pipe, event)
        while True:
            left = self._end - time.monotonic()
            if left <= 0:
                raise Overdue(f"not finished within {self._limit:g} s")
            if ready.poll(1000 * min(left, TICK)):
                return
            self._alive()


def _environment() -> dict[str, str]:
    """The parent's, with its own way of finding modules."""
    return os.environ | _FRUGAL | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
