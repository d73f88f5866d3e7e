import json

import pytest

from briefings.domain.brief import Kind, Length
from briefings.domain.document import Heading, Paragraph, Sentence
from briefings.domain.errors import ModelFailed
from briefings.domain.plan import Form, Outline, Section
from briefings.pipeline.agents.writer import ModelWriter
from tests.fakes import brief, source
from tests.pipeline.agents.models import ScriptedModel, calling, calling_all, contents

FIRST = Section(key="s1", heading="Key points", purpose="Say it all.", sources=(2,))
SECOND = Section(key="s2", heading="Furnaces", purpose="Tell the types.", sources=(1, 2))
OUTLINE = Outline(title="Copper", sections=(FIRST, SECOND))
PARAGRAPH = {"type": "paragraph", "sentences": [{"text": "It melts.", "cites": [2]}]}
SOURCES = (source(1, text="Flash furnaces."), source(2, text="It melts."), source(3, text="Unrelated."))


def write(*replies, section=FIRST, sources=SOURCES, asked=None):
    model = ScriptedModel(*replies)
    return ModelWriter().write(asked or brief(), OUTLINE, section, sources, model), model


def request(**options):
    _, model = write(calling("write_section", {"blocks": [PARAGRAPH]}), **options)
    return model.requests[0]


def test_a_section_is_handed_in_as_blocks():
    blocks, model = write(calling("write_section", {"blocks": [PARAGRAPH]}))
    assert blocks == [Paragraph(sentences=(Sentence(text="It melts.", cites=(2,)),))]
    assert model.requests[0].only == "write_section"
    assert len(model.requests[0].prompt) == 12


def test_the_writer_sees_its_task_and_its_own_sources_only():
    told = contents(request(section=SECOND, asked=brief(audience="engineers", length=Length.BRIEF)).messages)
    assert "Section 2 of 2: Furnaces" in told
    assert "Tell the types." in told
    assert "- Key points: Say it all." in told
    assert "Audience: engineers" in told
    assert "Language to write in: English" in told
    assert "about 120 words" in told
    assert "2026-01-02" in told
    assert "Flash furnaces." in told
    assert "It melts." in told
    assert "Unrelated." not in told


def test_a_chinese_section_is_measured_in_characters():
    told = contents(request(asked=brief("铜是如何冶炼的？")).messages)
    assert "Language to write in: Chinese (simplified)" in told
    assert "about 340 characters (200 for a light purpose, up to 510 for a heavy one)" in told


def test_the_length_varies_with_the_weight_of_a_section_and_leaves_tables_out():
    told = contents(request().messages)
    assert "Length: about 200 words (120 for a light purpose, up to 300 for a heavy one), tables not counted" in told


def test_sources_are_shown_in_the_order_in_which_the_outline_names_them():
    section = SECOND.model_copy(update={"sources": (3, 1)})
    told = contents(request(section=section).messages)
    assert told.index("<<source 3") < told.index("<<source 1")


def in_form(form, **options):
    return contents(request(section=SECOND.model_copy(update={"form": form}), **options).messages)


def test_the_key_points_answer_the_topic_and_know_what_the_other_sections_do():
    told = in_form(Form.KEY_POINTS)
    assert "Its first sentence answers the topic's question" in told
    assert "what matters most for the readers' decision comes next" in told
    assert "written at the same time:\n- Key points: Say it all." in told


def test_open_questions_may_say_without_cites_what_the_sources_leave_open_and_nothing_else():
    told = in_form(Form.OPEN_QUESTIONS)
    assert "may stand without cites if, and only if, it states that the sources do not establish" in told
    assert "The sources read for this briefing do not say …" in told
    assert "Everything else is cited" in told


@pytest.mark.parametrize("form", [Form.THEME, Form.KEY_POINTS])
def test_other_sections_may_not(form):
    assert "The sources read for this briefing do not say" not in in_form(form)


def test_without_sources_there_is_nothing_that_they_leave_open():
    assert "The sources read for this briefing do not say" not in in_form(Form.OPEN_QUESTIONS, sources=())


def test_the_prompt_is_known_by_the_form_of_the_section():
    sections = [SECOND.model_copy(update={"form": form}) for form in Form]
    assert len({request(section=section).prompt for section in sections}) == len(Form)


def test_consequences_are_cited_and_incomplete_sets_are_owned_up_to():
    system = request().messages[0]["content"]
    assert "practical consequence of cited sentences: worded as a consequence, with the cites of its premises" in system
    assert "Add no cause and no condition that the source does not state" in system
    assert "only some of a number of items" in system
    bare = request(section=FIRST.model_copy(update={"sources": ()}), sources=()).messages[0]["content"]
    assert "consequence" not in bare


