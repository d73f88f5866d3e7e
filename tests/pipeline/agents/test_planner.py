import pytest

from briefings.domain.brief import Length
from briefings.domain.errors import ModelFailed
from briefings.domain.plan import Form, Plan, RoutingDecision, SkipCase, SkipOffer, Trigger
from briefings.pipeline.agents.planner import ModelPlanner
from tests.doubles.openai_server import tool_call
from tests.fakes import brief, source
from tests.pipeline.agents.models import ScriptedModel, calling, calling_all, contents, saying, text_call

NO_SKIP = SkipOffer(triggers=(Trigger.COMPARISON,))
MAY_SKIP = SkipOffer(case=SkipCase.DEFINITION)
SKIPPED = {"case": "definition", "justification": "A stable concept."}
BRIEF = brief("What is osmosis?")
SEARCHED = calling("web_search", {"queries": ["osmosis"]})


def plan(*replies, offer=NO_SKIP, asked=BRIEF):
    model = ScriptedModel(*replies)
    return ModelPlanner().plan(asked, offer, model), model


def queries(made):
    return [question.text for question in made.questions]


def outline(*replies, made=None, sources=(), asked=BRIEF):
    made = made or plan(SEARCHED)[0]
    model = ScriptedModel(*replies)
    return ModelPlanner().outline(asked, made, sources, model), model


def laid_out(number=5, **fields):
    sections = [{"heading": f"Part {n}", "purpose": f"Tell {n}.", "sources": [1]} for n in range(1, number + 1)]
    return calling("outline", {"title": "Osmosis", "sections": sections, **fields})


# The first turn


def test_the_routing_call_is_cold_and_forced_to_choose_a_tool():
    _, model = plan(SEARCHED, offer=MAY_SKIP)
    request = model.requests[0]
    assert request.temperature == 0
    assert request.only is None
    assert [tool.name for tool in request.tools] == ["web_search", "skip_search"]
    assert request.tools[1].parameters["properties"]["case"]["enum"] == ["definition"]
    assert len(request.prompt) == 12
    assert "What is osmosis?" in contents(request.messages)


@pytest.mark.parametrize("offer", [SkipOffer(), NO_SKIP, SkipOffer(case=SkipCase.CREATIVE, triggers=(Trigger.NAMED,))])
def test_a_skip_that_is_not_offered_is_not_even_mentioned(offer):
    made, model = plan(SEARCHED, offer=offer)
    assert [tool.name for tool in model.requests[0].tools] == ["web_search"]
    assert "skip_search" not in contents(model.requests[0].messages)
    assert made.routing.withheld


def test_attached_material_is_shown_as_data():
    _, model = plan(SEARCHED, asked=brief("Sum this up", supplied_text="The attached minutes."))
    assert "<<material | " in contents(model.requests[0].messages)
    assert "The attached minutes." in contents(model.requests[0].messages)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"queries": ["a", "b"]}, ["a", "b"]),
        ({"query": "a"}, ["a"]),
        ({"queries": "a"}, ["a"]),
        ({"queries": '["a", "b"]'}, ["a", "b"]),
        ({"query": ["a", "b"]}, ["a", "b"]),
        ({"queries": ["  a \n b ", "", "A b"]}, ["a b"]),
        ({"queries": [f"q{n}" for n in range(20)]}, [f"q{n}" for n in range(8)]),
    ],
)
def test_queries_become_questions(arguments, expected):
    made, _ = plan(calling("web_search", arguments))
    assert queries(made) == expected
    assert [question.key for question in made.questions] == [f"q{n}" for n in range(1, len(expected) + 1)]
    assert made.routing == RoutingDecision(decision="search", triggers=(Trigger.COMPARISON,), withheld=True)


def test_several_calls_are_merged():
    calls = [("web_search", {"query": "a"}, "1"), ("web_search", {"queries": ["b", "a"]}, "2"), ("browse", {}, "3")]
    made, _ = plan(calling_all(*calls))
    assert queries(made) == ["a", "b"]


def test_a_call_given_as_text_counts():
    made, _ = plan(text_call("web_search", {"query": "a"}))
    assert queries(made) == ["a"]


