"""Reading a process tree: memory, CPU, database connections."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


def tree(root: int) -> list[int]:
    """`root` and all its descendants, as far as they live."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting.extend(children.get(pid, []))
    return found


def pss_mb(pids: list[int]) -> float:
    """Proportional set size of all of them, in megabytes."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024


def cpu_seconds(pids: list[int]) -> dict[int, float]:
    """What each of them has used so far, of those that live."""
    used = {}
    for pid in pids:
        with contextlib.suppress(OSError, IndexError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            used[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def is_child(pid: int) -> bool:
    """Whether a process does a worker's heavy jobs."""
    with contextlib.suppress(OSError):
        return b".children." in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def connections(pids: list[int], database: Mapping[str, Any]) -> list[int]:
    """How many connections each of the processes holds to a database of Django's settings."""
    wanted = {str(database["NAME"])} if "sqlite3" in database["ENGINE"] else _sockets(int(database["PORT"] or 5432))
    return [sum(link in wanted for link in _open(pid)) for pid in pids]


def _open(pid: int) -> Iterator[str]:
    """What the descriptors of a process lead to, as far as it lives."""
    with contextlib.suppress(OSError):
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                yield os.readlink(descriptor)


def _sockets(port: int) -> set[str]:
    """The sockets of this machine that are connected to `port`."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with contextlib.suppress(OSError):
            for line in Path(table).read_text().splitlines()[1:]:
                fields = line.split()
                if int(fields[2].rsplit(":", 1)[1], 16) == port:
                    found.add(f"socket:[{fields[9]}]")
    return found
