"""A storm: runs are carried by real worker processes that are killed, again and again, until every run has ended."""

import json
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from briefings.models import Run, Status
from tests.processes import eventually

WORKERS = 2
PATIENCE = 400.0
"""Seconds after which a storm that does not end is a failure."""

HEARTBEAT_TIMEOUT = 3

Point = dict[str, Any]
"""Where a worker dies; the module `dying` says how it is told."""


def at_statement(number: int, seconds: float = 0.0) -> Point:
    return {"statement": number, "seconds": seconds}


def at_text(pattern: str, seconds: float = 0.0) -> Point:
    return {"text": pattern, "seconds": seconds}


def once_done() -> Point:
    return {"done": True}


@dataclass
class Storm:
    """Worker processes of that program with these variables. `folder` is theirs: documents, the plan, what became of
    them."""

    folder: Path
    environment: Mapping[str, str]
    program: str = "tests.chaos.dying"

    def rage(self, plan: Mapping[uuid.UUID, Sequence[Point]]) -> None:
        """Lets workers carry until none is queued or running, killed at the points that `plan` names for each run."""
        (self.folder / "plan.json").write_text(json.dumps({str(run): points for run, points in plan.items()}))
        self._stop.unlink(missing_ok=True)
        nurse = self._start()
        try:
            assert eventually(lambda: self._is_over(nurse), PATIENCE), "the storm does not end"
            self._stop.touch()
            assert nurse.wait(timeout=60) == 0, "a worker ended by itself"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(nurse.pid, signal.SIGKILL)
            nurse.wait()

    @property
    def deaths(self) -> int:
        return sum(len(file.read_text().splitlines()) for file in self.folder.glob("*.deaths"))

    def last_death(self, run: Run) -> datetime:
        """When a worker that carried that run died last."""
        died_at = (self.folder / f"{run.pk}.deaths").read_text().splitlines()[-1].split()[0]
        return datetime.fromtimestamp(float(died_at), UTC)

    def statements(self, run: Run) -> int:
        """How many statements to the database whoever finished the run needed for it."""
        return int((self.folder / f"{run.pk}.statements").read_text())

    @property
    def _stop(self) -> Path:
        return self.folder / "stop"

    def _is_over(self, nurse: "subprocess.Popen[bytes]") -> bool:
        assert nurse.poll() is None, "the workers' nurse ended by itself"
        return not Run.objects.filter(status__in=(Status.QUEUED, Status.RUNNING)).exists()

    def _start(self) -> "subprocess.Popen[bytes]":
        variables = {
            "KYLE_RUNS_PER_WORKER": "1",
            "KYLE_HEARTBEAT_TIMEOUT": str(HEARTBEAT_TIMEOUT),
            "KYLE_CHILD_PROCESSES": "0",
            "KYLE_STOP_FILE": str(self._stop),
        }
        with (self.folder / "workers.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", self.program, str(self.folder), str(WORKERS)],
                env=os.environ | self.environment | variables,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
