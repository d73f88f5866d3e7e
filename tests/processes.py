"""What is known of processes, and waiting for what will be so."""

import time
from collections.abc import Callable
from pathlib import Path


def eventually(holds: Callable[[], object], seconds: float = 20.0) -> bool:
    """Whether `holds` comes true within `seconds`."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def is_gone(pid: int) -> bool:
    """Whether the process has ended, be it that nobody has asked for its exit code yet."""
    try:
        state = _stat(pid)[0]
    except FileNotFoundError:
        return True
    return state in "ZX"


def is_stopped(pid: int) -> bool:
    """Whether every thread of the process stands still; a signal to stop reaches them one after the other."""
    states = {_fields(file.read_text())[0] for file in Path(f"/proc/{pid}/task").glob("*/stat")}
    return states == {"T"}


def session(leader: int) -> list[int]:
    """The living processes of the session that the process `leader` began."""
    return [pid for pid, stat in _all() if stat[0] not in "ZX" and int(stat[3]) == leader]


def children_of(parent: int) -> list[int]:
    """The living processes that `parent` started itself."""
    return [pid for pid, stat in _all() if stat[0] not in "ZX" and int(stat[1]) == parent]


def _all() -> list[tuple[int, list[str]]]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found.append((int(folder.name), _stat(int(folder.name))))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def _stat(pid: int) -> list[str]:
    """State, parent, group, session and more; the name before them may hold anything, spaces and brackets too."""
    return _fields(Path(f"/proc/{pid}/stat").read_text())


def _fields(stat: str) -> list[str]:
    return stat.rpartition(")")[2].split()
