from briefings.pipeline.extractive.material import Passage
from briefings.pipeline.extractive.titled import titled
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import passage

TOPIC = analyse("Tidal barrages")
SLUICES = ["The sluices open at high water.", "Each sluice weighs many tonnes.", "Rust eats the sluices in years."]


def under(heading: str, texts: list[str] = SLUICES, title: str = "") -> list[Passage]:
    return [passage(text, place=place, heading=heading, title=title) for place, text in enumerate(texts)]


def names(passages: list[Passage], language: str = "en") -> dict[str, set[int]]:
    return {phrase.text: set(phrase.members) for phrase in titled(passages, TOPIC, language)}


def test_a_heading_that_its_sentences_speak_of_names_a_theme():
    assert names(under("Sluices and Gates")) == {"Sluices and Gates": {0, 1, 2}}


def test_a_heading_of_title_capitals_is_put_like_a_sentence():
    assert list(names(under("Rust of the Sluices"))) == ["Rust of the sluices"]


def test_sentences_of_other_sections_that_speak_of_it_belong_to_it():
    elsewhere = passage("Rust takes the oldest sluice first.", number=2, heading="Age")
    assert names([*under("Rust and sluices"), elsewhere]) == {"Rust and sluices": {0, 1, 2, 3}}


def test_a_title_names_a_theme_without_its_subtitle():
    assert list(names(under("", title="Sluices of barrages: an essay"))) == ["Sluices of barrages"]
    assert list(names(under("", title="Works: sluices of barrages"))) == ["Sluices of barrages"]


def test_a_title_that_does_not_speak_of_the_topic_names_no_theme():
    assert names(under("", title="Sluices of the coast")) == {}


def test_headings_that_say_nothing_or_ask_or_are_not_spoken_of_are_no_names():
    for heading in (
        "Introduction",
        "Open questions",
        "How are sluices built?",
        "Gates",
        "TIP Sluices",
        "Tidal barrages",
        "Table 2",
    ):
        assert names(under(heading)) == {}, heading


def test_a_chinese_heading_names_a_theme():
    texts = ["闸门在高潮时打开。", "每扇闸门重达数百吨。", "闸门在数年内生锈。"]
    assert list(names(under("闸门的维护", texts), "zh-Hans")) == ["闸门的维护"]
