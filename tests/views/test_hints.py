import pytest

from briefings.domain.brief import Brief
from briefings.domain.outcome import FAULTS
from briefings.models import Run
from briefings.views.hints import advice
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


def failed(*codes: str, topic: str = "How is copper smelted?", supplied_text: str = "", **fields) -> Run:
    faults = [dict(zip(("stage", "cause"), code.split("."), strict=True)) | {"detail": ""} for code in codes]
    brief = Brief(topic=topic, supplied_text=supplied_text, as_of="2026-03-01").model_dump(mode="json")
    return RunFactory.create(failed=True, topic=topic, faults=faults, brief=brief, **fields)


def told(run: Run) -> str:
    return " ".join(advice(run).hints)


@pytest.mark.parametrize("cast", ["extractive", "model"])
@pytest.mark.parametrize("code", FAULTS)
def test_there_is_always_something_that_can_be_done(code: str, cast: str):
    assert advice(failed(code, cast=cast)).hints


def test_each_hint_is_given_once():
    assert len(advice(failed("model.timeout", "model.unavailable", "outline.failed", cast="model")).hints) == 1


def test_nothing_found_says_how_to_ask_and_that_text_can_be_pasted():
    hints = told(failed("search.empty", "research.empty"))
    assert "Check the spelling" in hints
    assert "Your own material" in hints


def test_an_installation_without_web_search_names_the_setting(settings):
    settings.KYLE_SEARCH = "knowledge"
    assert "KYLE_SEARCH=duckduckgo+wikipedia,knowledge" in told(failed("search.empty", "research.empty"))


def test_engines_that_cannot_be_reached_are_told(settings):
    settings.KYLE_SEARCH = "duckduckgo,knowledge"
    assert "No search engine on the web could be reached" in told(failed("search.network", "research.empty"))
    assert "reached" not in told(failed("search.empty", "research.empty"))
    assert "refused to answer just now" in told(failed("search.blocked", "research.empty"))


def test_a_near_miss_names_what_the_corpus_holds():
    given = advice(failed("research.empty", topic="Is the EU carbon tax good for Turkish steel exporters?"))
    assert given.neighbours
    assert all("CBAM" in subject.title for subject in given.neighbours)
    assert given.subjects == ()


def test_a_topic_far_from_everything_gets_the_whole_list():
    given = advice(failed("research.empty", topic="Growing tomatoes on a balcony"))
    assert given.neighbours == ()
    assert any("HTTP/3" in subject.title for subject in given.subjects)


def test_a_corpus_that_is_not_searched_is_not_offered(settings):
    settings.KYLE_SEARCH = "duckduckgo"
    given = advice(failed("research.empty", topic="EU carbon border tax on steel"))
    assert (given.neighbours, given.subjects) == ((), ())


@pytest.mark.parametrize("code", ["gate.too_short", "outline.failed"])
def test_pasted_material_that_is_too_short_is_told_in_plain_words(settings, code: str):
    settings.KYLE_GATE_CHARACTERS = 800
    hints = told(failed(code, supplied_text="Copper is a metal. " * 3))
    assert "Your own material has 56 characters" in hints
    assert "at least 800 characters" in hints
    assert "Paste text about the topic" not in hints


def test_a_task_on_pasted_text_is_not_sent_to_search_elsewhere():
    given = advice(failed("outline.failed", topic="Summarise the text that I pasted below", supplied_text="Copper."))
    assert len(given.hints) == 1
    assert (given.neighbours, given.subjects) == ((), ())


def test_a_run_that_a_model_failed_is_not_sent_to_the_corpus():
    given = advice(failed("model.auth", "outline.failed", cast="model"))
    assert given.subjects == ()
    assert "model's settings" in " ".join(given.hints)
