"""Web, worker and queue write to one database at the same time, and none of them is turned away."""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable

from briefings.domain.errors import LeaseLost
from briefings.models import Run
from briefings.services.journal import RowJournal
from tests.at_once import at_once
from tests.crowd.visitor import Visitor
from tests.factories import RunFactory

SECONDS = 8.0
PACE = 0.2
"""Seconds between two requests of one visitor."""
BEATS_PER_SECOND = 20
NOWHERE = "Wuzzlefrinks and the gronkulation of splanmish"


def paced(work: Callable[[], object], pace: float) -> None:
    """Does `work` every `pace` seconds for as long as the load lasts."""
    ends = time.monotonic() + SECONDS
    waiting = threading.Event()
    while time.monotonic() < ends:
        started = time.monotonic()
        work()
        waiting.wait(max(0.0, pace - (time.monotonic() - started)))


class Reader:
    """Asks for a briefing, looks how it stands, and so on."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._hidden = visitor.hidden()
        self._place = ""
        self.statuses: Counter[int] = Counter()

    def __call__(self) -> None:
        paced(self._step, PACE)

    def _step(self) -> None:
        fields = self._hidden | {"topic": NOWHERE, "submission": str(uuid.uuid4())}
        answer = self._visitor.post("/briefings/", **fields)
        self._place = answer.place or self._place
        looks = [self._visitor.get(self._place[:-1] + ".json"), self._visitor.get(self._place + "progress/")]
        self.statuses.update(seen.status for seen in (answer, *looks))


class Heart:
    """A run that shows life twenty times a second."""

    def __init__(self) -> None:
        self._run = RunFactory.create(running=True)
        assert self._run.lease
        self._journal = RowJournal(self._run, self._run.lease)
        self.sent = self.lost = 0

    def __call__(self) -> None:
        paced(self._beat, 1 / BEATS_PER_SECOND)

    def _beat(self) -> None:
        self.sent += 1
        try:
            self._journal.beat()
        except LeaseLost:
            self.lost += 1

    @property
    def last(self) -> bool:
        """Whether what was written last is what stands there."""
        return Run.objects.get(pk=self._run.pk).heartbeat_at == self._run.heartbeat_at


def test_nobody_is_told_that_the_database_is_busy(serve, worker):
    served = serve(KYLE_GUEST_QUOTA="1000", KYLE_GUEST_ADDRESS_QUOTA="1000")
    working = worker(KYLE_WORKERS="1")
    readers = [Reader(served.visitor()) for _ in range(5)]
    hearts = [Heart() for _ in range(3)]
    assert at_once([*readers, *hearts]) == [None] * 8
    working.end()

    statuses = sum((reader.statuses for reader in readers), Counter())
    assert set(statuses) == {200, 303}
    assert Run.objects.count() == statuses[303] + len(hearts)
    assert all(heart.sent > BEATS_PER_SECOND and heart.lost == 0 and heart.last for heart in hearts)
    assert not Run.objects.filter(faults__icontains="OperationalError").exists()
    for log in (served.log, working.log):
        assert "locked" not in log
        assert "OperationalError" not in log
        assert "Traceback" not in log