def test_without_sources_it_is_told_to_cite_none():
    bare = FIRST.model_copy(update={"sources": ()})
    told = contents(request(section=bare, sources=()).messages)
    assert "There are no sources for this document" in told
    assert "Leave every `cites` empty" in told
    assert "<<source" not in told


@pytest.mark.parametrize(("kind", "offered"), [(Kind.STANDARD, False), (Kind.INTERPRETER, True)])
def test_term_tables_and_further_reading_are_for_interpreters(kind, offered):
    asked = request(asked=brief(kind=kind))
    types = asked.tools[0].parameters["properties"]["blocks"]["items"]["properties"]["type"]["enum"]
    assert ("term_table" in types) is offered
    assert ("further_reading" in types) is offered
    assert ("term_table" in asked.messages[0]["content"]) is offered


def test_long_sources_are_cut_to_what_matters_within_the_budget():
    filler = "\n\n".join(f"Paragraph {n} on the weather of the year." for n in range(3000))
    text = f"{filler}\n\nFurnaces come in two types, flash and bath.\n\n{filler}"
    told = contents(request(section=SECOND, sources=(source(1, text=text),)).messages)
    assert "Furnaces come in two types" in told
    assert len(told) < 34_000


def test_an_unknown_block_type_is_put_right_in_a_second_round():
    blocks, model = write(
        calling("write_section", {"blocks": [{"type": "essay", "text": "Long."}]}, "call_9"),
        calling("write_section", {"blocks": [PARAGRAPH]}),
    )
    assert len(blocks) == 1
    objection = model.requests[1].messages[-1]
    assert objection["tool_call_id"] == "call_9"
    assert "essay" in objection["content"]
    assert "paragraph" in objection["content"]


def test_a_section_without_a_word_is_not_accepted():
    empty = calling("write_section", {"blocks": [{"type": "paragraph", "sentences": []}]})
    with pytest.raises(ModelFailed) as failed:
        write(empty, empty)
    assert failed.value.fault.code == "model.invalid_output"


def test_several_calls_make_one_section():
    other = {"type": "paragraph", "sentences": ["More."]}
    blocks, _ = write(
        calling_all(("write_section", {"blocks": [PARAGRAPH]}, "a"), ("write_section", {"blocks": [other]}, "b"))
    )
    assert [block.sentences[0].text for block in blocks] == ["It melts.", "More."]


def test_the_sections_own_heading_is_not_repeated():
    blocks, _ = write(calling("write_section", {"blocks": [{"type": "heading", "text": "key points"}, PARAGRAPH]}))
    assert [type(block) for block in blocks] == [Paragraph]
    blocks, _ = write(calling("write_section", {"blocks": [{"type": "heading", "text": "Melting"}, PARAGRAPH]}))
    assert blocks[0] == Heading(level=3, text="Melting")


def test_a_request_that_is_too_long_is_repeated_with_less_of_the_sources():
    long = (source(2, text="It melts at last.\n\n" * 4000),)
    _, model = write(
        ModelFailed("context_length", "8192", permanent=True),
        calling("write_section", {"blocks": [PARAGRAPH]}),
        sources=long,
    )
    first, second = (len(contents(request.messages)) for request in model.requests)
    assert second < first / 2


def test_the_schema_holds_to_what_every_provider_takes():
    schema = json.dumps(request(asked=brief(kind=Kind.INTERPRETER)).tools[0].parameters)
    for keyword in ("anyOf", "oneOf", "allOf", "$ref", "const", "default", "additionalProperties", "format"):
        assert f'"{keyword}"' not in schema


def test_a_revision_is_told_why_the_document_was_refused():
    model = ScriptedModel(calling("write_section", {"blocks": [PARAGRAPH]}))
    ModelWriter().write(brief(), OUTLINE, FIRST, SOURCES, model, "The document was too short.")
    (asked,) = model.requests
    first = request()
    assert "The document was too short." in asked.messages[-1]["content"]
    assert asked.messages[-1]["content"].startswith(first.messages[-1]["content"])
    assert asked.prompt != first.prompt


def test_a_writer_without_repairs_gives_up_at_the_first_bad_answer():
    model = ScriptedModel(calling("write_section", {"blocks": []}))
    with pytest.raises(ModelFailed):
        ModelWriter(repairs=0).write(brief(), OUTLINE, FIRST, SOURCES, model)
