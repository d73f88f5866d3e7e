"""A document that the save gate refuses goes back to the model, over sockets."""

import re
import signal
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable

import pytest

from briefings.domain.brief import Length
from briefings.models import Run, Status, Step
from briefings.services import carrier
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.doubles.openai_server import Json, completion, tool_call
from tests.doubles.scripted_author import ScriptedAuthor
from tests.fakes import brief

REFUSED = "was not accepted"
USAGE = {"prompt_tokens": 500, "completion_tokens": 100, "total_tokens": 600}
WAIT = 60.0


def handed_in(*sentences: Json) -> Json:
    """A section of these sentences."""
    return completion(
        tool_call("write_section", {"blocks": [{"type": "paragraph", "sentences": list(sentences)}]}), usage=USAGE
    )


def too_short() -> Json:
    return handed_in({"text": "Tides rise.", "cites": [1]})


def uncited() -> Json:
    return handed_in({"text": "Tidal power is predictable for years ahead, as everybody knows. " * 8, "cites": []})


def strange() -> Json:
    return handed_in({"text": "Tides rise.", "cites": [1, 77]})


class Reviser(ScriptedAuthor):
    """Writes sections like `bad()` in the first `refusals` versions, and good ones after that."""

    def __init__(self, bad: Callable[[], Json], refusals: int) -> None:
        super().__init__()
        self.bad = bad
        self.refusals = refusals
        self.written: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, request: Json) -> Json:
        if not asks_for(request, "write_section"):
            return super().__call__(request)
        section = number_of(request)
        with self._lock:
            self.written[section] += 1
            version = self.written[section]
        return self.bad() if version <= self.refusals else super().__call__(request)


def asks_for(request: Json, tool: str) -> bool:
    return any(offered["function"]["name"] == tool for offered in request["tools"])


def number_of(request: Json) -> str:
    found = re.search(r"Section (\d+) of \d+", str(request["messages"]))
    assert found
    return found[1]


def is_revision(request: Json) -> bool:
    return asks_for(request, "write_section") and REFUSED in request["messages"][-1]["content"]


def notes(run) -> str:
    return " ".join(note["text"] for note in run.document["blocks"][-1]["notes"])


@pytest.mark.parametrize(("bad", "reason"), [(too_short, "too short"), (uncited, "cites none of them")])
@pytest.mark.parametrize("refusals", [1, 2])
def test_a_refused_document_is_revised_with_the_reasons_and_delivered(serve, briefing, bad, reason, refusals):
    author = Reviser(bad, refusals)
    world = serve(author)
    run = briefing()
    assert (run.status, run.outcome) == ("done", "success"), run.note
    assert set(author.written.values()) == {refusals + 1}
    revisions = [body for body in world.model.bodies if is_revision(body)]
    assert len(revisions) == refusals * len(author.written)
    assert all(reason in body["messages"][-1]["content"] for body in revisions)
    assert f"version {refusals + 1} of the document" in notes(run)
    assert not any(fault["stage"] == "gate" for fault in run.faults)


def test_the_chunks_are_those_of_the_version_that_was_accepted(serve, briefing):
    serve(Reviser(lambda: handed_in({"text": "Tidal power is cheap. " * 80, "cites": []}), 1))
    run = briefing()
    delivered = [block for block in run.document["blocks"] if block["type"] not in ("references", "pipeline_notes")]
    chunks = list(run.chunks.order_by("position"))
    assert [block for chunk in chunks for block in chunk.blocks] == delivered
    assert [chunk.position for chunk in chunks] == list(range(len(chunks)))
    assert "Tidal power is cheap." not in str(chunks)


@pytest.mark.parametrize(("bad", "code"), [(too_short, "gate.too_short"), (uncited, "gate.no_sources")])
def test_a_writer_that_never_gets_it_right_fails_after_three_versions(serve, briefing, bad, code):
    author = Reviser(bad, refusals=99)
    serve(author)
    run = briefing()
    assert (run.status, run.outcome) == ("failed", "failed")
    assert code in {f"{fault['stage']}.{fault['cause']}" for fault in run.faults}
    assert "was not accepted" in run.note
    assert set(author.written.values()) == {3}
    assert run.spans.filter(stage="write", call="model").count() == 3 * len(author.written)
    assert not run.artifacts.exists()


def test_a_citation_of_what_was_never_fetched_counts_even_if_its_version_was_revised(serve, briefing):
    serve(Reviser(strange, 1))
    run = briefing()
    assert (run.outcome, run.reasons) == ("degraded", ["cited_unfetched"])
    assert 77 not in run.read_document().cited


class Stuck(Reviser):
    """Keeps the revision of the last of three sections waiting until it may go on."""

    def __init__(self) -> None:
        super().__init__(too_short, 1)
        self.asked = threading.Event()
        self.go_on = threading.Event()

    def __call__(self, request: Json) -> Json:
        if is_revision(request) and number_of(request) == "3" and not self.go_on.is_set():
            self.asked.set()
            self.go_on.wait(WAIT)
        return super().__call__(request)


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.05)


def test_a_run_that_is_killed_in_the_middle_of_a_revision_asks_for_nothing_again(serve, worker, transactional_db):
    author = Stuck()
    world = serve(author)
    run = submit(brief("Costs of tidal power", length=Length.BRIEF), Requester(guest=uuid.uuid4()), uuid.uuid4())
    process = worker()
    assert author.asked.wait(WAIT)
    revised = Step.objects.filter(run=run, key__endswith=".v2.section/1", fault__isnull=True)
    until(lambda: revised.count() == 2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    author.go_on.set()

    Run.objects.filter(pk=run.pk).update(status=Status.QUEUED, attempt=2)
    carrier.carry()

    run.refresh_from_db()
    assert (run.status, run.outcome) == ("done", "success"), run.note
    asked = Counter(
        (number_of(body), is_revision(body)) for body in world.model.bodies if asks_for(body, "write_section")
    )
    in_flight = {("3", True): 2}
    assert asked == {(section, again): 1 for section in "123" for again in (False, True)} | in_flight
    spans = run.spans.filter(call="model", fault="")
    assert run.cost_usd == sum(span.cost_usd or 0 for span in spans)
    assert len(spans) == len({span.step for span in spans})
    assert "version 2 of the document" in notes(run)


class Wordy(ScriptedAuthor):
    """Never calls the tool that it is asked to call when it is asked for `tool`."""

    def __init__(self, tool: str) -> None:
        super().__init__()
        self.tool = tool

    def __call__(self, request: Json) -> Json:
        if asks_for(request, self.tool):
            return completion(content="I would rather talk about it.")
        return super().__call__(request)


@pytest.mark.parametrize(("attempt", "questions"), [(1, 2), (8, 1)])
@pytest.mark.parametrize("tool", ["web_search", "outline", "write_section"])
def test_in_simplified_mode_no_answer_is_repaired(serve, transactional_db, tool, attempt, questions):
    world = serve(Wordy(tool))
    run = submit(brief("Costs of tidal power", length=Length.BRIEF), Requester(guest=uuid.uuid4()), uuid.uuid4())
    Run.objects.filter(pk=run.pk).update(attempt=attempt)
    carrier.carry()
    asked = Counter(
        number_of(body) if tool == "write_section" else tool for body in world.model.bodies if asks_for(body, tool)
    )
    assert set(asked.values()) == {questions}
