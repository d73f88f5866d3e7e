import uuid
from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import Schedule

from briefings.models import Run, Status
from briefings.services.dispatch import Dispatched, dispatch, ensure_schedule
from tests.at_once import at_once
from tests.factories import RunFactory


@pytest.fixture
def queue():
    broker = get_broker()
    broker.delete_queue()
    yield broker
    broker.delete_queue()


@pytest.mark.django_db(transaction=True)
def test_however_many_start_at_once_there_is_one_schedule():
    assert at_once([ensure_schedule] * 8) == [None] * 8
    (schedule,) = Schedule.objects.all()
    assert (schedule.func, schedule.minutes) == ("briefings.tasks.carry", 1)
    assert (schedule.schedule_type, schedule.repeats) == (Schedule.MINUTES, -1)


@pytest.mark.django_db
def test_what_an_operator_made_of_the_schedule_is_kept():
    ensure_schedule()
    Schedule.objects.update(minutes=5)
    ensure_schedule()
    assert Schedule.objects.get().minutes == 5


@pytest.mark.django_db
def test_a_silent_run_is_recovered_and_a_carrier_woken_up(queue):
    RunFactory(running=True, lease=uuid.uuid4(), heartbeat_at=timezone.now() - timedelta(hours=1))
    assert dispatch() == Dispatched(recovered=1, waiting=1)
    assert Run.objects.get().status == Status.QUEUED
    assert queue.queue_size() == 1


@pytest.mark.django_db
def test_nobody_is_woken_up_for_nothing(queue):
    RunFactory(not_before=timezone.now() + timedelta(hours=1))
    RunFactory(success=True)
    assert dispatch() == Dispatched(recovered=0, waiting=0)
    assert queue.queue_size() == 0
