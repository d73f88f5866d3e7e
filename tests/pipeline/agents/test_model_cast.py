"""The agents of the model cast together, against a provider behind a real socket."""

from dataclasses import dataclass

import pytest

from briefings.backends.model.openai_compatible import OpenAICompatible
from briefings.domain.brief import Length
from briefings.domain.document import citations, texts
from briefings.domain.errors import ModelFailed
from briefings.domain.plan import SkipCase, SkipOffer
from briefings.pipeline.agents.planner import ModelPlanner
from briefings.pipeline.agents.writer import ModelWriter
from briefings.pipeline.ports import ModelReply, ModelRequest
from tests.doubles.openai_server import OpenAIServer, completion, in_turn, tool_call
from tests.doubles.scripted_author import ScriptedAuthor
from tests.fakes import brief, source

OSMOSIS = (
    "Osmosis is the movement of water through a membrane. It runs from the weaker to the stronger solution.\n\n"
    "Reverse osmosis needs pressure of up to 80 bar. Plants in Israel supply most of the household water.\n\n"
    "Critics name the energy that it takes. Brine harms life on the sea bed near the outlets of large plants."
)
WATER = "渗透是水分子通过半透膜的运动。反渗透需要高达80巴的压力。以色列的大部分生活用水来自海水淡化厂。"


@dataclass
class Bound:
    """A provider's model as the agents see it."""

    provider: OpenAICompatible

    def complete(self, request: ModelRequest) -> ModelReply:
        return self.provider.complete("m-test", request, alive=lambda: None)


def model_at(server):
    return Bound(OpenAICompatible(base_url=server.base_url))


def plan_with(*answers, offer=None):
    with OpenAIServer(in_turn(*answers)) as server:
        made = ModelPlanner().plan(brief("Tidal power"), offer or SkipOffer(), model_at(server))
    return made, server.bodies


def a_whole_document(asked, offer, sources):
    author = ScriptedAuthor()
    with OpenAIServer(author) as server:
        model = model_at(server)
        plan = ModelPlanner().plan(asked, offer, model)
        outline = ModelPlanner().outline(asked, plan, sources, model)
        sections = [ModelWriter().write(asked, outline, section, sources, model) for section in outline.sections]
    return plan, outline, sections, author


@pytest.mark.parametrize(
    ("topic", "text"), [("How does osmosis desalinate water?", OSMOSIS), ("反渗透如何淡化海水", WATER)]
)
@pytest.mark.parametrize("length", list(Length))
def test_a_researched_document_is_planned_laid_out_and_written_without_a_second_question(topic, text, length):
    sources = (source(1, text=text), source(2, text=text + " Another page."))
    plan, outline, sections, author = a_whole_document(brief(topic, length=length), SkipOffer(), sources)
    assert plan.routing.decision == "search"
    assert outline.title == topic
    assert len(author.requests) == 2 + len(outline.sections)
    cited = [id_ for blocks in sections for block in blocks for id_ in citations(block)]
    assert set(cited) == {1, 2}


@pytest.mark.parametrize("case", list(SkipCase))
def test_a_skipped_search_leads_to_a_document_too(case):
    sources = (source(1, text=OSMOSIS),) if case is SkipCase.SUPPLIED else ()
    plan, _, sections, _ = a_whole_document(brief("What is osmosis?"), SkipOffer(case=case), sources)
    assert plan.routing.decision == "skip"
    assert all(any(text for block in blocks for text in texts(block)) for blocks in sections)
    assert bool(sources) is any(True for blocks in sections for block in blocks for _ in citations(block))


SEARCH = '{"query":"a"}'
TEXT_CALL = '{"name":"web_search","arguments":{"query":"a"}}'


