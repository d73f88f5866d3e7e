"""A run that comes to the end of its budget, over sockets."""

import threading
import uuid
from decimal import Decimal

import pytest

from briefings.domain.brief import Length
from briefings.models import Run
from briefings.pipeline.budget import UNPRICED_TOKENS
from briefings.services import carrier
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.doubles.openai_server import Json, completion, tool_call
from tests.doubles.scripted_author import ScriptedAuthor
from tests.fakes import brief

SECTIONS = 10


class Dear(ScriptedAuthor):
    """Reports the tokens of an answer by the tool that was asked for; of all other answers it reports a few."""

    def __init__(self, **answers: int) -> None:
        super().__init__()
        self.answers = answers

    def __call__(self, request: Json) -> Json:
        answer = super().__call__(request)
        tokens = self.answers.get(request["tools"][0]["function"]["name"], 50)
        return {**answer, "usage": used(request, tokens)}


def used(request: Json, tokens: int) -> Json:
    prompt = len(str(request["messages"])) // 4
    return {"prompt_tokens": prompt, "completion_tokens": tokens, "total_tokens": prompt + tokens}


def tokens(run: Run) -> int:
    return run.tokens_prompt + run.tokens_completion


def asked(world, tool: str) -> int:
    return sum(tool in {offered["function"]["name"] for offered in body["tools"]} for body in world.model.bodies)


def notes(run) -> str:
    return " ".join(note["text"] for note in run.document["blocks"][-1]["notes"])


def details(run) -> str:
    return " ".join(fault["detail"] for fault in run.faults)


def headings(run) -> list[str]:
    return [block["text"] for block in run.document["blocks"] if block["type"] == "heading" and block["level"] == 1]


def codes(run: Run) -> set[str]:
    return {f"{fault['stage']}.{fault['cause']}" for fault in run.faults}


def test_a_cap_that_is_far_away_changes_nothing(serve, briefing, settings):
    settings.KYLE_RUN_BUDGET_TOKENS = 1_000_000
    settings.KYLE_RUN_BUDGET_USD = Decimal(1)
    serve()
    assert briefing().outcome == "success"


def test_at_the_cap_before_the_outline_the_run_writes_with_what_it_has(serve, briefing, settings):
    settings.KYLE_RUN_BUDGET_TOKENS = 60_000
    world = serve(Dear(web_search=40_000))
    run = briefing()
    assert (run.status, run.outcome, run.reasons) == ("done", "degraded", ["budget"]), run.note
    assert asked(world, "outline") == 0
    assert run.read_document().cited
    assert headings(run) == ["Key points", "Costs of tidal power", "Open questions and disagreements"]
    assert "no room to lay out" in notes(run)
    assert "60,000 tokens" in details(run)
    assert "budget.exhausted" in codes(run)
    assert tokens(run) <= 60_000


def test_without_room_for_a_plan_the_topic_itself_is_searched_for(serve, briefing, settings):
    settings.KYLE_RUN_BUDGET_TOKENS = 60_000
    settings.KYLE_BUDGET_WRITING_SHARE = Decimal("0.95")
    world = serve(Dear())
    run = briefing()
    assert (run.outcome, run.reasons) == ("degraded", ["budget"]), run.note
    assert (asked(world, "web_search"), asked(world, "outline")) == (0, 0)
    assert len(world.requests("/html/")) == 1
    assert run.routing["decision"] == "search"


@pytest.mark.parametrize(
    ("cap", "sections"), [({"TOKENS": 36_000}, 3), ({"USD": Decimal("0.052")}, 3), ({"USD": Decimal("0.035")}, 2)]
)
def test_at_the_cap_in_the_middle_of_writing_the_rest_is_left_out_and_named(serve, briefing, settings, cap, sections):
    for name, value in cap.items():
        setattr(settings, f"KYLE_RUN_BUDGET_{name}", value)
    world = serve(Dear(write_section=8_000))
    run = briefing()
    assert (run.status, run.outcome, run.reasons) == ("done", "degraded", ["budget"]), run.note
    assert asked(world, "write_section") == len(headings(run)) == sections
    left_out = {"Key points", "Background", "How it works", "Positions", "Open questions"} - set(headings(run))
    assert len(left_out) == 5 - sections
    (told,) = [note for note in notes(run).split(". ") if note.startswith("Left out: ")]
    assert all(heading in told for heading in left_out)
    published = [block["text"] for chunk in run.chunks.all() for block in chunk.blocks if block["type"] == "heading"]
    assert published == headings(run)
    assert tokens(run) <= cap.get("TOKENS", tokens(run))
    assert run.cost_usd <= cap.get("USD", run.cost_usd)


