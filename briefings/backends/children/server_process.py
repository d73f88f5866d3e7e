"""The parent's side of the process that children are forked from."""

import os
import socket
import subprocess
import sys
import threading

from briefings.backends.children.errors import Died
from briefings.backends.children.fork_server import END, FORK, NUMBER
from briefings.backends.children.terms import Terms

_PROGRAM = "briefings.backends.children.fork_server"

# glibc keeps what was freed, and the more the larger it was; making one font would cost 25 MB ever after.
_FRUGAL = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}


class ForkServer:
    """Forks children for any number of threads. It is started when the first is needed, and anew when it is gone."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def fork(self, jobs: int, answers: int) -> None:
        """Has a child forked that reads `jobs`, a pipe, and writes `answers`. Raises Died where no process can be
        started. Does not wait for the child; it prepares itself meanwhile."""
        with self._lock:
            try:
                self._send(jobs, answers)
            except OSError:
                # It has ended: it had nothing to do, or somebody killed it.
                self._drop()
                try:
                    self._send(jobs, answers)
                except OSError as error:
                    raise Died(f"no process could be started: {error}") from error

    def end(self, pid: int) -> int | None:
        """Kills a child. Its exit code, negative where a signal ended it; null where nobody knows that any more."""
        with self._lock:
            try:
                return self._asked_to_end(pid)
            except OSError:
                self._drop()
                return None

    def close(self) -> None:
        """Ends the server. The children that it has forked live on, as long as their pipes are open."""
        with self._lock:
            self._drop()

    def disown(self) -> None:
        """For a process that was forked from the parent: lets go of what is not its own."""
        if self._control and self._process:
            self._control.close()
            self._process.poll()

    def _send(self, jobs: int, answers: int) -> None:
        socket.send_fds(self._started(), [FORK], [jobs, answers])

    def _asked_to_end(self, pid: int) -> int:
        """Raises OSError where the server is gone."""
        control = self._started()
        control.sendall(END + NUMBER.pack(pid))
        told = control.recv(NUMBER.size, socket.MSG_WAITALL)
        if len(told) < NUMBER.size:
            raise ConnectionError("the server is gone")
        (code,) = NUMBER.unpack(told)
        return int(code)

    def _started(self) -> socket.socket:
        if self._control is None:
            ours, its = socket.socketpair()
            with its:
                self._process = self._start(its.fileno())
            self._control = ours
        return self._control

    def _start(self, control: int) -> "subprocess.Popen[bytes]":
        prepare = f"{self._terms.prepare.__module__}:{self._terms.prepare.__qualname__}"
        # A folder that happens to be the current one is no place to import from: hence -P.
        program = [sys.executable, "-P", "-m", _PROGRAM, prepare, str(self._terms.memory), str(self._terms.idle)]
        return subprocess.Popen(program, stdin=control, stdout=subprocess.DEVNULL, env=_environment())  # noqa: S603

    def _drop(self) -> None:
        if self._control and self._process:
            self._control.close()
            self._process.kill()
            self._process.wait()
        self._control = self._process = None


def _environment() -> dict[str, str]:
    """The parent's, with its own way of finding modules."""
    return os.environ | _FRUGAL | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