def test_a_skip_as_it_was_offered_is_honoured():
    made, model = plan(calling("skip_search", SKIPPED), offer=MAY_SKIP)
    assert made.routing == RoutingDecision(
        decision="skip", case=SkipCase.DEFINITION, withheld=False, justification="A stable concept."
    )
    assert made.questions == ()
    assert len(model.requests) == 1


def test_a_search_although_a_skip_was_offered_is_nobodys_doing():
    made, _ = plan(SEARCHED, offer=MAY_SKIP)
    assert (made.routing.decision, made.routing.withheld) == ("search", False)


def test_a_search_beside_a_skip_wins():
    made, _ = plan(calling_all(("skip_search", SKIPPED, "1"), ("web_search", {"query": "a"}, "2")), offer=MAY_SKIP)
    assert queries(made) == ["a"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"case": "creative", "justification": "Yes."},
        {"case": "definition", "justification": " "},
        {"case": "", "justification": "Yes."},
    ],
)
def test_a_skip_otherwise_than_offered_is_refused_and_asked_about_once(arguments):
    made, model = plan(calling("skip_search", arguments, "1"), calling("skip_search", arguments, "2"), offer=MAY_SKIP)
    assert len(model.requests) == 2
    assert model.requests[1].messages[-1]["tool_call_id"] == "1"
    assert (made.routing.decision, made.routing.withheld) == ("search", True)
    assert queries(made) == ["What is osmosis?"]
    assert "in a way that is not allowed" in made.notes[0]
    assert made.turn == ()


def test_a_refused_skip_may_be_put_right():
    wrong = calling("skip_search", {"case": "definition", "justification": ""})
    made, _ = plan(wrong, calling("skip_search", SKIPPED), offer=MAY_SKIP)
    assert made.routing.decision == "skip"


@pytest.mark.parametrize(
    "reply", [saying("Osmosis is a flow."), calling("skip_search", SKIPPED), calling("web_search", {})]
)
def test_without_a_usable_call_code_searches_the_topic(reply):
    made, model = plan(reply, reply)
    assert len(model.requests) == 2
    assert queries(made) == ["What is osmosis?"]
    assert made.notes == ("The planner made no usable tool call, so Kyle searched for the topic itself.",)
    assert made.turn == ()


def test_prose_where_a_skip_was_offered_is_not_a_withheld_skip():
    made, _ = plan(saying("Well."), saying("Well."), offer=MAY_SKIP)
    assert not made.routing.withheld


def test_a_provider_that_fails_fails_the_plan():
    with pytest.raises(ModelFailed, match="down"):
        plan(ModelFailed("unavailable", "down"))


# The second turn

SIGNED = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {
            **tool_call("web_search", '{"query":"a"}', "call_a"),
            "extra_content": {"google": {"thought_signature": "CpQBAY+/=éxyz", "later": {"n": [1, 2.5, None]}}},
        },
        tool_call("web_search", '{"query":"b"}', "call_b"),
    ],
    "unknown": 1,
}


def test_the_first_turn_is_replayed_as_received_and_each_call_is_answered():
    reply = calling_all(("web_search", {"query": "a"}, "call_a"), ("web_search", {"query": "b"}, "call_b"))
    made, first = plan(reply.model_copy(update={"message": SIGNED}))
    _, second = outline(laid_out(), made=made, sources=[source(1), source(2)])
    messages = second.requests[0].messages
    assert messages[:2] == first.requests[0].messages
    assert messages[2] == SIGNED
    assert [(message["role"], message["tool_call_id"]) for message in messages[3:5]] == [
        ("tool", "call_a"),
        ("tool", "call_b"),
    ]
    assert messages[5]["role"] == "user"
    assert len(messages) == 6
    assert second.requests[0].only == "outline"


def test_after_a_repair_only_the_good_answer_is_replayed():
    made, first = plan(saying("Hm."), SEARCHED)
    assert made.turn == (*first.requests[0].messages, SEARCHED.message)


def test_sources_are_shown_with_their_facts_and_what_they_say():
    shown = source(7, text="Water crosses.", title="On\nosmosis", published="2020-01-02", language="en", site="Bio")
    _, model = outline(laid_out(), sources=[shown])
    told = contents(model.requests[0].messages)
    assert (
        "title: On osmosis\nsite: Bio\npublished: 2020-01-02\nlanguage: en\n\nWater crosses.\n<<end of source 7" in told
    )


