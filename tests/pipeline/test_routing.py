"""Topics and how they are routed.

Each row of `routing_topics.tsv` holds a label, what decides it, whether material is supplied, and the topic. `no_case`
marks topics without any trigger that are searched because no skip case matches.
"""

import csv
from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest

from briefings.domain.brief import Brief
from briefings.domain.plan import SkipCase, SkipOffer, Trigger
from briefings.pipeline.routing import mentions_supplied, skip_offer

Row = tuple[str, bool]


def _rows() -> dict[tuple[str, str], list[Row]]:
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    with Path(__file__).with_name("routing_topics.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            groups[row["label"], row["why"]].append((row["topic"], bool(row["supplied"])))
    return groups


ROWS = _rows()


def _offer(topic: str, *, supplied: bool = False) -> SkipOffer:
    text = "The port handled 4.2 million containers." if supplied else " \n"
    return skip_offer(Brief(topic=topic, supplied_text=text, as_of=date(2026, 3, 1)))


@pytest.mark.parametrize("trigger", list(Trigger))
def test_a_trigger_is_seen_and_forbids_to_skip(trigger: Trigger) -> None:
    offers = {topic: _offer(topic, supplied=supplied) for topic, supplied in ROWS["must_search", trigger]}
    assert [topic for topic, offer in offers.items() if offer.offered or trigger not in offer.triggers] == []


@pytest.mark.parametrize("case", list(SkipCase))
def test_a_case_without_a_trigger_is_offered(case: SkipCase) -> None:
    offers = {topic: _offer(topic, supplied=supplied) for topic, supplied in ROWS["may_skip", case]}
    assert [(topic, offer) for topic, offer in offers.items() if not offer.offered or offer.case != case] == []


def test_a_topic_that_is_no_case_is_searched() -> None:
    assert [topic for topic, supplied in ROWS["must_search", "no_case"] if _offer(topic, supplied=supplied).case] == []


def test_material_that_is_spoken_of_but_absent_is_no_case() -> None:
    topics = [topic for topic, _ in ROWS["must_search", "supplied"]]
    assert [topic for topic in topics if _offer(topic).case or not mentions_supplied(topic)] == []


def test_blank_material_is_absent() -> None:
    assert not _offer("Summarise the text that I pasted below").offered
    assert _offer("Summarise the text that I pasted below", supplied=True).offered


def test_material_alone_is_no_reason_to_skip() -> None:
    assert _offer("Heat pumps in old houses", supplied=True) == SkipOffer()


def test_triggers_come_in_one_order() -> None:
    found = _offer("How much larger is Toyota than Honda now, compared with 2019?").triggers
    assert found == (Trigger.COMPARISON, Trigger.TEMPORAL, Trigger.QUANTITATIVE, Trigger.NAMED)


@pytest.mark.parametrize(
    ("concept", "state"),
    [
        ("What is a tax rate?", "What is the tax rate?"),
        ("What is an emerging market?", "What are emerging risks to banks?"),
        ("What is a leading question?", "What is the leading cause of fires?"),
        ("什么是失业率", "什么是日本的失业率"),
        ("什么是比较优势", "什么是煤电与核电的比较"),
    ],
)
def test_a_concept_is_no_question_about_a_state(concept: str, state: str) -> None:
    assert _offer(concept).offered
    assert not _offer(state).offered


@pytest.mark.parametrize(
    "topic",
    [
        "什麼是機會成本？",
        "寫一段歡迎詞",
        "Define  “opportunity\ncost”",
        "Ｗhat is a mutex？",
    ],
)
def test_script_width_quotes_and_line_ends_do_not_matter(topic: str) -> None:
    assert _offer(topic).offered


@pytest.mark.parametrize(
    "topic",
    [
        "Summarise the Draghi report",
        "Summarise the report on battery recycling",
        "What is attachment theory?",
        "Convert the list price into euros",
        "Write a thank-you note to my team",
        "Put these words in alphabetical order: pear, apple, fig",
        "数据保护的现状",
        "这些国家的经济",
        "公司提供的福利",
    ],
)
def test_other_texts_are_not_the_requesters_material(topic: str) -> None:
    assert not mentions_supplied(topic)


@pytest.mark.parametrize(
    "topic", ["My attached notes: what do they say?", "What is in the attachment?", "附件讲了什么"]
)
def test_material_is_noticed_whatever_is_asked_of_it(topic: str) -> None:
    assert mentions_supplied(topic)
