"""Dispatch: nothing that could be carried is left lying, however many wake-ups were lost."""

from dataclasses import dataclass

from django_q.models import Schedule

from briefings.models import Run
from briefings.services.recover import recover
from briefings.services.submit import CARRIER, wake_up

SCHEDULE = -1
"""Primary key of the schedule. Names of schedules are not unique, so nothing else keeps two starters from making two;
a sequence never gives a negative number."""


@dataclass(frozen=True)
class Dispatched:
    """How many runs were taken from silent carriers, and how many wait to be claimed now."""

    recovered: int
    waiting: int


def dispatch() -> Dispatched:
    """Recovers runs whose carrier went silent, and wakes a carrier up when there is a run to carry."""
    recovered = recover()
    waiting = Run.objects.claimable().count()
    if waiting:
        wake_up()
    return Dispatched(recovered, waiting)


def ensure_schedule() -> None:
    """Lets the queue call a carrier every minute. Made once, whoever else makes it at the same time; an operator's
    changes to it are kept."""
    every_minute = Schedule(
        pk=SCHEDULE,
        name="Carry what waits",
        func=CARRIER,
        schedule_type=Schedule.MINUTES,
        minutes=1,
        repeats=-1,
    )
    Schedule.objects.bulk_create([every_minute], ignore_conflicts=True)
