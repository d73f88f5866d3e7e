"""Workers that die where they are told to.

python -m tests.chaos.dying FOLDER WORKERS    keeps so many worker processes that carry whatever comes; in the place of
one that was killed it puts another, until the stop file is there. `plan.json` in FOLDER holds for each run, by its id,
a list of points: at the first of them dies who carries the run first, at the next the next. A point names the number of
a statement to the database, counted from the claim, or a pattern that a statement matches: the process is killed before
that statement is sent, or so many seconds later, wherever it is then. Or it names the moment when the run is done.
FOLDER keeps who died when and of what, and how many statements a finished run took.
"""

import json
import logging
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import django

django.setup()

import openai  # noqa: E402, F401
from django.conf import settings  # noqa: E402
from django.db.backends.signals import connection_created  # noqa: E402

from briefings.rendering import docx_blocks, pdf_drawing  # noqa: E402, F401
from briefings.tasks import carry  # noqa: E402


class Fate(logging.Handler):
    """Hears from the log which run is carried, sees every statement, and ends the process when it is time."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._plan = json.loads((folder / "plan.json").read_text())
        self._lock = threading.Lock()
        self._run = ""
        self._point: dict[str, Any] = {}
        self._statements = 0

    def emit(self, record: logging.LogRecord) -> None:
        values = record.args if isinstance(record.args, tuple) else ()
        if "carried under lease" in record.msg:
            self._begin(str(values[0]))
        elif "done" in record.msg:
            (self._folder / f"{values[0]}.statements").write_text(str(self._statements))
            if "done" in self._point:
                self._die()

    def _begin(self, run: str) -> None:
        points = self._plan.get(run, [])
        deaths = self._deaths(run)
        with self._lock:
            self._run, self._statements = run, 0
            self._point = points[deaths] if deaths < len(points) else {}

    def _deaths(self, run: str) -> int:
        file = self._folder / f"{run}.deaths"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        with self._lock:
            self._statements += 1
            if self._is_here(f"{sql} {params}"):
                self._die()
        return execute(sql, params, many, context)

    def _is_here(self, statement: str) -> bool:
        if "text" in self._point:
            return bool(re.search(self._point["text"], statement, re.DOTALL))
        return self._statements == self._point.get("statement")

    def _die(self) -> None:
        with (self._folder / f"{self._run}.deaths").open("a") as file:
            file.write(f"{time.time()} {self._point}\n")
        seconds = self._point.get("seconds", 0)
        self._point = {}
        if seconds:
            threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
        else:
            os.kill(os.getpid(), signal.SIGKILL)


def work(folder: Path) -> None:
    """A worker process: carries, rests, carries."""
    fate = Fate(folder)
    logging.getLogger("briefings.services.execute").addHandler(fate)
    with ExitStack() as stack:

        def watch(connection: Any, **_: Any) -> None:
            stack.enter_context(connection.execute_wrapper(fate))

        connection_created.connect(watch)
        pause = threading.Event()
        while not Path(settings.KYLE_STOP_FILE).exists():
            carry()
            pause.wait(0.2)


def start(folder: Path) -> int:
    """The process id of a new worker. What is slow to import it has from its parent."""
    pid = os.fork()
    if not pid:
        try:
            work(folder)
        except BaseException:
            logging.getLogger(__name__).exception("a worker ended by itself")
            os._exit(1)
        os._exit(0)
    return pid


def nurse(folder: Path, workers: int) -> int:
    """Keeps workers alive. The number of those that ended by themselves, which none should."""
    failed = 0
    living = {start(folder) for _ in range(workers)}
    while living:
        pid, status = os.wait()
        living.remove(pid)
        failed += os.WIFEXITED(status) and os.WEXITSTATUS(status) != 0
        if os.WIFSIGNALED(status) and not Path(settings.KYLE_STOP_FILE).exists():
            living.add(start(folder))
    return failed


if __name__ == "__main__":
    sys.exit(nurse(Path(sys.argv[1]), int(sys.argv[2])))
