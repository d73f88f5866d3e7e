from pathlib import Path

import pytest

from briefings.backends.search import knowledge
from briefings.services import corpus


@pytest.fixture
def own(settings, tmp_path: Path) -> Path:
    settings.KYLE_KNOWLEDGE_DIR = tmp_path
    starter = "---\ncollection: starter\ntitle: {}\n---\nA text about it that says something."
    for name, title in {"a": "Copper smelting", "b": "Copper smelting in Peru", "c": "Tidal power"}.items():
        (tmp_path / f"{name}.md").write_text(starter.format(title))
    return tmp_path


def titles(subjects) -> list[str]:
    return [subject.title for subject in subjects]


def test_examples_have_little_in_common(own: Path):
    assert titles(corpus.examples(2, "en")) == ["Copper smelting", "Tidal power"]
    assert len(corpus.examples(9, "en")) == 3


def test_what_the_operator_added_comes_first(own: Path):
    (own / "z.md").write_text("# Harbour fees\n\nA harbour asks for a fee from every ship.")
    assert titles(corpus.subjects())[0] == titles(corpus.examples(1, "en"))[0] == "Harbour fees"


@pytest.mark.parametrize(("search", "asks"), [("knowledge", False), ("duckduckgo+wikipedia,knowledge", True)])
def test_whether_the_web_is_asked_follows_from_the_setting(settings, search: str, asks: bool):
    settings.KYLE_SEARCH = search
    assert corpus.asks_the_web() is asks


def test_a_corpus_that_is_too_large_to_be_read_for_a_page_is_not_listed(own: Path, monkeypatch):
    monkeypatch.setattr(knowledge, "MOST_BYTES", 10)
    assert corpus.subjects() == ()
    assert corpus.neighbours("Copper", limit=3) == ()


def test_examples_are_in_the_language_of_the_page_where_there_are_any(own: Path):
    (own / "d.md").write_text("# 铜的冶炼\n\n铜矿石经过焙烧和熔炼。")
    assert titles(corpus.examples(9, "zh")) == ["铜的冶炼"]
    assert len(corpus.examples(9, "fr")) == 4