def test_a_call_given_as_text_is_answered_in_words():
    made, _ = plan(text_call("web_search", {"query": "a"}))
    _, model = outline(laid_out(), made=made, sources=[source(1, text="Water crosses.")])
    *_, own, told = model.requests[0].messages
    assert own == made.turn[-1]
    assert told["role"] == "user"
    assert "Water crosses." in told["content"]
    assert "Call outline" in told["content"]


@pytest.mark.parametrize("sources", [(), (source(1, text="Water crosses."),)])
def test_an_outline_without_a_first_turn(sources):
    made = Plan(routing=RoutingDecision(decision="search", withheld=True))
    finished, model = outline(laid_out(), made=made, sources=sources)
    assert [message["role"] for message in model.requests[0].messages] == ["system", "user"]
    assert ("Water crosses." in contents(model.requests[0].messages)) is bool(sources)
    assert len(finished.sections) == 5


def test_an_outline_after_a_skip_answers_the_skip():
    made, _ = plan(calling("skip_search", SKIPPED), offer=MAY_SKIP)
    finished, model = outline(laid_out(), made=made)
    assert "There are no sources" in model.requests[0].messages[3]["content"]
    assert all(section.sources == () for section in finished.sections)


def test_sections_are_keyed_ordered_and_keep_only_known_sources():
    sections = [
        {"heading": "# Key points", "purpose": "All.", "sources": [2, 9, 1, 2]},
        {"heading": "How", "purpose": "", "sources": ["2", "[1]"]},
        {"heading": "C#", "purpose": "Lang.", "sources": []},
        {"title": "Open questions"},
    ]
    finished, _ = outline(laid_out(title=" **Osmosis** ", sections=sections), sources=[source(1), source(2)])
    assert finished.title == "Osmosis"
    assert [(s.key, s.heading, s.form, s.sources) for s in finished.sections] == [
        ("s1", "Key points", Form.KEY_POINTS, (2, 1)),
        ("s2", "How", Form.THEME, (2, 1)),
        ("s3", "C#", Form.THEME, (1, 2)),
        ("s4", "Open questions", Form.OPEN_QUESTIONS, (1, 2)),
    ]


@pytest.mark.parametrize(("length", "span"), [("brief", (3, 4)), ("standard", (5, 7)), ("extended", (7, 10))])
def test_the_length_sets_the_number_of_sections(length, span):
    finished, model = outline(laid_out(12), asked=brief("What is osmosis?", length=Length(length)))
    assert f"{span[0]} to {span[1]} sections" in model.requests[0].messages[-1]["content"]
    assert len(finished.sections) == span[1]
    assert finished.sections[-1].heading == "Part 12"


def test_a_creative_piece_is_laid_out_freely():
    made, _ = plan(
        calling("skip_search", {"case": "creative", "justification": "A poem."}),
        offer=SkipOffer(case=SkipCase.CREATIVE),
    )
    finished, model = outline(laid_out(1), made=made)
    assert "1 to 2 sections" in model.requests[0].messages[-1]["content"]
    assert finished.sections[0].form is Form.THEME


def test_the_limits_of_the_layout_are_in_its_schema_too():
    _, model = outline(laid_out(), asked=brief("What is osmosis?", length=Length.BRIEF))
    sections = model.requests[0].tools[0].parameters["properties"]["sections"]
    assert (sections["minItems"], sections["maxItems"]) == (3, 4)
    assert sections["items"]["properties"]["heading"]["description"] == "at most 8 words"
    assert "at most 8 words" in model.requests[0].messages[-1]["content"]


def test_a_chinese_heading_is_measured_in_characters():
    _, model = outline(laid_out(), asked=brief("什么是渗透？"))
    assert "at most 14 characters" in model.requests[0].messages[-1]["content"]


def three_queries():
    return plan(calling("web_search", {"queries": ["osmosis", "osmosis cost 2026", "渗透 成本"]}))[0]


def test_the_planner_is_told_which_queries_brought_nothing():
    answered = source(1).model_copy(update={"question": "q1"})
    extra = source(2).model_copy(update={"question": "topic"})
    _, model = outline(laid_out(), made=three_queries(), sources=[answered, extra])
    task = model.requests[0].messages[-1]["content"]
    assert "brought no page of their own:\n- osmosis cost 2026\n- 渗透 成本\n" in task
    assert "as a gap in the purpose of the last section" in task


