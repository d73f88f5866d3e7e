"""`manage.py worker` as an operator runs it: real processes on the tests' database."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings as django_settings

from briefings.models import Run, WorkerBeat
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.fakes import brief
from tests.processes import children_of, eventually, session
from tests.world import environment

PERIOD = 2.0
"""Seconds between two probes; a cluster that was silent for three periods is replaced."""


@dataclass
class Worker:
    """A running `manage.py worker`. Its processes are given by their ids; `log` is what they wrote."""

    process: subprocess.Popen[bytes]
    log_file: Path

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    @property
    def masters(self) -> list[int]:
        """The master of the present cluster; none between two clusters."""
        return children_of(self.process.pid)

    @property
    def cluster(self) -> set[int]:
        """All processes of the present cluster."""
        return {pid for master in self.masters for pid in session(master)}

    @property
    def sentinel(self) -> int:
        # The other child of the master, which was there before it, is the shell that waits for the worker's death.
        return max(children_of(self.masters[0]))

    @property
    def hands(self) -> list[int]:
        """The sentinel's children as it started them: the workers, the monitor, the pusher."""
        return sorted(children_of(self.sentinel))

    def is_answering(self) -> bool:
        """Whether a worker of the present cluster has answered a probe, or carries."""
        names = [f"{os.uname().nodename}:{pid}" for pid in self.cluster]
        return WorkerBeat.objects.filter(name__in=names).exists()

    def end(self, number: int = signal.SIGTERM) -> float:
        """The seconds that the worker took to end after the signal."""
        started = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(60)
        return time.monotonic() - started


@pytest.fixture
def worker(transactional_db, settings, tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    """Starts a worker with settings of one's own and waits until its cluster answers."""
    started: list[Worker] = []

    def start(**variables: str) -> Worker:
        own = {"SECRET_KEY": settings.SECRET_KEY, "KYLE_PROBE_SECONDS": str(PERIOD)} | variables
        log_file = tmp_path / f"worker{len(started)}.log"
        with log_file.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "worker"],
                env=environment(settings, **own),
                cwd=django_settings.BASE_DIR,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        started.append(Worker(process, log_file))
        assert eventually(started[-1].is_answering, 60), started[-1].log
        return started[-1]

    yield start
    left = {pid for one in started for pid in one.masters}
    for one in started:
        one.process.kill()
        one.process.wait()
    assert eventually(lambda: not any(map(session, left)))


@pytest.fixture
def ask(transactional_db) -> Callable[..., Run]:
    """Submits a topic of the starter corpus, as a guest; gives the queued run."""

    def submitted(topic: str = "How does HTTP/3 differ from HTTP/2?") -> Run:
        return submit(brief(topic, length="brief"), Requester(guest=uuid.uuid4()), uuid.uuid4())

    return submitted
