import pytest

from briefings.domain.errors import FetchFailed, LeaseLost, ModelFailed, RunFailed, SearchFailed
from briefings.domain.evidence import Page
from briefings.domain.outcome import Fault
from briefings.domain.trace import Call, Usage
from briefings.pipeline.ports import Drawn, Entry, ModelReply, ModelRequest
from briefings.pipeline.stage import Patience
from briefings.pipeline.stages.render import deliver
from tests.fakes import FakeClock, FakeFetch, FakeJournal, FakePress, draft, page, production


def step(stage, work, given=1, call=Call.SEARCH):
    return stage.step("b", agent="writer", given=given, returns=str, work=work, call=call)


def test_a_step_is_journaled_under_its_key_with_a_span():
    journal = FakeJournal()
    run = production(journal)
    with run.stage("write") as stage:
        assert step(stage, lambda: "text") == "text"
    (entry,) = journal.recorded
    assert (entry.key, entry.result) == ("1/write/b/1", "text")
    assert [(span.stage, span.step, span.agent) for span in journal.spans] == [("write", "1/write/b/1", "writer")]


def test_a_journaled_step_is_replayed_and_not_done_again():
    first = FakeJournal()
    with production(first).stage("write") as stage:
        step(stage, lambda: "paid for")
    second = FakeJournal(known=first.recorded)
    run = production(second)
    with run.stage("write") as stage:
        assert step(stage, lambda: pytest.fail("done twice")) == "paid for"
    run.relay.flush()
    assert second.replays == ["1/write/b/1"]
    assert second.spans == []


def test_another_input_is_another_step():
    first = FakeJournal()
    with production(first).stage("write") as stage:
        step(stage, lambda: "old", given={"topic": "copper"})
    with production(FakeJournal(known=first.recorded)).stage("write") as stage:
        assert step(stage, lambda: "new", given={"topic": "tin"}) == "new"


def test_a_journaled_result_of_another_shape_is_done_anew():
    first = FakeJournal()
    with production(first).stage("research") as stage:
        step(stage, lambda: "text")
    old = first.recorded[0]
    journal = FakeJournal(known=[old.model_copy(update={"result": {"no": "page"}})])
    with production(journal).stage("research") as stage:
        assert step(stage, lambda: "anew") == "anew"


def test_a_passing_failure_is_tried_again_and_every_try_leaves_a_span():
    journal = FakeJournal()
    clock = FakeClock()
    run = production(journal, clock=clock)
    answers = iter([SearchFailed("network", "down"), SearchFailed("network", "down"), "there"])

    def work():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with run.stage("research") as stage:
        assert step(stage, work) == "there"
    assert [span.fault for span in journal.spans] == ["search.network", "search.network", ""]
    assert len(clock.slept) == 2


def test_the_wait_that_was_asked_for_is_kept_and_told():
    journal = FakeJournal()
    clock = FakeClock()
    run = production(journal, clock=clock)
    answers = iter([ModelFailed("rate_limited", "slow down", retry_after=7), "there"])

    def work():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with run.stage("research") as stage:
        step(stage, work)
    assert sum(clock.slept) == 7
    assert any("limiting" in message and "7 s" in message for message in journal.messages)


def test_a_wait_that_is_too_long_is_no_wait_at_all():
    clock = FakeClock()
    run = production(clock=clock)
    with run.stage("research") as stage, pytest.raises(ModelFailed):
        stage.step(
            "b", agent="x", given=1, returns=str, work=lambda: raise_(ModelFailed("rate_limited", "", retry_after=900))
        )
    assert clock.slept == []


def raise_(error):
    raise error


def test_a_permanent_failure_is_not_tried_again_and_is_replayed_as_itself():
    journal = FakeJournal()
    error = FetchFailed("failed", "404", permanent=True)
    with production(journal).stage("research") as stage, pytest.raises(FetchFailed):
        step(stage, lambda: raise_(error))
    assert len(journal.spans) == 1
    again = FakeJournal(known=journal.recorded)
    with production(again).stage("research") as stage, pytest.raises(FetchFailed, match="404"):
        step(stage, lambda: "not tried")


@pytest.mark.parametrize("name", ["plan", "outline", "write", "verify", "gate"])
def test_a_stage_that_fails_closed_ends_the_run_with_both_faults(name):
    with pytest.raises(RunFailed) as caught, production().stage(name):
        raise ModelFailed("auth", "the key was rejected", permanent=True)
    assert {fault.code for fault in caught.value.faults} >= {"model.auth"}
    assert "the key was rejected" in caught.value.note


def test_a_stage_keeps_its_clock():
    journal = FakeJournal()
    run = production(journal)
    with run.stage("plan"):
        pass
    run.relay.flush()
    assert (journal.stages, journal.left) == (["plan"], ["plan"])


