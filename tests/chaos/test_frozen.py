"""A worker that is frozen, as a laptop that was closed, while another finishes its run: when it wakes up it can do
nothing any more."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from briefings.models import Artifact, ChunkRow, Run, SourceRow, SpanRow, Step
from briefings.services.quota import Requester
from briefings.services.recover import recover
from briefings.services.submit import submit
from tests.doubles.scripted_author import ScriptedAuthor
from tests.doubles.web import Reply, Request, page
from tests.fakes import brief
from tests.processes import eventually, is_stopped
from tests.world import ARTICLES, article

Process = subprocess.Popen[bytes]
ROWS = (Run, Step, SpanRow, SourceRow, ChunkRow, Artifact)


class Holding:
    """Keeps the first who asks for a certain thing waiting until it is let go; others are answered at once."""

    def __init__(self) -> None:
        self.is_asked = threading.Event()
        self.let_go = threading.Event()
        self._first = iter([True])

    def hold(self) -> None:
        if next(self._first, False):
            self.is_asked.set()
            self.let_go.wait(120)


class HoldingAuthor(ScriptedAuthor):
    def __init__(self, holding: Holding, tool: str) -> None:
        super().__init__()
        self._holding, self._tool = holding, tool

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        if any(tool["function"]["name"] == self._tool for tool in request["tools"]):
            self._holding.hold()
        return super().__call__(request)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "frozen.log"


@pytest.fixture
def frozen(worker, log) -> Callable[[Callable[[], object]], Process]:
    """Freezes a worker as soon as something is so; gives its process."""

    def freeze(when: Callable[[], object]) -> Process:
        with log.open("wb") as output:
            process: Process = worker(stderr=output)
        assert eventually(when, 60)
        assert eventually(lambda: is_still(process))
        return process

    return freeze


def is_still(process: Process) -> bool:
    """Freezes the process. Whether it holds no lock: in a file that somebody is writing to, nobody else can write."""
    os.kill(process.pid, signal.SIGSTOP)
    assert eventually(lambda: is_stopped(process.pid))
    try:
        try_to_write()
    except (OperationalError, sqlite3.OperationalError):
        os.kill(process.pid, signal.SIGCONT)
        return False
    return True


def try_to_write() -> None:
    """Raises an error when that would have to wait."""
    if connection.vendor == "sqlite":
        name = connection.settings_dict["NAME"]
        with contextlib.closing(sqlite3.connect(name, timeout=0.2, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
    else:
        with transaction.atomic():
            list(Run.objects.select_for_update(nowait=True))


def everything() -> dict[str, list[Any]]:
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in ROWS}


def files(settings) -> set[Path]:
    return {file for file in settings.MEDIA_ROOT.rglob("*") if file.is_file()}


def linked(settings) -> set[Path]:
    return {settings.MEDIA_ROOT / str(artifact.file) for artifact in Artifact.objects.all()}


@pytest.mark.parametrize("tool", ["web_search", "write_section"])
def test_a_worker_that_wakes_up_in_a_model_call(serve, worker, frozen, log, settings, transactional_db, tool):
    holding = Holding()
    serve(HoldingAuthor(holding, tool))
    run = ask()
    asleep = frozen(holding.is_asked.is_set)
    finished_by_another(run, worker, settings)
    changes_nothing(run, asleep, log, settings, wake=holding.let_go.set)


def test_a_worker_that_wakes_up_while_it_reads_a_page(serve, worker, frozen, log, settings, transactional_db, site):
    holding = Holding()
    serve()

    def slowly(request: Request) -> Reply:
        holding.hold()
        return page(article(*ARTICLES["grid"]))

    site.pages["/grid"] = slowly
    run = ask()
    asleep = frozen(holding.is_asked.is_set)
    finished_by_another(run, worker, settings)
    changes_nothing(run, asleep, log, settings, wake=holding.let_go.set)


def test_a_worker_that_wakes_up_while_it_makes_the_files(serve, worker, frozen, log, settings, transactional_db):
    serve()
    run = ask()
    asleep = frozen(lambda: Run.objects.filter(pk=run.pk, stage="render").exists())
    finished_by_another(run, worker, settings)
    changes_nothing(run, asleep, log, settings, wake=lambda: None)


def ask() -> Run:
    return submit(brief("Costs of tidal power", length="brief"), Requester(), uuid.uuid4())


def finished_by_another(run: Run, worker: Callable[..., Process], settings) -> None:
    settings.KYLE_HEARTBEAT_TIMEOUT = 3
    assert eventually(recover)
    assert worker().wait(timeout=120) == 0
    run.refresh_from_db()
    assert (run.status, run.outcome, run.attempt) == ("done", "success", 2), run.note


def changes_nothing(run: Run, asleep: Process, log: Path, settings, wake: Callable[[], object]) -> None:
    rows, documents = everything(), files(settings)
    os.kill(asleep.pid, signal.SIGCONT)
    wake()
    assert asleep.wait(timeout=120) == 0
    assert everything() == rows
    # It takes away what it had stored and never linked, nothing else.
    assert linked(settings) <= files(settings) <= documents
    assert f"run {run.pk}: refused to write" in log.read_text()
    assert "its writes are refused from here on" in log.read_text()
