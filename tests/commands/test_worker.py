"""The watchdog: whatever is killed, it works again; whoever works is left alone; nobody loses a run."""

import json
import os
import signal
import threading
import time
from collections import Counter

import pytest
from django_q.models import OrmQ, Schedule, Task
from django_q.tasks import async_task

from briefings.models import Run, Status
from tests.commands.conftest import PERIOD
from tests.doubles.openai_server import OpenAIServer
from tests.doubles.scripted_author import ScriptedAuthor
from tests.processes import eventually, session

WORKERS = 2
MONITOR = WORKERS
WORKS_AGAIN = 60.0


class Slow(ScriptedAuthor):
    """A model that takes its time with every answer; with `at_ease` set it takes none."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.at_ease = threading.Event()

    def __call__(self, request):
        self.at_ease.wait(self.seconds)
        return super().__call__(request)


@pytest.fixture
def model(settings):
    """Gives a model server that answers as slowly as it is told; workers started afterwards use it."""
    servers = []

    def serve(seconds: float) -> tuple[Slow, OpenAIServer]:
        author = Slow(seconds)
        servers.append((author, OpenAIServer(author).__enter__()))
        settings.KYLE_CAST, settings.OPENAI_BASE_URL = "model", servers[-1][1].base_url
        return servers[-1]

    yield serve
    for author, server in servers:
        author.at_ease.set()
        server.__exit__(None, None, None)


def states() -> dict[str, int]:
    return dict(Counter(Run.objects.values_list("status", flat=True)))


def attempts() -> set[int]:
    return set(Run.objects.values_list("attempt", flat=True))


def puts_tasks_on_record() -> bool:
    """Whether a task goes all the way: a cluster without a monitor does what it is told, and nobody learns of it."""
    task = async_task("briefings.tasks.probe")
    return eventually(lambda: Task.objects.filter(pk=task).exists(), 2 * PERIOD)


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("victim", [0, 1], ids=["one", "the other"])
def test_a_cluster_works_again_after_the_sudden_death_of_a_worker(worker, ask, victim):
    # One of the two takes the lock of the queue to its grave; which one, is chance.
    cluster = worker()
    kill(cluster.hands[victim])
    ask()
    assert eventually(lambda: states() == {Status.DONE: 1}, WORKS_AGAIN), cluster.log


def test_a_cluster_works_again_after_the_sudden_death_of_its_monitor(worker, ask):
    cluster = worker()
    kill(cluster.hands[MONITOR])
    ask()
    assert eventually(lambda: states() == {Status.DONE: 1}, WORKS_AGAIN), cluster.log
    assert eventually(puts_tasks_on_record, WORKS_AGAIN), cluster.log


def test_a_cluster_that_hangs_is_replaced(worker, ask):
    cluster = worker()
    before = cluster.cluster
    for hand in cluster.hands[:WORKERS]:
        kill(hand)
    ask()
    assert eventually(lambda: states() == {Status.DONE: 1}, WORKS_AGAIN), cluster.log
    assert not before & cluster.cluster
    assert "has shown no life" in cluster.log


@pytest.mark.parametrize("role", ["master", "sentinel"])
def test_a_cluster_that_lost_its_head_is_replaced_with_all_that_is_left_of_it(worker, ask, role):
    cluster = worker()
    before = cluster.cluster
    kill(cluster.masters[0] if role == "master" else cluster.sentinel)
    ask()
    assert eventually(lambda: states() == {Status.DONE: 1}, WORKS_AGAIN), cluster.log
    assert not before & cluster.cluster
    assert "ended by itself" in cluster.log


def test_no_process_outlives_a_worker_that_is_killed(worker):
    cluster = worker()
    (master,) = cluster.masters
    assert len(session(master)) > WORKERS
    cluster.end(signal.SIGKILL)
    assert eventually(lambda: not session(master))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_an_idle_worker_says_one_line_and_ends_when_told_to(worker, number):
    cluster = worker()
    (master,) = cluster.masters
    cluster.end(number)
    assert cluster.process.returncode == 0
    assert not session(master)
    assert cluster.log.count("\n") == 1
    assert not OrmQ.objects.exclude(key="kyle").exists()


def test_runs_are_handed_back_when_the_worker_is_told_to_stop(worker, ask, model):
    author, server = model(seconds=1.0)
    cluster = worker()
    for number in range(10):
        ask(f"How does HTTP/3 differ from HTTP/{number}?")
    assert eventually(lambda: states() == {Status.RUNNING: 10} and len(author.requests) > 10, 60)
    (master,) = cluster.masters

    assert cluster.end() < 30
    assert cluster.process.returncode == 0
    assert not session(master)
    assert states() == {Status.QUEUED: 10}
    assert set(Run.objects.values_list("attempt", "lease")) == {(1, None)}

    author.at_ease.set()
    again = worker()
    assert eventually(lambda: states() == {Status.DONE: 10}, 180), again.log
    assert attempts() == {1}
    assert [body for body, times in Counter(map(json.dumps, server.bodies)).items() if times > 1] == []


def test_a_busy_cluster_is_left_alone(worker, ask, model):
    author, _ = model(seconds=120.0)
    cluster = worker(KYLE_RUNS_PER_WORKER="1")
    ask("How does HTTP/3 differ from HTTP/2?")
    ask("What does WCAG 2.2 require of a website?")
    assert eventually(lambda: states() == {Status.RUNNING: 2})
    ask("Who pays for the carbon border adjustment mechanism?")
    before = [*cluster.masters, *cluster.hands]

    busy_until = time.monotonic() + 3 * 3 * PERIOD
    assert eventually(lambda: time.monotonic() > busy_until, 60)
    assert [*cluster.masters, *cluster.hands] == before
    assert states() == {Status.RUNNING: 2, Status.QUEUED: 1}
    assert OrmQ.objects.exclude(key="kyle").count() <= 4

    author.at_ease.set()
    assert eventually(lambda: states() == {Status.DONE: 3}, 60), cluster.log
    assert [*cluster.masters, *cluster.hands] == before
    assert attempts() == {1}
    assert cluster.log.count("replaced") == 0


def test_a_run_that_is_well_is_handed_back_before_its_lost_cluster_is_killed(worker, ask, model):
    model(seconds=1.5)
    cluster = worker(KYLE_RUNS_PER_WORKER="1")
    ask()
    assert eventually(lambda: states() == {Status.RUNNING: 1})
    before = cluster.cluster
    kill(cluster.sentinel)
    assert eventually(lambda: cluster.cluster and not before & cluster.cluster, WORKS_AGAIN), cluster.log
    assert eventually(lambda: states() == {Status.DONE: 1}, WORKS_AGAIN), cluster.log
    assert attempts() == {1}


def test_a_cluster_that_hangs_is_found_out_beside_one_that_works(worker):
    lost, well = worker(), worker()
    before, untouched = lost.cluster, well.masters
    for hand in lost.hands[:WORKERS]:
        kill(hand)
    assert eventually(lambda: lost.cluster and not before & lost.cluster, WORKS_AGAIN), lost.log
    assert eventually(lost.is_answering, WORKS_AGAIN)
    assert well.masters == untouched
    assert Schedule.objects.count() == 1