class Priced:
    def complete(self, model: str, request: ModelRequest, *, alive) -> ModelReply:
        alive()
        return ModelReply(message={"role": "assistant", "content": "x"}, text="x", usage=Usage(prompt=10, completion=5))


def test_each_call_of_a_model_is_a_step_with_tokens_and_a_price():
    journal = FakeJournal()
    run = production(journal, provider=Priced(), models={"writer": "no-such-model"})
    with run.stage("write") as stage:
        model = run.model(stage, "s1", "writer")
        request = ModelRequest(messages=({"role": "user", "content": "hi"},), prompt="abc")
        model.complete(request)
        model.complete(request)
    assert [entry.key for entry in journal.recorded] == ["1/write/s1/1", "1/write/s1/2"]
    span = journal.spans[0]
    assert (span.call, span.model, span.prompt, span.usage.prompt) == (Call.MODEL, "no-such-model", "abc", 10)
    assert span.unpriced


def test_a_fetched_page_is_replayed_whole():
    journal = FakeJournal()
    fetch = FakeFetch({"https://metal.example/a": page()})
    run = production(journal, fetch=fetch)
    with run.stage("research") as stage:
        read = run.fetch(stage, "p").fetch("https://metal.example/a")
    again = production(FakeJournal(known=journal.recorded), fetch=FakeFetch())
    with again.stage("research") as stage:
        replayed = again.fetch(stage, "p").fetch("https://metal.example/a")
    assert isinstance(replayed, Page)
    assert replayed == read


def test_an_entry_with_a_fault_outside_the_taxonomy_is_refused():
    with pytest.raises(ValueError, match="taxonomy"):
        Entry(key="k", digest="d", fault=Fault(stage="search", cause="bored"))


def test_work_that_is_made_of_calls_is_not_tried_again():
    journal = FakeJournal()
    with production(journal).stage("research") as stage, pytest.raises(SearchFailed):
        step(stage, lambda: raise_(SearchFailed("network", "down")), call=Call.WORK)
    assert len(journal.spans) == 1


def test_an_answer_without_usage_is_unpriced_and_never_free():
    class Silent:
        def complete(self, model, request, *, alive):
            return ModelReply(message={}, text="x")

    journal = FakeJournal()
    run = production(journal, provider=Silent(), models={"writer": "gpt-5-mini"})
    with run.stage("write") as stage:
        run.model(stage, "s1", "writer").complete(ModelRequest(messages=()))
    assert journal.spans[0].unpriced


class Queueing(FakeFetch):
    """A page that waits half a minute for its turn to be read."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__({"https://metal.example/a": page()})
        self.clock = clock

    def fetch(self, url, *, alive):
        for _ in range(30):
            self.clock.sleep(1)
            alive()
        return super().fetch(url, alive=alive)


def test_a_page_that_waits_for_its_turn_shows_life_once_in_a_while():
    journal, clock = FakeJournal(), FakeClock()
    run = production(journal, clock=clock, fetch=Queueing(clock), patience=Patience(beat=4))
    with run.stage("research") as stage:
        before = journal.beats
        run.fetch(stage, "p").fetch("https://metal.example/a")
    assert journal.beats - before == 7


def test_who_lost_the_lease_waits_no_longer():
    journal, clock = FakeJournal(), FakeClock()
    fetch = Queueing(clock)
    run = production(journal, clock=clock, fetch=fetch, patience=Patience(beat=4))

    def refuse() -> None:
        if clock.slept:
            raise LeaseLost

    journal.before_write = refuse
    with pytest.raises(LeaseLost), run.stage("research") as stage:
        run.fetch(stage, "p").fetch("https://metal.example/a")
    assert len(clock.slept) == 4
    assert fetch.asked == []


def test_a_file_that_waits_to_be_drawn_shows_life_once_in_a_while():
    journal, clock = FakeJournal(), FakeClock()

    class Slow(FakePress):
        def draw(self, file_format, document, sources, *, alive):
            for _ in range(30):
                clock.sleep(1)
                alive()
            return Drawn(b"")

    run = production(journal, clock=clock, press=Slow(formats=("pdf",)), patience=Patience(beat=4))
    deliver(run, draft())
    assert journal.beats == 1 + 7


@pytest.mark.parametrize("call", [Call.SEARCH, Call.FETCH])
def test_a_call_is_announced_before_it_is_made(call):
    journal = FakeJournal()

    def work() -> str:
        assert journal.calls == 1
        return "text"

    with production(journal).stage("research") as stage:
        assert step(stage, work, call=call) == "text"


def test_without_the_lease_no_call_is_made():
    def refuse() -> None:
        raise LeaseLost

    stage = production(FakeJournal(before_write=refuse)).stage("research")
    with pytest.raises(LeaseLost):
        step(stage, lambda: pytest.fail("asked although the lease is lost"))