def test_where_every_query_brought_something_there_is_no_word_of_gaps():
    sources = [source(n).model_copy(update={"question": f"q{n}"}) for n in (1, 2, 3)]
    _, model = outline(laid_out(), made=three_queries(), sources=sources)
    assert "no page of their own" not in contents(model.requests[0].messages)


def test_sources_in_the_language_of_a_query_are_cut_by_that_query():
    filler = "\n\n".join(f"Paragraph {n} on the weather of the year." for n in range(3000))
    text = f"{filler}\n\n渗透的成本是每立方米一元。\n\n{filler}"
    _, model = outline(laid_out(), made=three_queries(), sources=[source(1, text=text)])
    assert "渗透的成本是每立方米一元。" in contents(model.requests[0].messages)


def test_the_outline_keeps_the_closest_source_whole_and_of_the_others_at_least_their_frame():
    filler = " ".join(f"The salt of year {year} was as it had been." for year in range(1900, 2000))
    far = [
        source(n, title="Salt", text="\n\n".join(f"## Part {n}.{m}\n\nSalt {m} is sold. {filler}" for m in range(3)))
        for n in range(1, 4)
    ]
    body = "\n\n".join(f"## Step {m}\n\nIt flows on. {filler}" for m in range(2))
    close = source(4, title="What is osmosis?", text=f"## Osmosis\n\nOsmosis moves water.\n\n{body}")
    _, model = outline(laid_out(), sources=[*far, close])
    told = contents(model.requests[0].messages)
    assert close.page.text in told
    assert all(f"## Part {n}.{m}\n\nSalt {m} is sold." in told for n in range(1, 4) for m in range(3))
    assert "[…]" in told


def test_a_set_of_items_belongs_into_one_table_and_the_audience_sets_the_themes():
    _, model = outline(laid_out(), asked=brief("What is osmosis?", audience="plant managers"))
    task = model.requests[0].messages[-1]["content"]
    assert "for this audience: plant managers. First settle what these readers must decide or know" in task
    assert "one table in one section" in task
    assert "belongs to the one whose heading names it" in task


def test_an_outline_without_sections_is_asked_for_again():
    finished, model = outline(laid_out(0), laid_out(5))
    assert len(finished.sections) == 5
    assert len(model.requests) == 2


def test_a_request_that_is_too_long_is_repeated_with_less_of_the_sources():
    long = source(1, text="Water crosses a membrane.\n\n" * 4000)
    _, model = outline(ModelFailed("context_length", "8192", permanent=True), laid_out(), sources=[long])
    first, second = (len(contents(request.messages)) for request in model.requests)
    assert first < 30_000
    assert second < first / 2


@pytest.mark.parametrize(
    "fields",
    [
        {"title": {"a": 1}},
        {"title": ["Osmosis"]},
        {"title": True},
        {"title": "T" * 301},
        {"sections": [{"heading": {"x": [1]}, "purpose": "p", "sources": []}]},
        {"sections": [{"heading": "H" * 301, "purpose": "p", "sources": []}]},
        {"sections": [{"heading": "H", "purpose": ["p"], "sources": []}]},
        {"sections": [{"heading": "H", "purpose": "p" * 2001, "sources": []}]},
    ],
)
def test_what_is_no_text_or_too_long_a_one_is_asked_for_again(fields):
    finished, model = outline(calling("outline", {"title": "T", "sections": [], **fields}), laid_out())
    assert finished.title == "Osmosis"
    assert len(model.requests) == 2


def test_a_number_will_do_as_a_title():
    finished, _ = outline(laid_out(title=2024))
    assert finished.title == "2024"


def test_a_planner_without_repairs_lets_kyle_search_for_the_topic_after_the_first_bad_answer():
    model = ScriptedModel(saying("I would rather not."))
    plan = ModelPlanner(repairs=0).plan(brief(), SkipOffer(), model)
    assert len(model.requests) == 1
    assert [question.text for question in plan.questions] == [brief().topic]


def test_an_outline_without_repairs_fails_at_the_first_bad_answer():
    model = ScriptedModel(saying("I would rather not."))
    plan = Plan(routing=RoutingDecision(decision="search", withheld=True))
    with pytest.raises(ModelFailed):
        ModelPlanner(repairs=0).outline(brief(), plan, [source()], model)
    assert len(model.requests) == 1
