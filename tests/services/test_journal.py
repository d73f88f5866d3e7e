import logging
import time
import uuid
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from briefings.domain.document import Heading
from briefings.domain.draft import Chunk
from briefings.domain.errors import LeaseLost
from briefings.domain.outcome import Fault
from briefings.domain.plan import RoutingDecision
from briefings.domain.trace import Call, Span, Usage
from briefings.models import ChunkRow, Run, SourceRow, SpanRow, Status, Step
from briefings.pipeline.ports import Entry
from briefings.services.journal import FRESH_SECONDS, RowJournal
from tests.fakes import brief, source

pytestmark = pytest.mark.django_db

ENTRY = Entry(key="1/plan/route/1", digest="d", result={"a": 1})
SPAN = Span(
    stage="plan",
    step="1/plan/route/1",
    agent="planner",
    call=Call.MODEL,
    started_at=datetime(2026, 1, 2, tzinfo=UTC),
    ended_at=datetime(2026, 1, 2, tzinfo=UTC) + timedelta(seconds=2),
    model="m",
    usage=Usage(prompt=10, completion=4),
    cost_usd=Decimal("0.1"),
    pricing_version="2026-01-01",
)


@pytest.fixture
def carried():
    lease = uuid.uuid4()
    run = Run.objects.create(
        submission=uuid.uuid4(), topic="Copper", cast="extractive", brief=brief().model_dump(mode="json"),
        status=Status.RUNNING, lease=lease,
    )  # fmt: skip
    return run, RowJournal(run, lease)


WRITES = {
    "record": lambda journal: journal.record(ENTRY),
    "record with its span": lambda journal: journal.record(ENTRY, SPAN),
    "calling": lambda journal: journal.calling(),
    "replayed": lambda journal: journal.replayed("k", "d"),
    "span": lambda journal: journal.span(SPAN),
    "beat": lambda journal: journal.beat(),
    "enter": lambda journal: journal.enter("plan"),
    "leave": lambda journal: journal.leave("plan"),
    "progress": lambda journal: journal.progress(1, 2, "reading"),
    "routed": lambda journal: journal.routed(RoutingDecision(decision="search", withheld=True)),
    "fault": lambda journal: journal.fault(Fault(stage="search", cause="empty")),
    "sources": lambda journal: journal.sources([source()]),
    "restart": lambda journal: journal.restart(),
    "publish": lambda journal: journal.publish(Chunk(position=0, blocks=(Heading(text="x"),))),
}


def snapshot(run):
    rows = [model.objects.count() for model in (Step, SpanRow, SourceRow, ChunkRow)]
    return rows, Run.objects.filter(pk=run.pk).values().get()


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("change", [{"lease": uuid.uuid4()}, {"status": Status.CANCELLED}])
def test_every_write_without_the_lease_is_refused_and_told_and_changes_nothing(carried, write, change, caplog):
    run, journal = carried
    Run.objects.filter(pk=run.pk).update(**change)
    before = snapshot(run)
    with pytest.raises(LeaseLost), caplog.at_level(logging.WARNING, logger="briefings"):
        WRITES[write](journal)
    assert snapshot(run) == before
    assert f"run {run.pk}: refused to write" in caplog.text


@pytest.mark.parametrize("write", WRITES)
def test_every_write_is_a_proof_of_life(carried, write):
    run, journal = carried
    WRITES[write](journal)
    run.refresh_from_db()
    assert run.heartbeat_at is not None


def test_the_cost_is_added_up_exactly(carried):
    run, journal = carried
    for _ in range(3):
        journal.span(SPAN)
    run.refresh_from_db()
    assert run.cost_usd == Decimal("0.3")
    assert (run.tokens_prompt, run.tokens_completion, run.pricing_version, run.unpriced) == (
        30,
        12,
        "2026-01-01",
        False,
    )


def test_a_step_and_its_cost_are_written_together_or_not_at_all(carried):
    run, journal = carried
    journal.record(ENTRY, SPAN)
    with pytest.raises(TypeError):
        journal.record(ENTRY.model_copy(update={"key": "2/plan/route/1", "result": object()}), SPAN)
    journal.span(SPAN)
    run.refresh_from_db()
    assert run.cost_usd == Decimal("0.2")
    assert (run.steps.count(), run.spans.count()) == (1, 2)


def test_a_model_without_a_price_flags_the_run(carried):
    run, journal = carried
    journal.span(SPAN.model_copy(update={"cost_usd": None}))
    run.refresh_from_db()
    assert run.unpriced is True
    assert run.cost_usd == 0


