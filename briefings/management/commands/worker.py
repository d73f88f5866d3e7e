"""`manage.py worker`: carries briefings until it is told to stop."""

import signal
import subprocess
import sys
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from briefings.services.supervisor import supervise


class Command(BaseCommand):
    # Checked in a process of its own: the supervisor lives long and does little, and what checks import would stay.
    requires_system_checks: list[str] = []
    help = "Carries briefings: keeps the queue's cluster at work, and ends it without losing a run when told to stop."

    def handle(self, *args: Any, **options: Any) -> None:
        program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "check"]
        check = subprocess.run(program, stdout=subprocess.DEVNULL)  # noqa: S603
        if check.returncode:
            raise CommandError("Kyle does not start on these settings.", returncode=check.returncode)
        self._is_stopping = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        processes, runs = settings.KYLE_WORKERS, settings.KYLE_RUNS_PER_WORKER
        self.stdout.write(f"Carrying briefings in {processes} processes, up to {runs} at a time in each.")
        self.stdout.flush()
        supervise(lambda: self._is_stopping)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._is_stopping = True
