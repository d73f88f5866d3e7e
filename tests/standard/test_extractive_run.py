"""A standard briefing without a model, on the starter corpus and on pages from the web."""

import re

import pytest

from briefings.services import export


def squeeze(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def cited_sentences(node):
    if isinstance(node, dict):
        if isinstance(node.get("text"), str) and node.get("cites"):
            yield node["text"], node["cites"]
        for value in node.values():
            yield from cited_sentences(value)
    elif isinstance(node, list):
        for item in node:
            yield from cited_sentences(item)


@pytest.mark.parametrize(
    "topic",
    [
        "How does HTTP/3 differ from HTTP/2?",
        "What does WCAG 2.2 require of a website?",
        "How do organisations secure the software supply chain?",
        "Obligations for high-risk AI systems under the EU AI Act",
        "EU carbon border adjustment mechanism: obligations of importers",
    ],
)
def test_a_topic_of_the_corpus_becomes_a_briefing_of_verbatim_cited_sentences(briefing, topic):
    run = briefing(topic)
    assert (run.status, run.cast) == ("done", "extractive"), run.note
    said = list(cited_sentences(run.document["blocks"]))
    pages = {row.number: squeeze(row.text) for row in run.sources.all()}
    assert all(any(squeeze(text) in pages[cite] for cite in cites) for text, cites in said)
    assert len({cite for _, cites in said for cite in cites}) >= 5
    assert sum(len(text.split()) for text, _ in said) >= 750
    assert len({text for text, _ in said}) == len(said)
    notes = [note["text"] for note in run.document["blocks"][-1]["notes"]]
    assert any("starter notes" in note for note in notes)


def test_a_chinese_topic_becomes_a_chinese_document(briefing):
    run = briefing("HTTP/3 与 HTTP/2 有什么区别？")
    assert run.status == "done", run.note
    assert run.document["language"] == "zh-Hans"
    said = [text for text, _ in cited_sentences(run.document["blocks"])]
    assert all(re.search(r"[\u4e00-\u9fff]", text) for text in said)
    assert sum(len(text) for text in said) >= 1200


def test_what_a_document_says_about_itself_is_in_its_own_language(briefing, settings):
    settings.KYLE_SEARCH = "duckduckgo,knowledge"
    settings.KYLE_DUCKDUCKGO_URL = "http://127.0.0.1:9/html/"
    run = briefing("HTTP/3 与 HTTP/2 有什么区别？")
    assert "search.network" in {f"{fault['stage']}.{fault['cause']}" for fault in run.faults}
    notes = [note["text"] for note in run.document["blocks"][-1]["notes"]]
    assert len(notes) >= 3
    assert not [word for note in notes for word in re.findall(r"[A-Za-z]+", note) if word != "Kyle"]


def test_other_subjects_use_other_sources(briefing):
    http, law = briefing("How does HTTP/3 differ from HTTP/2?"), briefing("What does the EU AI Act prohibit?")
    titles = [set(run.sources.values_list("title", flat=True)) for run in (http, law)]
    assert titles[0].isdisjoint(titles[1])


@pytest.mark.parametrize(
    "topic", ["Wuzzlefrinks and the gronkulation of splanmish", "The history of Byzantine coinage", "二型糖尿病的治疗"]
)
def test_a_topic_that_nothing_covers_fails_and_says_what_was_tried(briefing, topic):
    run = briefing(topic)
    assert (run.status, run.outcome) == ("failed", "failed")
    assert {f"{fault['stage']}.{fault['cause']}" for fault in run.faults} >= {"search.empty", "research.empty"}
    assert "tried" in run.note
    assert export.state(run)["document"] == {"docx": None, "pdf": None, "md": None, "json": None}


def test_pages_from_the_web_serve_the_extractive_cast_as_well(serve, briefing, settings):
    serve()
    settings.KYLE_CAST = "extractive"
    settings.KYLE_GATE_CHARACTERS = 300
    run = briefing("Tidal power turbines and barrages")
    assert run.status == "done", run.note
    assert run.cost_usd == 0
    assert {source.tier for source in run.sources.all()} == {"unverified"}
