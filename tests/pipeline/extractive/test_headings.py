import pytest

from briefings.pipeline.extractive.headings import in_sentence_case, is_spoken_of, name, title_of
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import passage

TOPIC = analyse("Tidal barrages")
SLUICES = [
    passage(text)
    for text in ("The sluices open at high water.", "Each sluice weighs many tonnes.", "Rust eats iron within years.")
]


def test_a_heading_is_told_by_its_own_words_without_those_of_the_topic():
    assert name("Sluices of a tidal barrage", TOPIC, "en") == ("sluic",)
    assert name("Simplification of 2025", TOPIC, "en")
    assert name("闸门的维护", analyse("潮汐发电"), "zh-Hans")


@pytest.mark.parametrize(
    "heading",
    ["Introduction", "Open questions", "Why do my sluices leak?", "With the sluices", "barrage(1)", "Table 2", "Type"],
)
def test_what_says_nothing_or_numbers_is_no_heading(heading):
    assert name(heading, TOPIC, "en") == ()


@pytest.mark.parametrize("heading", ["How are sluices built?", "When the sluices are opened", "Using sluices"])
def test_a_question_of_any_reader_names_what_answers_it(heading):
    assert name(heading, TOPIC, "en")


def test_a_word_of_general_use_names_something_beside_one_of_the_topic():
    assert name("Barrage types", TOPIC, "en")
    assert name("Types", TOPIC, "en") == ()


def test_the_topic_itself_is_no_heading_among_others():
    assert name("Tidal barrages", TOPIC, "en") == ()


def test_most_sentences_speak_of_a_heading_of_one_word_and_some_of_a_longer_one():
    assert is_spoken_of(("sluic",), SLUICES)
    assert not is_spoken_of(("rust",), SLUICES)
    assert is_spoken_of(("sluic", "paint"), SLUICES)
    assert not is_spoken_of(("lock", "paint"), SLUICES)
    assert is_spoken_of(("rust",), SLUICES[1:])


def test_a_question_is_told_by_what_it_asks_for_not_by_words_of_general_use():
    assert name("Where is the VoIP software?", TOPIC, "en") == ("voip",)
    assert name("VoIP software", TOPIC, "en") == ("voip", "softwar")


def test_title_capitals_and_articles_are_put_like_a_sentence():
    assert in_sentence_case("The Rust of the Sluices", set()) == "Rust of the sluices"
    assert in_sentence_case("Rules of the Cyber Act", {"Cyber", "Act"}) == "Rules of the Cyber Act"


def test_a_title_names_what_stands_under_it_if_it_speaks_of_the_topic():
    assert title_of("Sluices of barrages: an essay", TOPIC) == "Sluices of barrages"
    assert title_of("Barrages: sluices of the coast", TOPIC) == "Sluices of the coast"
    assert title_of("Wading birds", TOPIC) == ""
