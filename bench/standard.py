"""How long briefings take and what they need, against a simulated provider.

python -m bench.standard one     one warm run at real speed: 0.4 s to the first token, then 80 tokens/s, pages 0.3 s
python -m bench.standard many    100 runs at once, 0.5 s a call, one worker with 50 at a time
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.measuring import cpu_seconds, open_files, pss_mb, tree

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Outside:
    """The simulated outside: its addresses, and a report that is there when it has closed."""

    addresses: dict[str, Any]
    forget: Callable[[], None]
    report: dict[str, Any] = field(default_factory=dict)


@contextmanager
def world(*speed: float) -> Iterator[Outside]:
    command = [sys.executable, "-m", "bench.world", *map(str, speed)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdin
    assert process.stdout
    tell = process.stdin
    outside = Outside(json.loads(process.stdout.readline()), lambda: print("forget", file=tell, flush=True))
    try:
        yield outside
    finally:
        process.stdin.close()
        outside.report.update(json.loads(process.stdout.readline() or "{}"))
        process.wait()


def settings(addresses: dict[str, Any], folder: str, **more: str) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "kyle_site.settings",
        "KYLE_DATA_DIR": folder,
        "DATABASE_URL": os.environ.get("DATABASE_URL", ""),
        "OPENAI_BASE_URL": addresses["model"],
        "KYLE_SEARCH": "duckduckgo",
        "KYLE_DUCKDUCKGO_URL": addresses["site"] + "/html/",
        "KYLE_FETCH_ALLOW": f"127.0.0.1:{addresses['port']}",
        "KYLE_GUEST_QUOTA": "1000",
        **more,
    }


@contextmanager
def worker(environment: dict[str, str]) -> Iterator[int]:
    command = [sys.executable, "manage.py", "worker"]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment, stderr=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(timeout=60)


def submit(topics: list[str]) -> list[Any]:
    from briefings.domain.brief import Brief
    from briefings.services.quota import Requester, today
    from briefings.services.submit import submit as ask

    guest = Requester(guest=uuid.uuid4())
    return [ask(Brief(topic=topic, as_of=today()), guest, uuid.uuid4()).pk for topic in topics]


def wait_for(keys: list[Any], watch: Any = lambda: None, limit: float = 600.0) -> None:
    from briefings.models import FINISHED, Run

    deadline = time.monotonic() + limit
    while Run.objects.filter(pk__in=keys).exclude(status__in=FINISHED).exists():
        if time.monotonic() > deadline:
            raise SystemExit("the runs did not end in time")
        watch()
        time.sleep(0.2)


def walls(keys: list[Any]) -> list[float]:
    from briefings.models import Run

    runs = Run.objects.filter(pk__in=keys)
    return [(run.finished_at - run.started_at).total_seconds() for run in runs if run.finished_at and run.started_at]


def prepare(environment: dict[str, str]) -> None:
    os.environ.update({name: value for name, value in environment.items() if value})
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def one() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, world(0.4, 80, 0.3) as outside:
        environment = settings(outside.addresses, folder)
        prepare(environment)
        with worker(environment) as pid:
            wait_for(submit(["warming up on tidal power"]))
            outside.forget()
            found = _measured(pid, "costs of tidal power")
    found |= outside.report
    return found | {"own_overhead_s": round(found["wall_s"] - found["in_flight_s"], 2)}


def _measured(pid: int, topic: str) -> dict[str, Any]:
    from briefings.models import Run

    peak = 0.0

    def watch() -> None:
        nonlocal peak
        peak = max(peak, pss_mb(tree(pid)))

    before = cpu_seconds(tree(pid))
    keys = submit([topic])
    wait_for(keys, watch)
    run = Run.objects.get(pk=keys[0])
    return {
        "outcome": run.outcome,
        "wall_s": round(walls(keys)[0], 2),
        "words": sum(len(text.split()) for text in _texts(run.document["blocks"])) if run.document else 0,
        "cpu_s": round(cpu_seconds(tree(pid)) - before, 2),
        "peak_pss_mb": round(peak),
        "prompt_tokens": run.tokens_prompt,
    }


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("text"), str):
            yield node["text"]
        for value in node.values():
            yield from _texts(value)
    elif isinstance(node, list):
        for item in node:
            yield from _texts(item)


def many(runs: int = 100, at_once: int = 50) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, world(0.5, 0, 0.5) as outside:
        environment = settings(outside.addresses, folder, KYLE_RUNS_PER_WORKER=str(at_once), KYLE_WORKERS="1")
        prepare(environment)
        from django.db import connection

        with worker(environment) as pid:
            alone = submit(["tidal power alone"])
            wait_for(alone)
            peak, connections = 0.0, 0

            def watch() -> None:
                nonlocal peak, connections
                pids = tree(pid)
                peak = max(peak, pss_mb(pids))
                connections = max(connections, open_files(pids, str(connection.settings_dict["NAME"])))

            keys = submit([f"tidal power number {number}" for number in range(runs)])
            began = time.monotonic()
            wait_for(keys, watch)
            total = time.monotonic() - began
        single, crowd = walls(alone)[0], walls(keys)
    return {
        "runs": runs,
        "total_s": round(total, 1),
        "wall_of_one_s": round(single, 2),
        "median_wall_s": round(statistics.median(crowd), 2),
        "ratio": round(statistics.median(crowd) / single, 2),
        "peak_pss_mb": round(peak),
        "connections_of_one_process": connections,
        **outside.report,
    }


if __name__ == "__main__":
    for name in sys.argv[1:] or ["one", "many"]:
        print(json.dumps({name: {"one": one, "many": many}[name]()}, indent=1))
