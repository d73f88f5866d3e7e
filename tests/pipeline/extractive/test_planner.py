import re
from datetime import date

import pytest

from briefings.domain.brief import Brief, Length
from briefings.domain.errors import RunFailed
from briefings.domain.evidence import Origin, Source
from briefings.domain.plan import Form, Outline, SkipCase, SkipOffer, Trigger
from briefings.pipeline.extractive.context import needs_antecedent
from briefings.pipeline.extractive.planner import ExtractivePlanner
from tests.pipeline.extractive.readings import NoModel, source

PLANNER = ExtractivePlanner()
NAVIGATION = "Skip to content\n\n- Home\n- About us\n\nThis page uses cookies to improve your experience.\n\n"
FOOTER = "\n\nPlease report any bugs to the office.\n\nCopyright 2026 by the works, all rights reserved."
PARTS = ("sluice gate", "bulb turbine", "fish ladder", "lock chamber", "control room", "concrete caisson")
MAKERS = (
    "masons",
    "divers",
    "welders",
    "painters",
    "surveyors",
    "smiths",
    "pilots",
    "clerks",
    "riggers",
    "cooks",
    "owners",
)
DEEDS = (
    "repaired",
    "measured",
    "painted",
    "replaced",
    "photographed",
    "insured",
    "raised",
    "lowered",
    "sold",
    "cleaned",
)
TIMES = (
    "at dawn",
    "in winter",
    "by hand",
    "for a wager",
    "after storms",
    "under water",
    "with chains",
    "on Sundays",
    "at night",
)
REASONS = (
    "rust",
    "salt",
    "mud",
    "frost",
    "algae",
    "noise",
    "cracks",
    "heat",
    "leaks",
    "sand",
    "theft",
    "moss",
    "wages",
)


def sentence(seed: int, part: str) -> str:
    """One of many statements about a part of a barrage that differ in most of their words."""
    words = [kind[seed * step % len(kind)] for kind, step in ((MAKERS, 3), (DEEDS, 7), (TIMES, 2), (REASONS, 5))]
    return f"The {words[0]} of a tidal barrage {words[1]} the {part} {words[2]} because of {words[3]} and its cost."


def barrages(number: int, copies: int = 1) -> Source:
    """A page about tidal barrages with navigation, a footer and a section about each of their parts."""
    sections = [
        f"## The {part}\n\n"
        + " ".join(sentence(number * 31 + place * 5 + fact * 7, part) for fact in range(6 * copies))
        for place, part in enumerate(PARTS)
    ]
    body = "\n\n".join(sections)
    return source(NAVIGATION + body + FOOTER, number=number, title=f"Tidal barrages, part {number}")


CAKES = source("A cake is baked in an oven of brick for an hour. " * 3, number=9, title="Cakes")


def brief(topic: str = "How do tidal barrages work?", **fields) -> Brief:
    return Brief(topic=topic, as_of=date(2026, 11, 30), **fields)


def outline(*sources: Source, topic: str = "How do tidal barrages work?", **fields) -> Outline:
    asked = brief(topic, **fields)
    return PLANNER.outline(asked, PLANNER.plan(asked, SkipOffer(), NoModel()), sources, NoModel())


def texts(made: Outline) -> list[str]:
    return [statement.text for section in made.sections for statement in section.statements]


@pytest.mark.parametrize(
    ("offer", "withheld"),
    [
        (SkipOffer(), True),
        (SkipOffer(case=SkipCase.DEFINITION), False),
        (SkipOffer(case=SkipCase.DEFINITION, triggers=(Trigger.NAMED,)), True),
    ],
)
def test_the_plan_always_searches(offer, withheld):
    routing = PLANNER.plan(brief(), offer, NoModel()).routing
    assert (routing.decision, routing.case, routing.triggers) == ("search", offer.case, offer.triggers)
    assert routing.withheld is withheld


@pytest.mark.parametrize(
    ("topic", "query"),
    [
        ("How does HTTP/3 differ from HTTP/2?", "HTTP/3 differ from HTTP/2"),
        ("  What is   a mutex? ", "a mutex"),
        ("An overview of tidal power", "tidal power"),
        ("铜与锌的区别？", "铜与锌的区别"),
        ("What is", "What is"),
    ],
)
def test_the_one_question_is_the_topic_without_its_frame(topic, query):
    [question] = PLANNER.plan(brief(topic), SkipOffer(), NoModel()).questions
    assert question.text == query


