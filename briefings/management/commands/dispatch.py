"""`manage.py dispatch`: dispatch and recovery for cron, for whoever does not trust the queue's own clock."""

from typing import Any

from django.core.management.base import BaseCommand

from briefings.services.dispatch import dispatch


class Command(BaseCommand):
    help = "Requeues runs whose worker went silent, and wakes a worker up when a run waits."

    def handle(self, *args: Any, **options: Any) -> None:
        done = dispatch()
        self.stdout.write(f"{done.recovered} recovered, {done.waiting} waiting to be carried.")
