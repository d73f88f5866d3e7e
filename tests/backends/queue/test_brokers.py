"""Whichever broker is configured: a cluster takes what is for any cluster and what is for it, and nothing else."""

import pytest
from django_q.brokers import get_broker
from django_q.signing import SignedPackage
from django_q.tasks import async_task

from briefings.backends.queue import address

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_queues():
    queues = [get_broker(name) for name in (None, address("north"), address("south"))]
    for queue in queues:
        queue.delete_queue()
    yield
    for queue in queues:
        queue.delete_queue()


def taken() -> list[str]:
    broker = get_broker()
    tasks = iter(broker.dequeue, None)
    return [SignedPackage.loads(packed)["name"] for task in tasks for _, packed in task]


def enqueue() -> None:
    async_task("briefings.tasks.probe", task_name="for any")
    for cluster in ("north", "south"):
        async_task("briefings.tasks.probe", task_name=f"for {cluster}", cluster=address(cluster))


def test_a_cluster_takes_its_own_tasks_first_and_then_those_for_any(settings):
    settings.KYLE_CLUSTER = "north"
    enqueue()
    assert taken() == ["for north", "for any"]
    settings.KYLE_CLUSTER = "south"
    assert taken() == ["for south"]


def test_who_is_in_no_watched_cluster_takes_what_is_for_any(settings):
    settings.KYLE_CLUSTER = ""
    enqueue()
    assert taken() == ["for any"]
    assert get_broker(address("north")).queue_size() == 1
