"""The watchdog: tells a cluster that hangs from one that works or idles.

A killed worker can leave a cluster that looks alive and carries nothing. So a probe goes round once in a while, from
the queue through a worker back to the record of finished tasks. While every worker carries runs, which may take long,
no probe can come back; then the beats of their carriers count.
"""

import logging
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import OrmQ, Task
from django_q.tasks import async_task

from briefings.backends import queue
from briefings.backends.queue import address
from briefings.models import WorkerBeat
from briefings.services.dispatch import dispatch, ensure_schedule

logger = logging.getLogger(__name__)

PROBE = "briefings.tasks.probe"
PERIODS = 3
"""So many probes without an answer, one after the other, are silence."""

FIRST_SECONDS = 30.0
"""A cluster that was just started gets at least so long to answer for the first time."""

FRESH_SECONDS = 5.0
"""A busy carrier beats every second; its beat counts for at least so long."""

MEMORY_SECONDS = 24 * 3600.0
"""How long the beats and the unanswered probes of clusters that are gone are kept."""


class Watchdog:
    """Watches the cluster of that name. Made when the cluster is started."""

    def __init__(self, cluster: str) -> None:
        self.has_answered = False
        self._cluster = cluster
        self._period: float = settings.KYLE_PROBE_SECONDS
        self._queue = get_broker(address(cluster))
        self._out_of_reach: tuple[type[Exception], ...] = (DatabaseError, *queue.out_of_reach())
        self._probes: deque[str] = deque(maxlen=16)
        self._seen = time.monotonic()
        self._looked = self._asked = float("-inf")
        self._is_prepared = self._is_blind = False

    @property
    def patience(self) -> float:
        """Seconds without a sign of life that are too long."""
        allowed = PERIODS * self._period
        return allowed if self.has_answered else max(FIRST_SECONDS, allowed)

    def is_silent(self) -> bool:
        """Whether the cluster has shown no life for too long. Looks and probes when it is time to."""
        now = time.monotonic()
        if now - self._looked >= self._period / 10:
            self._looked = now
            with self._seeing():
                self._look(now)
        return now - self._seen > self.patience

    def is_carrying(self) -> bool:
        """Whether a process of the cluster still shows that it carries runs."""
        carriers = 0
        with self._seeing():
            carriers = self._carriers()
        return carriers > 0

    def clean_up(self) -> None:
        """After the end of the cluster: takes back the probes that nobody will answer."""
        with self._seeing():
            self._queue.delete_queue()

    @contextmanager
    def _seeing(self) -> Iterator[None]:
        try:
            yield
            self._is_blind = False
        except self._out_of_reach as error:
            # Nobody can show life through a database that is not there: that says nothing about the cluster.
            self._seen = time.monotonic()
            if not self._is_blind:
                logger.warning("the watchdog cannot see its cluster: %s", error)
            self._is_blind = True
        finally:
            # It looks seldom and holds no connection in between: a database server has only so many.
            connections.close_all()

    def _look(self, now: float) -> None:
        if not self._is_prepared:
            _prepare()
            self._is_prepared = True
        if self._is_answered() or self._carriers() >= settings.KYLE_WORKERS:
            self._seen = now
        if now - self._asked >= self._period:
            self._ask()
            self._asked = now

    def _ask(self) -> None:
        # One probe at most waits to be taken, so that a cluster that was busy for long does not find a heap of them.
        if not self._queue.queue_size():
            self._probes.append(async_task(PROBE, cluster=address(self._cluster)))

    def _is_answered(self) -> bool:
        answered, _ = Task.objects.filter(pk__in=list(self._probes)).delete()
        self.has_answered = self.has_answered or bool(answered)
        return bool(answered)

    def _carriers(self) -> int:
        """How many processes of the cluster have lately shown that they carry runs."""
        fresh = WorkerBeat.objects.younger_than(max(FRESH_SECONDS, self._period))
        return fresh.filter(cluster=self._cluster, runs__gt=0).count()


def _prepare() -> None:
    """What a fresh cluster needs: the schedule, and a wake-up in place of those that went down with its predecessor."""
    ensure_schedule()
    dispatch()
    WorkerBeat.objects.older_than(MEMORY_SECONDS).delete()
    past = timezone.now() - timedelta(seconds=MEMORY_SECONDS)
    OrmQ.objects.filter(key__startswith=address(""), lock__lt=past).delete()