def test_results_are_read_back_and_faults_only_in_their_own_attempt(carried):
    run, journal = carried
    dead = Entry(key="1/research/q1/1", digest="d", fault=Fault(stage="search", cause="network"))
    journal.record(ENTRY)
    journal.record(dead)
    assert list(journal.entries()) == [ENTRY, dead]
    run.attempt = 2
    assert list(journal.entries()) == [ENTRY]


def test_stages_keep_their_clock(carried):
    run, journal = carried
    journal.enter("plan")
    journal.leave("plan")
    journal.enter("research")
    run.refresh_from_db()
    assert run.stage == "research"
    plan, research = run.stages
    assert plan["name"] == "plan"
    assert plan["started_at"] <= plan["finished_at"]
    assert research["finished_at"] is None


def test_a_stage_that_is_entered_again_begins_anew_with_all_that_came_after(carried):
    run, journal = carried
    for stage in ("plan", "write", "verify", "gate"):
        journal.enter(stage)
        journal.leave(stage)
    journal.enter("write")
    run.refresh_from_db()
    assert [(stage["name"], bool(stage["finished_at"])) for stage in run.stages] == [("plan", True), ("write", False)]


def test_a_document_that_is_written_anew_has_no_chunk_left(carried):
    run, journal = carried
    for position in range(3):
        journal.publish(Chunk(position=position, blocks=(Heading(text="old"),)))
    journal.restart()
    journal.publish(Chunk(position=0, blocks=(Heading(text="new"),)))
    assert [row.blocks[0]["text"] for row in run.chunks.all()] == ["new"]


def test_a_chunk_published_again_replaces_itself(carried):
    run, journal = carried
    journal.publish(Chunk(position=0, blocks=(Heading(text="old"),)))
    journal.publish(Chunk(position=0, blocks=(Heading(text="new"),)))
    assert [row.blocks[0]["text"] for row in run.chunks.all()] == ["new"]


def test_sources_are_saved_once_and_read_back_whole(carried):
    run, journal = carried
    first = source(1, text="One.")
    journal.sources([first])
    journal.sources([first, source(2, text="Two.")])
    assert [row.number for row in run.sources.all()] == [1, 2]
    assert run.sources.first().read() == first


def test_a_cost_that_does_not_fit_its_column_is_unknown_and_every_row_stays_readable(carried):
    run, journal = carried
    journal.span(SPAN.model_copy(update={"cost_usd": Decimal("9999.9")}))
    journal.span(SPAN)
    journal.span(SPAN.model_copy(update={"cost_usd": Decimal("9e14")}))
    run = Run.objects.get(pk=run.pk)
    assert (run.cost_usd, run.unpriced) == (Decimal("9999.9"), True)
    assert list(SpanRow.objects.order_by("pk").values_list("cost_usd", flat=True)) == [Decimal("9999.9"), None, None]


def test_the_sources_are_those_that_were_told_last(carried):
    run, journal = carried
    one, two, three = source(1, text="One."), source(2, text="Two."), source(3, text="Three.")
    journal.sources([one, two, three])
    kept = run.sources.get(number=1).pk
    late = source(2, text="A page that did not answer in the attempt before.")
    journal.sources([one, late])
    assert [row.read() for row in run.sources.all()] == [one, late]
    assert run.sources.get(number=1).pk == kept


def test_what_is_written_together_stands_and_falls_together(carried):
    run, journal = carried

    def fail(journal):
        raise ZeroDivisionError

    paid = [lambda journal, key=key: journal.record(ENTRY.model_copy(update={"key": key}), SPAN) for key in "ab"]
    with pytest.raises(ZeroDivisionError):
        journal.together([*paid, fail])
    assert snapshot(run)[0] == [0, 0, 0, 0]
    journal.together([*paid, lambda journal: journal.progress(1, 2, "writing")])
    run.refresh_from_db()
    assert (run.steps.count(), run.spans.count(), run.progress_message) == (2, 2, "writing")
    assert (run.cost_usd, run.tokens_prompt) == (Decimal("0.2"), 20)


def test_a_lease_that_was_proven_a_moment_ago_is_not_proven_again(carried, django_assert_num_queries, monkeypatch):
    _, journal = carried
    journal.calling()
    with django_assert_num_queries(0):
        journal.calling()
        journal.beat()
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + FRESH_SECONDS)
    with pytest.raises(pytest.fail.Exception), django_assert_num_queries(0):
        journal.calling()


def test_a_step_that_is_recorded_again_replaces_itself(carried):
    run, journal = carried
    journal.record(ENTRY)
    journal.record(ENTRY.model_copy(update={"result": {"a": 2}}))
    assert [step.result for step in run.steps.all()] == [{"a": 2}]
