"""A worker that is told to stop: its runs go back to the queue, and what was paid for is kept."""

import json
import threading
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from briefings.models import Run, Status
from briefings.services import carrier
from briefings.services.carrier import Carrier
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.doubles.scripted_author import ScriptedAuthor
from tests.fakes import brief

STAGES = {"plan": ("web_search", 1), "outline": ("outline", 1), "write": ("write_section", 2)}
"""Which tool the model is asked to call in a stage, and how many such calls are under way at once at least."""


class Held(ScriptedAuthor):
    """Keeps whoever asks for `tool` waiting until it is let go; `asked` is released once for each who waits."""

    def __init__(self, tool: str) -> None:
        super().__init__()
        self.tool = tool
        self.asked = threading.Semaphore(0)
        self.go_on = threading.Event()

    def __call__(self, request):
        if any(tool["function"]["name"] == self.tool for tool in request["tools"]) and not self.go_on.is_set():
            self.asked.release()
            self.go_on.wait(60)
        return super().__call__(request)

    def wait_for(self, times: int) -> None:
        for _ in range(times):
            assert self.asked.acquire(timeout=30)


def submitted() -> Run:
    return submit(brief("Costs of tidal power"), Requester(guest=uuid.uuid4()), uuid.uuid4())


@pytest.fixture
def aside(transactional_db):
    """Does something in a thread of its own, which leaves no database connection behind."""

    def do(work):
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        yield lambda work: pool.submit(do, work)


@pytest.mark.parametrize("stage", STAGES)
def test_a_call_that_is_under_way_is_finished_and_never_made_again(serve, aside, stage):
    tool, calls = STAGES[stage]
    author, stop = Held(tool), threading.Event()
    world, run = serve(author), submitted()
    carrying = aside(Carrier(4, stop.is_set).carry)
    author.wait_for(calls)
    stop.set()
    author.go_on.set()
    assert carrying.result(30) == 1

    run.refresh_from_db()
    assert (run.status, run.lease, run.attempt) == (Status.QUEUED, None, 1)
    carrier.carry()
    run.refresh_from_db()
    assert (run.status, run.outcome, run.attempt) == ("done", "success", 1), run.note
    assert set(Counter(map(json.dumps, world.model.bodies)).values()) == {1}
    assert set(Counter((request.target, request.body) for request in world.site.requests).values()) == {1}


def test_a_call_that_takes_too_long_does_not_keep_a_run_from_being_handed_back(serve, aside):
    author, stop = Held("outline"), threading.Event()
    serve(author)
    run = submitted()
    carrying = aside(Carrier(4, stop.is_set, patience=0.5).carry)
    author.wait_for(1)
    stop.set()
    assert carrying.result(30) == 1
    run.refresh_from_db()
    assert (run.status, run.lease, run.attempt) == (Status.QUEUED, None, 1)

    before = list(Run.objects.filter(pk=run.pk).values())
    author.go_on.set()
    late = [thread for thread in threading.enumerate() if thread.name == f"run-{run.pk}"]
    for thread in late:
        thread.join(30)
    assert late
    assert list(Run.objects.filter(pk=run.pk).values()) == before
