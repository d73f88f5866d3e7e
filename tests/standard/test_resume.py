"""A worker that dies: what it journaled is read, and nothing that was paid for is asked again."""

import signal
import threading
import uuid
from collections import Counter

from briefings.models import Run, SpanRow, Status, Step
from briefings.services import carrier
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.doubles.scripted_author import ScriptedAuthor
from tests.fakes import brief


class Stalling(ScriptedAuthor):
    """Answers, but keeps whoever asks for an outline waiting for as long as it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()
        self.go_on = threading.Event()

    def __call__(self, request):
        if any(tool["function"]["name"] == "outline" for tool in request["tools"]) and not self.go_on.is_set():
            self.asked.set()
            self.go_on.wait(60)
        return super().__call__(request)


def test_a_killed_run_is_carried_on_without_asking_again_for_what_it_has(serve, worker, transactional_db):
    author = Stalling()
    world = serve(author)
    run = submit(brief("Costs of tidal power"), Requester(guest=uuid.uuid4()), uuid.uuid4())
    process = worker()
    assert author.asked.wait(60)
    process.send_signal(signal.SIGKILL)
    process.wait()
    author.go_on.set()
    before = Counter(request.target for request in world.site.requests)
    planned = len(asked_for(world, "web_search"))
    stale = Run.objects.get(pk=run.pk).lease

    Run.objects.filter(pk=run.pk).update(status=Status.QUEUED, attempt=2)
    carrier.carry()

    run.refresh_from_db()
    assert (run.status, run.outcome) == ("done", "success"), run.note
    assert Counter(request.target for request in world.site.requests) == before
    assert len(asked_for(world, "web_search")) == planned == 1
    assert Step.objects.filter(run=run, replays__gt=0).exists()
    assert stale is not None
    assert Run.objects.carried(run.pk, stale).update(note="from the grave") == 0
    spans = SpanRow.objects.filter(run=run, call="model", fault="")
    assert run.tokens_prompt == sum(span.tokens_prompt for span in spans)


def asked_for(world, tool: str) -> list:
    return [body for body in world.model.bodies if any(t["function"]["name"] == tool for t in body["tools"])]
