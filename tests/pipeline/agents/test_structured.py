import pytest
from pydantic import BaseModel

from briefings.domain.errors import ModelFailed
from briefings.pipeline.agents import structured
from briefings.pipeline.agents.structured import MORE_ROOM, NoUsableAnswer
from briefings.pipeline.ports import ModelRequest, Tool
from tests.pipeline.agents.models import ScriptedModel, calling, calling_all, contents, saying, text_call

TOOL = Tool(name="add", description="Add.", parameters={"type": "object"})
ASK = ModelRequest(messages=({"role": "user", "content": "Add."},), tools=(TOOL,), max_tokens=100)


class Sum(BaseModel):
    total: int


def total(model):
    return structured.ask(model, ASK, lambda reply: structured.calls(reply, {"add": Sum})[0][1].total)


def test_a_good_call_needs_one_question():
    model = ScriptedModel(calling("add", {"total": 3}))
    assert total(model) == 3
    assert model.requests == [ASK]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"total": "many"}, "total: Input should be a valid integer"),
        ({"totel": 3}, "total: Field required"),
        ('{"total":', "not valid JSON"),
        ("", "empty"),
    ],
)
def test_a_bad_call_is_shown_to_the_model_with_the_objection_under_its_id(arguments, complaint):
    bad = calling("add", arguments, "call_7")
    model = ScriptedModel(bad, calling("add", {"total": 3}))
    assert total(model) == 3
    asked, own, objection = model.requests[1].messages
    assert asked == ASK.messages[0]
    assert own == bad.message
    assert (objection["role"], objection["tool_call_id"]) == ("tool", "call_7")
    assert complaint in objection["content"]


def test_an_unknown_tool_is_answered_under_its_id_and_asked_again_once():
    model = ScriptedModel(calling("browse", {}, "call_1"), calling("browse", {}, "call_2"))
    with pytest.raises(NoUsableAnswer) as failed:
        total(model)
    assert len(model.requests) == 2
    told = model.requests[1].messages[-1]
    assert told["tool_call_id"] == "call_1"
    assert "'browse'" in told["content"]
    assert "add" in told["content"]
    assert (failed.value.fault.code, failed.value.permanent) == ("model.invalid_output", True)


@pytest.mark.parametrize("reply", [saying("I shall add."), saying()])
def test_a_missing_call_is_asked_for_once_and_then_fails(reply):
    model = ScriptedModel(reply, reply)
    with pytest.raises(ModelFailed, match="no tool call"):
        total(model)
    assert len(model.requests) == 2
    assert model.requests[1].messages[-1]["role"] == "user"
    assert ("I shall add." in contents(model.requests[1].messages)) is bool(reply.text)


def test_one_good_call_among_bad_ones_will_do():
    model = ScriptedModel(calling_all(("browse", {}, "a"), ("add", {"total": 3}, "b"), ("add", {}, "c")))
    assert total(model) == 3


def test_a_call_given_as_text_is_checked_like_any_other():
    model = ScriptedModel(text_call("add", {"total": "many"}), text_call("add", {"total": 3}))
    assert total(model) == 3
    assert model.requests[1].messages[-1]["role"] == "user"
    assert "total" in model.requests[1].messages[-1]["content"]


def test_an_empty_answer_that_was_cut_is_repeated_once_with_more_room():
    model = ScriptedModel(saying(truncated=True), calling("add", {"total": 3}))
    assert total(model) == 3
    assert model.requests[1] == ASK.model_copy(update={"max_tokens": 100 * MORE_ROOM})


def test_an_answer_that_is_cut_twice_fails():
    model = ScriptedModel(saying(truncated=True), saying(truncated=True))
    with pytest.raises(ModelFailed) as failed:
        total(model)
    assert failed.value.fault.code == "model.invalid_output"
    assert len(model.requests) == 2


def test_a_call_that_was_cut_gets_more_room_in_the_repair():
    model = ScriptedModel(calling("add", '{"total":', truncated=True), calling("add", {"total": 3}))
    assert total(model) == 3
    assert model.requests[1].max_tokens == 100 * MORE_ROOM


def test_other_failures_pass():
    model = ScriptedModel(ModelFailed("auth", "no", permanent=True))
    with pytest.raises(ModelFailed, match="no"):
        total(model)


def test_too_long_a_request_is_made_shorter_once():
    tried = []

    def ask(budget):
        tried.append(budget)
        if len(tried) == 1:
            raise ModelFailed("context_length", "too long", permanent=True)
        return "done"

    assert structured.within_context(ask, 900) == "done"
    assert tried == [900, 300]


@pytest.mark.parametrize("cause", ["context_length", "timeout"])
def test_a_request_that_stays_too_long_or_fails_otherwise_fails(cause):
    tried = []

    def ask(budget):
        tried.append(budget)
        raise ModelFailed(cause, "no")

    with pytest.raises(ModelFailed):
        structured.within_context(ask, 900)
    assert len(tried) == (2 if cause == "context_length" else 1)


def test_without_repairs_a_bad_answer_is_the_last():
    model = ScriptedModel(saying("I shall add."))
    with pytest.raises(NoUsableAnswer):
        structured.ask(model, ASK, lambda reply: structured.calls(reply, {"add": Sum}), repairs=0)
    assert len(model.requests) == 1


def test_every_repair_sees_all_the_answers_before_it():
    model = ScriptedModel(saying("First."), saying("Second."), calling("add", {"total": 3}))
    structured.ask(model, ASK, lambda reply: structured.calls(reply, {"add": Sum}), repairs=2)
    assert "First." in contents(model.requests[2].messages)
    assert "Second." in contents(model.requests[2].messages)