def test_the_outline_begins_with_key_points_and_has_themes_with_headings_of_their_own():
    made = outline(*map(barrages, range(1, 7)))
    assert [section.form for section in made.sections][:2] == [Form.KEY_POINTS, Form.THEME]
    headings = [section.heading for section in made.sections]
    assert headings[0] == "Key points"
    assert len(headings) == len({heading.casefold() for heading in headings}) >= 4
    assert [section.key for section in made.sections] == [f"s{number}" for number in range(1, len(headings) + 1)]


def test_every_sentence_is_verbatim_in_the_source_it_cites_and_stands_once():
    pages = {number: barrages(number) for number in range(1, 7)}
    made = outline(*pages.values())
    for section in made.sections:
        assert section.sources == tuple(dict.fromkeys(cite for one in section.statements for cite in one.cites))
        for statement in section.statements:
            [cited] = statement.cites
            assert statement.text in pages[cited].page.text
    assert len(texts(made)) == len(set(texts(made)))


def test_navigation_licences_and_other_subjects_stay_out():
    said = " ".join(texts(outline(*map(barrages, range(1, 7)), CAKES)))
    assert not re.search(r"cookie|bugs|Copyright|cake|oven", said)


def test_several_sources_are_cited():
    made = outline(*map(barrages, range(1, 8)))
    assert len({source for section in made.sections for source in section.sources}) >= 5


@pytest.mark.parametrize(("length", "least", "most"), [(Length.BRIEF, 350, 550), (Length.STANDARD, 850, 1250)])
def test_the_length_is_what_was_asked_for(length, least, most):
    words = len(" ".join(texts(outline(*map(barrages, range(1, 8)), length=length))).split())
    assert least <= words <= most


def test_a_sentence_that_leans_on_another_follows_it():
    page = source(
        "A barrage dams an estuary of a river. It turns the tide of the barrage into power.", title="Tidal barrages"
    )
    for section in outline(page).sections:
        for before, statement in zip(("", *texts(outline(page))), section.statements, strict=False):
            assert not needs_antecedent(statement.text, first=True) or before


def test_open_questions_come_last_and_only_when_there_are_any():
    assert Form.OPEN_QUESTIONS not in {section.form for section in outline(barrages(1)).sections}
    undecided = source("It remains open whether tidal barrages harm the birds of an estuary.", number=8)
    last = outline(barrages(1), undecided).sections[-1]
    assert (last.form, last.heading) == (Form.OPEN_QUESTIONS, "Open questions and disagreements")
    assert last.sources == (8,)


def test_sources_in_the_language_of_the_topic_are_preferred():
    german = source(
        "Das Gezeitenkraftwerk an der Rance liefert Strom. " * 9, number=7, language="de", title="Tidal barrages"
    )
    assert 7 not in {cite for section in outline(barrages(1), german).sections for cite in section.sources}


def test_a_chinese_topic_gets_chinese_headings():
    sentences = [f"潮汐电站的第{number}座水闸在高潮时打开并放出海水。" for number in "一二三四五六七八九"]
    page = source("\n\n".join(sentences), language="zh-Hans", title="潮汐电站")
    made = outline(page, topic="潮汐电站如何工作？")
    assert made.sections[0].heading == "要点"
    assert made.title == "潮汐电站如何工作？"


def test_what_the_requester_supplied_is_used_whatever_it_is_about():
    given = source("A cake is baked in an oven of brick for an hour.", origin=Origin.SUPPLIED)
    assert texts(outline(given)) == ["A cake is baked in an oven of brick for an hour."]


def test_no_source_about_the_topic_fails_the_outline_honestly():
    with pytest.raises(RunFailed, match="None of the 1 sources") as failure:
        outline(CAKES)
    assert [fault.code for fault in failure.value.faults] == ["outline.failed"]


def test_no_usable_sentence_fails_the_outline_honestly():
    with pytest.raises(RunFailed, match="no sentence that could be quoted"):
        outline(source("notes on tidal barrages, on more tidal barrages and their cost", title="Tidal barrages"))


def test_the_title_is_the_topic():
    assert outline(barrages(1), topic="how  do tidal barrages work?").title == "How do tidal barrages work?"
