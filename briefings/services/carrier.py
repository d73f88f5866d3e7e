"""The carrier: one in a worker process, carrying many runs, a thread each; it dispatches and recovers on every tick."""

import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from briefings.domain.errors import HandedBack
from briefings.models import Run, WorkerBeat
from briefings.services.database import Database, SharedConnections
from briefings.services.execute import execute, hand_back
from briefings.services.recover import recover
from briefings.services.submit import wake_up

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
SHIFT_SECONDS = 1800.0

PATIENCE_SECONDS = 20.0
"""How long a run may take to reach its next step once the worker is to stop. Then it is handed back where it is: what
its call would have brought is lost, its attempt is not."""


def simplified_from() -> int:
    """The number of the first attempt that runs in simplified mode."""
    return int(settings.KYLE_MAX_ATTEMPTS) - int(settings.KYLE_SIMPLIFIED_ATTEMPTS) + 1


def beat(runs: int = 0) -> None:
    """Shows that this worker process is at work."""
    name = f"{socket.gethostname()}:{os.getpid()}"
    signs = {"beat_at": timezone.now(), "runs": runs, "cluster": settings.KYLE_CLUSTER}
    WorkerBeat.objects.update_or_create(name=name, defaults=signs)


def carry() -> int:
    """Carries runs until none is left, or until the worker is to stop. The number of runs carried."""
    flag = settings.KYLE_STOP_FILE
    carrier = Carrier(settings.KYLE_RUNS_PER_WORKER, lambda: bool(flag) and Path(flag).exists())
    carried = carrier.carry()
    if carrier.is_tired:
        wake_up()
    return carried


def _connections() -> int:
    """How many connections the runs share; the queue's worker has one of its own."""
    # Where one writes at a time, others would not queue up but sleep and look again, ever longer.
    writes_together = connection.features.has_select_for_update
    return settings.KYLE_DATABASE_CONNECTIONS - 1 if writes_together else 1


@dataclass(frozen=True)
class _Underway:
    run: Run
    lease: uuid.UUID
    finished: threading.Event


@dataclass
class Carrier:
    """Carries claimable runs, at most `capacity` at a time, until there is none left or `stopping` says so.

    The queue ends a task that lasts too long, so after `SHIFT_SECONDS` a carrier claims no more and makes room for the
    next one.
    """

    capacity: int
    stopping: Callable[[], bool]
    patience: float = PATIENCE_SECONDS
    _began: float = field(default_factory=time.monotonic, init=False)
    _asked_to_stop: float | None = field(default=None, init=False)
    _underway: list[_Underway] = field(default_factory=list, init=False)
    _freed: threading.Event = field(default_factory=threading.Event, init=False)
    carried: int = field(default=0, init=False)

    @property
    def is_tired(self) -> bool:
        return time.monotonic() - self._began > SHIFT_SECONDS

    def carry(self) -> int:
        """The number of runs carried, to an end or handed back."""
        with SharedConnections(_connections()) as database:
            while self._tick(database):
                self._freed.wait(TICK_SECONDS)
                self._freed.clear()
            self._hand_back_the_rest(database)
            database.do(beat)
        return self.carried

    def _tick(self, database: Database) -> bool:
        """Recovers, claims, beats. Whether there is something left to do."""
        self._forget_finished()
        database.do(recover)
        is_stopping = self.stopping()
        if not is_stopping and not self.is_tired:
            self._claim(database)
        database.do(lambda: beat(len(self._underway)))
        return bool(self._underway) and (not is_stopping or self._is_patient())

    def _is_patient(self) -> bool:
        self._asked_to_stop = self._asked_to_stop or time.monotonic()
        return time.monotonic() - self._asked_to_stop < self.patience

    def _claim(self, database: Database) -> None:
        while len(self._underway) < self.capacity:
            lease = uuid.uuid4()
            run = database.do(lambda lease=lease: Run.objects.claim(lease, simplified_from=simplified_from()).first())  # type: ignore[misc]
            if run is None:
                return
            self._start(run, lease, database)

    def _start(self, run: Run, lease: uuid.UUID, database: Database) -> None:
        finished = threading.Event()

        def carry() -> None:
            try:
                execute(run, lease, database, self.stopping)
            finally:
                finished.set()
                self._freed.set()

        self._underway.append(_Underway(run, lease, finished))
        self.carried += 1
        threading.Thread(target=carry, name=f"run-{run.pk}", daemon=True).start()

    def _forget_finished(self) -> None:
        self._underway = [one for one in self._underway if not one.finished.is_set()]

    def _hand_back_the_rest(self, database: Database) -> None:
        for one in self._underway:
            stuck = HandedBack("the worker stopped in the middle of a call")
            database.do(partial(hand_back, one.run, one.lease, stuck))
