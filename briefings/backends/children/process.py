"""The parent's side of one child process."""

import os
import pickle
import select
import time

from briefings.backends.children import frames
from briefings.backends.children.errors import Died, Overdue
from briefings.backends.children.reply import Reply
from briefings.backends.children.server_process import ForkServer
from briefings.pipeline.ports import Alive

TICK = 1.0
"""Seconds between two signs of life of a thread that waits."""

_START_LIMIT = 60.0


class Child:
    """One child process. One thread at a time may use it."""

    def __init__(self, server: ForkServer) -> None:
        """Raises Died where no process can be started."""
        self._server = server
        self._pid = 0
        self.done = 0
        source, self._jobs = os.pipe()
        self._answers, sink = os.pipe()
        try:
            server.fork(source, sink)
        except Died:
            self._close()
            raise
        finally:
            os.close(source)
            os.close(sink)
        os.set_blocking(self._jobs, False)

    @property
    def is_alive(self) -> bool:
        """Whether anybody holds the other end of its answers, and nobody else ever does."""
        answers = select.poll()
        answers.register(self._answers, 0)
        return not answers.poll(0)

    def do(self, work: bytes, limit: float, alive: Alive) -> Reply:
        """What the pickled callable `work` gave, which has `limit` seconds. Raises Overdue, Died, and what `alive`
        raises: each leaves a child of no use."""
        if not self._pid:
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
        """Kills it; one that is not ready yet ends by itself when it finds its pipe closed."""
        if self._pid:
            self._server.end(self._pid)
        self._close()

    def disown(self) -> None:
        """For a process that was forked from the parent: lets go of what is not its own."""
        self._close()

    def _get_ready(self, alive: Alive) -> None:
        try:
            reply = self._read(_Patience(_START_LIMIT, alive).wait)
        except Overdue as error:
            raise Died(f"a process was not ready within {_START_LIMIT:g} s") from error
        if reply.error:
            # Whatever is forked from it would say the same.
            self._server.close()
            raise Died(f"a process could not be prepared: {reply.error}") from reply.error
        self._pid = reply.value

    def _read(self, wait: frames.Wait) -> Reply:
        try:
            reply: Reply = pickle.loads(frames.read(self._answers, wait))  # noqa: S301  (only the child can write there)
        except EOFError as error:
            raise self._died() from error
        return reply

    def _died(self) -> Died:
        code = self._server.end(self._pid) if self._pid else None
        self._pid = 0
        if code is None:
            return Died("its process is gone")
        return Died(f"its process ended {f'by signal {-code}' if code < 0 else f'with code {code}'}")

    def _close(self) -> None:
        os.close(self._jobs)
        os.close(self._answers)


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