@pytest.mark.parametrize(
    "answer",
    [
        completion(tool_call("web_search", SEARCH), content="", finish="stop"),
        completion(content=TEXT_CALL),
        completion(tool_call("web_search", SEARCH, id_="")),
        completion(tool_call("web_search", '{"query":"a"}{"query":"a"}')),
        completion(tool_call("browse", "{}"), tool_call("web_search", SEARCH, id_="call_2")),
    ],
)
def test_a_usable_call_is_accepted(answer):
    plan, asked = plan_with(answer)
    assert [question.text for question in plan.questions] == ["a"]
    assert len(asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        completion(content="", finish="tool_calls", tool_calls=[]),
        completion(content="I will now search the web for you."),
        completion(tool_calls=None),
        completion(tool_call("browse", "{}")),
        completion(tool_call("web_search", "")),
        completion(content='{"name":"browse","arguments":{}}'),
    ],
)
def test_an_unusable_answer_is_asked_about_once(answer):
    plan, asked = plan_with(answer, answer)
    assert [question.text for question in plan.questions] == ["Tidal power"]
    assert len(asked) == 2
    plan, asked = plan_with(answer, completion(tool_call("web_search", SEARCH)))
    assert [question.text for question in plan.questions] == ["a"]


def test_an_unknown_tool_is_answered_under_the_id_of_its_call():
    _, asked = plan_with(
        completion(tool_call("browse", "{}", id_="call_9")), completion(tool_call("web_search", SEARCH))
    )
    assert asked[1]["messages"][-2]["tool_calls"][0]["id"] == "call_9"
    assert asked[1]["messages"][-1]["tool_call_id"] == "call_9"


def test_a_made_up_id_is_used_in_both_messages_of_the_next_turn():
    answers = completion(tool_call("web_search", SEARCH, id_="")), laid_out()
    with OpenAIServer(in_turn(*answers)) as server:
        plan = ModelPlanner().plan(brief("Tidal power"), SkipOffer(), model_at(server))
        ModelPlanner().outline(brief("Tidal power"), plan, (), model_at(server))
    *_, own, result, _ = server.bodies[1]["messages"]
    assert own["tool_calls"][0]["id"] == result["tool_call_id"] != ""


def laid_out():
    return completion(tool_call("outline", {"title": "T", "sections": [{"heading": "H", "purpose": "P"}]}))


def test_a_signature_travels_to_the_second_turn_on_its_own_call():
    signature = {"google": {"thought_signature": "CpQBAY+/=éxyz", "later_field": {"n": [1, 2.5, None]}}}
    signed = completion(
        tool_call("web_search", '{"query":"tidal barrage cost"}', "call_a", extra_content=signature),
        tool_call("web_search", '{"query":"tidal barrage output"}', "call_b"),
    )
    with OpenAIServer(in_turn(signed, laid_out())) as server:
        plan = ModelPlanner().plan(brief("Tidal power"), SkipOffer(), model_at(server))
        ModelPlanner().outline(brief("Tidal power"), plan, (source(1),), model_at(server))
    first, second = server.bodies
    assert second["messages"][:2] == first["messages"]
    assert second["messages"][2] == signed["choices"][0]["message"]
    assert [message.get("tool_call_id") for message in second["messages"][3:]] == ["call_a", "call_b", None]


SPENT = {
    "prompt_tokens": 3000,
    "completion_tokens": 8000,
    "total_tokens": 11000,
    "completion_tokens_details": {"reasoning_tokens": 8000},
}
EMPTY = completion(finish="length", tool_calls=[], usage=SPENT)
WRITTEN = completion(tool_call("write_section", {"blocks": [{"type": "paragraph", "sentences": ["It flows."]}]}))


def write_with(*answers):
    outline_model = OpenAIServer(lambda _: laid_out())
    with outline_model as server:
        outline = ModelPlanner().outline(
            brief(), plan_with(completion(tool_call("web_search", SEARCH)))[0], (), model_at(server)
        )
    with OpenAIServer(in_turn(*answers)) as server:
        try:
            return ModelWriter().write(brief(), outline, outline.sections[0], (), model_at(server)), server.bodies
        except ModelFailed as failure:
            return failure, server.bodies


def test_thinking_that_ate_the_answer_is_repeated_once_with_more_room():
    blocks, asked = write_with(EMPTY, WRITTEN)
    assert [text for block in blocks for text in texts(block)] == ["It flows."]
    assert asked[1]["max_tokens"] > asked[0]["max_tokens"]
    assert asked[1]["messages"] == asked[0]["messages"]


def test_thinking_that_eats_the_answer_twice_never_passes_for_a_section():
    failure, asked = write_with(EMPTY, EMPTY)
    assert failure.fault.code == "model.invalid_output"
    assert len(asked) == 2
