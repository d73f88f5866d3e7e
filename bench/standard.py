"""How long briefings take and what they need, against a simulated provider.

python -m bench.standard one     one warm run at real speed: 0.4 s to the first token, then 80 tokens/s, pages 0.3 s
python -m bench.standard many    100 runs at once, 0.5 s a call, one worker process with 50 at a time
python -m bench.standard         both

The database is a fresh SQLite file, or the one that DATABASE_URL names.
"""

import json
import logging
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

from bench.measuring import connections, cpu_seconds, is_child, pss_mb, tree

ROOT = Path(__file__).resolve().parent.parent

Table = dict[str, Any]
"""What was found, by the names that a reader sees."""


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
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
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


def wait_for(keys: list[Any], watch: Any = lambda: None, limit: float = 600.0, pause: float = 0.2) -> None:
    from briefings.models import FINISHED, Run

    deadline = time.monotonic() + limit
    while Run.objects.filter(pk__in=keys).exclude(status__in=FINISHED).exists():
        if time.monotonic() > deadline:
            raise SystemExit("the runs did not end in time")
        watch()
        time.sleep(pause)


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


@dataclass
class Watch:
    """The most that the processes below `root` were seen to need, and the processor time they took since it began."""

    root: int
    before: dict[int, float] = field(init=False)
    used: dict[int, float] = field(default_factory=dict, init=False)
    children: set[int] = field(default_factory=set, init=False)
    memory: float = 0.0
    connections: int = 0
    connections_of_one: int = 0

    def __post_init__(self) -> None:
        self.before = cpu_seconds(tree(self.root))

    @property
    def processor(self) -> str:
        took = {pid: used - self.before.get(pid, 0.0) for pid, used in self.used.items()}
        children = sum(seconds for pid, seconds in took.items() if pid in self.children)
        return f"{sum(took.values()):.1f} s, {children:.1f} of it for pages and files"

    def look(self) -> None:
        from django.db import connection

        pids = tree(self.root)
        self.used |= cpu_seconds(pids)
        self.children.update(filter(is_child, pids))
        held = connections(pids, connection.settings_dict)
        self.memory = max(self.memory, pss_mb(pids))
        self.connections = max(self.connections, sum(held))
        self.connections_of_one = max(self.connections_of_one, *held)


def one() -> Table:
    with tempfile.TemporaryDirectory() as folder, world(0.4, 80, 0.3) as outside:
        # With one process the warm run is carried by the one that has warmed up.
        environment = settings(outside.addresses, folder, KYLE_WORKERS="1")
        prepare(environment)
        with worker(environment) as pid:
            wait_for(submit(["warming up on tidal power"]))
            outside.forget()
            watch = Watch(pid)
            keys = submit(["costs of tidal power"])
            wait_for(keys, watch.look)
            watch.look()
    return _of_one(keys[0], watch, outside.report)


def _of_one(key: Any, watch: Watch, report: dict[str, Any]) -> Table:
    from briefings.models import Run

    run = Run.objects.get(pk=key)
    wall = walls([key])[0]
    return {
        "outcome": run.outcome,
        "wall": f"{wall:.2f} s",
        "  with a request in flight": f"{report['in_flight_s']:.2f} s",
        "  own overhead": f"{wall - report['in_flight_s']:.2f} s",
        "words": sum(len(text.split()) for text in _texts((run.document or {}).get("blocks"))),
        "model calls": report["model_calls"],
        "  one after the other": report["longest_chain"],
        "tokens in, out": f"{run.tokens_prompt:,}, {run.tokens_completion:,}",
        "requests to the web": report["web_requests"],
        "  for a page once more": report["pages_requested_twice"],
        "processor time": watch.processor,
        "most memory (PSS)": f"{watch.memory:.0f} MB",
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


def many(runs: int = 100, at_once: int = 50) -> Table:
    with tempfile.TemporaryDirectory() as folder, world(0.5, 0, 0.5) as outside:
        environment = settings(outside.addresses, folder, KYLE_RUNS_PER_WORKER=str(at_once), KYLE_WORKERS="1")
        prepare(environment)
        with worker(environment) as pid:
            wait_for(submit(["warming up on tidal power"]))
            alone = submit(["tidal power alone"])
            wait_for(alone)
            watch, began = Watch(pid), time.monotonic()
            crowd = submit([f"tidal power number {number}" for number in range(runs)])
            # To look takes time, too: not so often that it would slow down what it looks at.
            wait_for(crowd, watch.look, pause=2.0)
            total = time.monotonic() - began
            watch.look()
    single, median = walls(alone)[0], statistics.median(walls(crowd))
    return {
        "runs, at once": f"{runs}, {at_once}",
        "successes": _successes(crowd),
        "all of them": f"{total:.1f} s",
        "wall of one alone": f"{single:.2f} s",
        "median wall in the crowd": f"{median:.2f} s, {median / single:.1f} times that",
        "processor time": watch.processor,
        "  of the simulated outside": f"{outside.report['processor_s']:.1f} s",
        "most memory (PSS)": f"{watch.memory:.0f} MB",
        "database connections": f"{watch.connections}, {watch.connections_of_one} of one process",
        "requests to the web": outside.report["web_requests"],
        "  for a page once more": outside.report["pages_requested_twice"],
    }


def _successes(keys: list[Any]) -> int:
    from briefings.models import Run

    return Run.objects.filter(pk__in=keys, outcome="success").count()


def show(title: str, table: Table) -> None:
    print(f"\n{title}\n")
    for name, value in table.items():
        print(f"  {name:<28} {value}")


BENCHES: dict[str, tuple[str, Callable[[], Table]]] = {
    "one": ("One warm run: 0.4 s to the first token, then 80 tokens/s; pages and searches 0.3 s", one),
    "many": ("Many runs in one process: 0.5 s for each call, page and search", many),
}

if __name__ == "__main__":
    logging.disable(logging.INFO)
    names = sys.argv[1:] or list(BENCHES)
    if len(names) == 1:
        title, bench = BENCHES[names[0]]
        show(title, bench())
    else:
        # Each has a database of its own, and Django takes one in a process.
        for name in names:
            subprocess.run([sys.executable, "-m", "bench.standard", name], cwd=ROOT, check=True)
