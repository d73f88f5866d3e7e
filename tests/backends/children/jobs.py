"""Jobs for children, all of them quick to import: a child of these tests is ready in a moment."""

import os
import re
import signal
import sys
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

_KNOTS: list["weakref.ref[Knot]"] = []


def ready() -> None:
    sys.stdout.write("getting ready\n")


def never_ready() -> NoReturn:
    raise ImportError("a library is missing")


def double(number: int) -> int:
    return 2 * number


def shout(text: str) -> str:
    """Writes to the standard output, by Python and past it, and reads the standard input."""
    sys.stdout.write(text * 1000)
    sys.stdout.flush()
    os.write(1, text.encode() * 1000)
    return text + sys.stdin.read()


def pid() -> int:
    return os.getpid()


def after(file: Path) -> int:
    """The child's process id, once it was told by `file` that it is at work, and that file was taken away again."""
    file.touch()
    while file.exists():
        threading.Event().wait(0.01)
    return os.getpid()


class Knot:
    """Refers to itself, so that only the collector of garbage takes it away."""

    def __init__(self) -> None:
        self.itself = self


def leave_a_knot() -> None:
    _KNOTS.append(weakref.ref(Knot()))


def knots() -> int:
    """How many of the knots that were left are still there."""
    return sum(knot() is not None for knot in _KNOTS)


def hang(told: Path) -> NoReturn:
    told.write_text(str(os.getpid()))
    while True:
        signal.pause()


def hold(told: Path) -> None:
    """Keeps the interpreter's lock for ever, as no thread can run while an expression is matched."""
    told.write_text(str(os.getpid()))
    re.match("(a*)*b", "a" * 60)


def crash() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def crash_once(told: Path) -> str:
    if not told.exists():
        told.touch()
        crash()
    return "done"


def hoard(size: int) -> int:
    return len(b"x" * size)


class Refused(Exception):
    """An error that says more than its message."""

    wait = 0.0


def fail() -> NoReturn:
    error = Refused("come back later")
    error.wait = 7.5
    raise error


def fail_in_a_way_of_its_own() -> NoReturn:
    class Odd(Exception):
        def __init__(self, one: int, two: int) -> None:
            super().__init__(f"{one} and {two}")

    raise Odd(1, 2)


def fail_so_that_it_cannot_be_told() -> NoReturn:
    raise TwoParts("one", "two")


class TwoParts(Exception):
    """Can be packed, and not unpacked: its constructor does not take what it hands on."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def give_what_cannot_be_packed() -> object:
    return lambda: None


def interrupted() -> str:
    os.kill(os.getpid(), signal.SIGINT)
    return "went on"


def open_files() -> set[str]:
    """What the open files of the child are, in the words of the kernel."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        # The folder itself was open while it was read.
        with suppress(FileNotFoundError):
            found.add(os.readlink(f"/proc/self/fd/{number}").split(":")[0])
    return found
