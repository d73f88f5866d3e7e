"""The database goes away under a worker: its sessions are cut, or somebody else keeps it busy. No document is lost."""

import contextlib
import sqlite3
import threading
import uuid

from django.db import connection, connections

from briefings.models import Run
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.chaos import laws
from tests.doubles.openai_server import Answer, Json
from tests.doubles.scripted_author import ScriptedAuthor
from tests.fakes import brief

NAME = "kyle-disturbed"
BUSY_SECONDS = 1.5

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"


def disturb() -> int:
    """Cuts every session of the worker on a server; how many. A file has none: there somebody else writes a while."""
    if connection.vendor == "sqlite":
        with contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            threading.Event().wait(BUSY_SECONDS)
            other.execute("ROLLBACK")
        return 1
    try:
        with connection.cursor() as cursor:
            cursor.execute(CUT, [NAME])
            return len(cursor.fetchall())
    finally:
        connections.close_all()


class Disturbing:
    """A model that takes a moment for each answer, in which something happens to the database."""

    def __init__(self, tools: tuple[str, ...]) -> None:
        self._author = ScriptedAuthor()
        self._tools = tools
        self.disturbances: list[int] = []

    def __call__(self, request: Json) -> Answer:
        if any(tool["function"]["name"] in self._tools for tool in request["tools"]):
            self.disturbances.append(disturb())
        return self._author(request)


def test_a_session_that_dies_while_the_model_answers_loses_nothing(serve, worker, transactional_db):
    model = Disturbing(("web_search", "outline", "write_section"))
    serve(model)
    run = ask()
    assert worker(PGAPPNAME=NAME).wait(timeout=120) == 0
    run.refresh_from_db()
    assert (run.status, run.outcome, run.attempt) == ("done", "success", 1), run.note
    assert len(model.disturbances) >= 4
    assert any(model.disturbances)
    assert run.artifacts.count() == 3
    laws.everything_was_paid_once(run)


def ask() -> Run:
    return submit(brief("Costs of tidal power", length="brief"), Requester(), uuid.uuid4())
