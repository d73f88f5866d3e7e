"""`manage.py worker`: runs the queue's cluster and stops it cleanly."""

import logging
import os
import signal
import subprocess
import sys
import threading
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

logger = logging.getLogger(__name__)

GRACE = 30.0
"""Seconds that a cluster gets to finish when it is asked to stop."""


class Command(BaseCommand):
    help = "Carries briefings: runs the queue's cluster until it is told to stop."

    def handle(self, *args: Any, **options: Any) -> None:
        self._stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        # The cluster gets a session of its own: a signal to its whole group, as a terminal's Ctrl-C is, would kill its
        # workers and leave its master waiting for ever.
        program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "qcluster"]
        cluster = subprocess.Popen(program, start_new_session=True)  # noqa: S603
        while cluster.poll() is None and not self._stopping.wait(0.5):
            pass
        if cluster.poll() is None:
            self._end(cluster)
        elif cluster.returncode:
            raise CommandError(f"The cluster ended by itself with code {cluster.returncode}.")

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()

    def _end(self, cluster: "subprocess.Popen[bytes]") -> None:
        cluster.terminate()
        try:
            cluster.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            logger.warning("the cluster did not stop within %.0f s and is killed", GRACE)
            os.killpg(cluster.pid, signal.SIGKILL)
