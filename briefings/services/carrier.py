"""The carrier: one in a worker process, carrying many runs, a thread each; it dispatches and recovers on every tick."""

import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from briefings.models import Run, WorkerBeat
from briefings.services.database import Database, SharedConnections
from briefings.services.execute import execute
from briefings.services.recover import recover
from briefings.services.submit import wake_up

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
SHIFT_SECONDS = 1800.0


def simplified_from() -> int:
    """The number of the first attempt that runs in simplified mode."""
    return int(settings.KYLE_MAX_ATTEMPTS) - int(settings.KYLE_SIMPLIFIED_ATTEMPTS) + 1


def beat(runs: int = 0) -> None:
    """Shows that this worker process is at work."""
    name = f"{socket.gethostname()}:{os.getpid()}"
    WorkerBeat.objects.update_or_create(name=name, defaults={"beat_at": timezone.now(), "runs": runs})


def carry() -> int:
    """Carries runs until none is left, or until the worker is to stop. The number of runs carried."""
    flag = settings.KYLE_STOP_FILE
    carrier = Carrier(settings.KYLE_RUNS_PER_WORKER, lambda: bool(flag) and Path(flag).exists())
    carried = carrier.carry()
    if carrier.is_tired:
        wake_up()
    return carried


@dataclass
class Carrier:
    """Carries claimable runs, at most `capacity` at a time, until there is none left or `stopping` says so.

    The queue ends a task that lasts too long, so after `SHIFT_SECONDS` a carrier claims no more and makes room for the
    next one.
    """

    capacity: int
    stopping: Callable[[], bool]
    _began: float = field(default_factory=time.monotonic, init=False)
    _threads: dict[uuid.UUID, threading.Thread] = field(default_factory=dict, init=False)
    _freed: threading.Event = field(default_factory=threading.Event, init=False)
    carried: int = field(default=0, init=False)

    @property
    def is_tired(self) -> bool:
        return time.monotonic() - self._began > SHIFT_SECONDS

    def carry(self) -> int:
        """The number of runs carried, to an end or handed back."""
        with SharedConnections(settings.KYLE_DATABASE_CONNECTIONS - 1) as database:
            while self._tick(database):
                self._freed.wait(TICK_SECONDS)
                self._freed.clear()
            self._join()
        return self.carried

    def _tick(self, database: Database) -> bool:
        """Beats, recovers, claims. Whether there is something left to do."""
        self._forget_finished()
        database.do(lambda: beat(len(self._threads)))
        database.do(recover)
        if not self.stopping() and not self.is_tired:
            self._claim(database)
        return bool(self._threads)

    def _claim(self, database: Database) -> None:
        while len(self._threads) < self.capacity:
            lease = uuid.uuid4()
            run = database.do(lambda lease=lease: Run.objects.claim(lease, simplified_from=simplified_from()).first())  # type: ignore[misc]
            if run is None:
                return
            self._start(run, lease, database)

    def _start(self, run: Run, lease: uuid.UUID, database: Database) -> None:
        def carry() -> None:
            try:
                execute(run, lease, database, self.stopping)
            finally:
                self._freed.set()

        thread = threading.Thread(target=carry, name=f"run-{run.pk}", daemon=True)
        self._threads[lease] = thread
        self.carried += 1
        thread.start()

    def _forget_finished(self) -> None:
        self._threads = {lease: thread for lease, thread in self._threads.items() if thread.is_alive()}

    def _join(self) -> None:
        for thread in self._threads.values():
            thread.join()