def test_a_run_that_can_afford_nothing_asks_no_model_and_fails_with_the_fault(serve, briefing, settings):
    settings.KYLE_RUN_BUDGET_USD = Decimal("0.001")
    world = serve()
    run = briefing()
    assert (run.status, run.outcome) == ("failed", "failed")
    assert "budget.exhausted" in codes(run)
    assert "0.001 USD" in run.note
    assert world.model.bodies == []
    assert run.cost_usd == 0


def test_what_earlier_attempts_spent_counts(serve, transactional_db, settings):
    settings.KYLE_RUN_BUDGET_TOKENS = 60_000
    world = serve()
    run = submit(brief("Costs of tidal power"), Requester(guest=uuid.uuid4()), uuid.uuid4())
    Run.objects.filter(pk=run.pk).update(attempt=2, tokens_prompt=50_000, tokens_completion=9_000)
    carrier.carry()
    run.refresh_from_db()
    assert run.status == "failed"
    assert world.model.bodies == []


def test_a_model_without_a_price_is_held_to_tokens(serve, briefing, settings):
    settings.KYLE_RUN_BUDGET_USD = Decimal(1000)
    settings.KYLE_MODELS = {"planner": "nobody-knows-it", "writer": "nobody-knows-it"}
    world = serve(Dear(web_search=300_000))
    run = briefing()
    assert (run.outcome, run.reasons, run.unpriced) == ("degraded", ["budget"], True), run.note
    assert asked(world, "outline") == 0
    assert f"{UNPRICED_TOKENS:,} tokens" in details(run)


class Greedy(ScriptedAuthor):
    """Lays out ten sections, and takes for each answer all that it may; keeps the most that was spent or set aside."""

    def __init__(self) -> None:
        super().__init__()
        self.spent = self.open = self.most = 0
        self._lock = threading.Lock()

    def __call__(self, request: Json) -> Json:
        usage = used(request, request["max_tokens"])
        with self._lock:
            self.open += usage["total_tokens"]
            self.most = max(self.most, self.spent + self.open)
        answer = super().__call__(request)
        with self._lock:
            self.open -= usage["total_tokens"]
            self.spent += usage["total_tokens"]
        return {**answer, "usage": usage}

    def _act(self, tools: dict[str, Json], text: str) -> tuple[str, Json]:
        name, arguments = super()._act(tools, text)
        if name == "outline":
            first = arguments["sections"][0]
            arguments["sections"] = [{**first, "heading": f"Part {number}"} for number in range(1, SECTIONS + 1)]
        return name, arguments


@pytest.mark.parametrize("cap", [50_000, 80_000])
def test_ten_sections_at_once_never_pass_the_cap(serve, briefing, settings, cap):
    settings.KYLE_RUN_BUDGET_TOKENS = cap
    author = Greedy()
    serve(author)
    run = briefing(length=Length.EXTENDED)
    assert (run.status, run.reasons) == ("done", ["budget"]), run.note
    assert tokens(run) <= cap
    assert author.most <= cap
    # What was left over would not have sufficed for one more.
    assert cap - tokens(run) < 20_000
    assert 0 < len(headings(run)) < SECTIONS


class Late(Dear):
    """Writes too short a document at first, and a section of it costs much."""

    def __call__(self, request: Json) -> Json:
        answer = super().__call__(request)
        if request["tools"][0]["function"]["name"] != "write_section" or "not accepted" in str(request["messages"]):
            return answer
        short = {"blocks": [{"type": "paragraph", "sentences": [{"text": "Tides rise.", "cites": [1]}]}]}
        return {**completion(tool_call("write_section", short)), "usage": answer["usage"]}


def test_a_refused_document_that_cannot_be_revised_any_more_tells_both(serve, briefing, settings):
    settings.KYLE_RUN_BUDGET_TOKENS = 50_000
    world = serve(Late(write_section=8_000))
    run = briefing()
    assert run.status == "failed"
    assert codes(run) >= {"gate.too_short", "budget.exhausted"}
    assert "could not be revised" in run.note
    assert 4 <= asked(world, "write_section") <= 5
