"""What the watchdog makes of what it sees. tests/commands/test_worker.py shows it with real clusters."""

import time
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import OrmQ, Task
from django_q.signing import SignedPackage

from briefings.backends.queue import address
from briefings.models import WorkerBeat
from briefings.services import watchdog as module
from briefings.services.watchdog import Watchdog
from tests.processes import eventually

PERIOD = 0.3
SILENCE = 3 * PERIOD

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def watchdog(settings, monkeypatch):
    monkeypatch.setattr(module, "FIRST_SECONDS", SILENCE)
    settings.KYLE_PROBE_SECONDS = PERIOD
    settings.KYLE_CLUSTER = "north"
    settings.KYLE_WORKERS = 2
    watchdog = Watchdog("north")
    yield watchdog
    watchdog.clean_up()
    get_broker().delete_queue()


def answer() -> None:
    """Does what a cluster does with the probes that were sent to it."""
    queue = get_broker(address("north"))
    for _, packed in (queue.dequeue() or ()) if queue.queue_size() else ():
        task = SignedPackage.loads(packed)
        now = timezone.now()
        Task.objects.create(id=task["id"], name=task["name"], func=task["func"], started=now, stopped=now, success=True)


def busy(cluster: str = "north", *, runs: int = 1, name: str = "host:1", age: float = 0.0) -> None:
    signs = {"cluster": cluster, "runs": runs, "beat_at": timezone.now() - timedelta(seconds=age)}
    WorkerBeat.objects.update_or_create(name=name, defaults=signs)


def stays_well(watchdog: Watchdog, *meanwhile) -> bool:
    """Whether the cluster was never held for silent in the time in which silence would have been noticed twice."""
    end = time.monotonic() + 2 * SILENCE
    while time.monotonic() < end:
        for sign in meanwhile:
            sign()
        if watchdog.is_silent():
            return False
        time.sleep(0.02)
    return True


def test_a_cluster_that_never_answers_is_silent_and_found_with_one_probe(watchdog):
    assert not watchdog.is_silent()
    assert eventually(watchdog.is_silent)
    assert get_broker(address("north")).queue_size() == 1


def test_a_cluster_that_answers_is_not_silent_until_it_stops_to_answer(watchdog):
    assert stays_well(watchdog, answer)
    assert watchdog.has_answered
    assert eventually(watchdog.is_silent)
    assert not Task.objects.exists()


def test_while_every_worker_carries_their_beats_are_enough(watchdog):
    assert stays_well(watchdog, busy, lambda: busy(name="host:2"))
    assert watchdog.is_carrying()


@pytest.mark.parametrize(
    "other",
    [
        {"cluster": "south"},
        {"runs": 0},
        {"age": 3600.0},
    ],
    ids=["of another cluster", "of an idle worker", "of long ago"],
)
def test_the_beat_of_one_worker_and_of_who_does_not_count_is_not_enough(watchdog, other):
    busy()
    busy(name="host:2", **other)
    assert not stays_well(watchdog)


def test_a_database_that_is_not_there_says_nothing_about_the_cluster(watchdog, caplog):
    def refuse(*call):
        raise OperationalError("the server closed the connection")

    with connection.execute_wrapper(refuse):
        assert stays_well(watchdog)
        assert not watchdog.is_carrying()
    assert caplog.text.count("cannot see its cluster") == 1
    assert eventually(watchdog.is_silent)


def test_what_clusters_that_are_gone_left_behind_is_forgotten(watchdog):
    busy(name="yesterday:1", age=48 * 3600.0)
    OrmQ.objects.create(key=address("gone"), payload="", lock=timezone.now() - timedelta(days=2))
    kept = OrmQ.objects.create(key="kyle", payload="", lock=timezone.now() - timedelta(days=2))
    watchdog.is_silent()
    assert not WorkerBeat.objects.exists()
    assert OrmQ.objects.exclude(key=address("north")).get() == kept
