"""Several clusters on one database: no run is ever held by two at a time, and none is forgotten."""

import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from briefings.models import Run, Status
from tests.factories import RunFactory
from tests.world import environment

RUNS = 500
PROCESSES = 4


def test_four_processes_that_claim_at_once_never_hold_the_same_run(transactional_db, settings, tmp_path: Path):
    RunFactory.create_batch(RUNS)
    logs = [tmp_path / f"claims{number}" for number in range(PROCESSES)]
    variables = environment(settings, KYLE_HEARTBEAT_TIMEOUT="60")
    claiming = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.claiming", str(log)], env=variables, stderr=subprocess.PIPE
        )
        for log in logs
    ]
    for process in claiming:
        _, errors = process.communicate(timeout=180)
        assert process.returncode == 0, errors.decode()
    held: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for log in logs:
        for run, since, until in map(str.split, log.read_text().splitlines()):
            held[run].append((float(since), float(until)))
    assert len(held) == RUNS
    # Once at first, and once more after it was given back.
    assert {len(times) for times in held.values()} == {2}
    assert all(one[1] <= other[0] for times in held.values() for one, other in pairwise(sorted(times)))
    assert all(log.read_text() for log in logs)
    assert Run.objects.filter(status=Status.DONE, lease=None).count() == RUNS
    assert set(Run.objects.values_list("attempt", flat=True)) == {1, 2}
