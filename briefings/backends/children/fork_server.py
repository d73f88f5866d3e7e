"""The process that children are forked from: it prepares itself once, and they share what it has in memory.

python -m briefings.backends.children.fork_server PREPARE MEMORY IDLE

Its standard input is a socket that leads to the parent. A byte `FORK` comes with the ends of two pipes, a new child's
for its jobs and its answers; a byte `END` with a process id, which is killed and its exit code sent back. PREPARE
(module:function) is called before the first child is forked. MEMORY is the most address space of a child in bytes.
After IDLE seconds without a job a child ends, and the server where it has none.
"""

import gc
import os
import pkgutil
import select
import signal
import socket
import struct
import sys
import traceback
from typing import NoReturn

from briefings.backends.children import child
from briefings.backends.children.reply import Reply

FORK, END = b"F", b"E"
NUMBER = struct.Struct("!i")
"""A process id, and an exit code: negative where a signal ended the process."""


def main(prepare: str, memory: int, idle: float) -> None:
    """Raises nothing: whoever is forked says what went wrong."""
    control = _own_control()
    # What the terminal sends to all is for the parent to decide.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    prepared = child.answer(pkgutil.resolve_name(prepare))
    # A collector that looks through what is there would make a copy of it for each child.
    gc.collect()
    gc.freeze()
    ended: dict[int, int] = {}
    while True:
        asked, _, _ = select.select([control], [], [], idle)
        has_children = _reap(ended)
        if not asked and not has_children:
            return
        if asked and not _answer(control, ended, prepared, memory, idle):
            return


def _own_control() -> socket.socket:
    """The socket, out of reach of libraries that read or print."""
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return control


def _reap(ended: dict[int, int]) -> bool:
    """Notes the exit codes of children that have ended. Whether any lives."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not pid:
            return True
        ended[pid] = os.waitstatus_to_exitcode(status)


def _answer(control: socket.socket, ended: dict[int, int], prepared: Reply, memory: int, idle: float) -> bool:
    """Does what the parent asks. Whether there is more to come."""
    what, pipes, _, _ = socket.recv_fds(control, 1, 2)
    if what == FORK:
        if not os.fork():
            control.close()
            _be_a_child(pipes[0], pipes[1], prepared, memory, idle)
        for pipe in pipes:
            os.close(pipe)
        return True
    if what == END:
        (pid,) = NUMBER.unpack(control.recv(NUMBER.size, socket.MSG_WAITALL))
        control.sendall(NUMBER.pack(_end(pid, ended)))
        return True
    return False


def _be_a_child(source: int, sink: int, prepared: Reply, memory: int, idle: float) -> NoReturn:
    try:
        child.work(source, sink, prepared, memory, idle)
    except BaseException:  # noqa: BLE001  (a forked process must not go on as its parent)
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _end(pid: int, ended: dict[int, int]) -> int:
    """The exit code of a child, which lives no more."""
    if pid in ended:
        return ended.pop(pid)
    os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
