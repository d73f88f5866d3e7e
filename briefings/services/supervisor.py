"""The supervisor: keeps one cluster at work, replaces one that is lost, ends it without losing a run."""

import logging
import time
from collections.abc import Callable

from briefings.services.cluster import Cluster
from briefings.services.watchdog import Watchdog

logger = logging.getLogger(__name__)

GRACE_SECONDS = 30.0
"""How long a cluster gets to hand its runs back and to end."""

CLAIM_SECONDS = 1.0
LONGEST_PAUSE = 30.0
GLANCE_SECONDS = 0.25


def supervise(is_stopping: Callable[[], bool]) -> None:
    """Keeps a cluster at work until `is_stopping` says so; returns when none of its processes is left."""
    failures = 0
    while not is_stopping():
        with Cluster() as cluster:
            watchdog = Watchdog(cluster.name)
            loss = _watch(cluster, watchdog, is_stopping)
            if loss:
                logger.error("cluster %s %s; it is replaced", cluster.name, loss)
                _save_runs(cluster, watchdog)
            elif not cluster.stop(GRACE_SECONDS):
                logger.warning("cluster %s did not stop within %.0f s; it was killed", cluster.name, GRACE_SECONDS)
        watchdog.clean_up()
        failures = 0 if watchdog.has_answered else failures + 1
        _pause(failures, is_stopping)


def _watch(cluster: Cluster, watchdog: Watchdog, is_stopping: Callable[[], bool]) -> str:
    """What happened to the cluster; nothing when it is time to stop it."""
    while not is_stopping():
        if cluster.exit_code is not None:
            return f"ended by itself with code {cluster.exit_code}"
        if watchdog.is_silent():
            return f"has shown no life for {watchdog.patience:.0f} s"
        time.sleep(GLANCE_SECONDS)
    return ""


def _save_runs(cluster: Cluster, watchdog: Watchdog) -> None:
    """Some carriers of a lost cluster may be well: their runs are handed back before they are killed with the rest."""
    cluster.ask_to_hand_back()
    deadline = time.monotonic() + GRACE_SECONDS
    # Who was just about to claim a run shows it a moment later.
    time.sleep(CLAIM_SECONDS)
    while watchdog.is_carrying() and time.monotonic() < deadline:
        time.sleep(GLANCE_SECONDS)


def _pause(failures: int, is_stopping: Callable[[], bool]) -> None:
    """A cluster that never came to life is started again after 2, 4, 8 … seconds."""
    end = time.monotonic() + (min(LONGEST_PAUSE, 2.0**failures) if failures else 0.0)
    while time.monotonic() < end and not is_stopping():
        time.sleep(GLANCE_SECONDS)
