import pytest

from briefings.pipeline.agents.passages import GAP, LONGEST_PASSAGE, Passage, passages


def test_a_heading_within_a_chapter_is_one():
    assert passages("## One\n\nFirst.\n\n### Two\n\nSecond.")[1] == Passage(2, "### Two", "Second.", opens=True)


def test_paragraphs_stand_under_their_headings():
    text = "Lead.\n\n## One\n\nFirst.\n\nSecond.\n\n## Two\n\n- a\n- b"
    assert passages(text) == [
        Passage(0, "", "Lead.", opens=True),
        Passage(1, "## One", "First.", opens=True),
        Passage(1, "## One", "Second.", opens=False),
        Passage(2, "## Two", "- a\n- b", opens=True),
    ]


def test_a_heading_without_text_is_kept():
    assert passages("## One\n\n## Two\n\nText.\n\n## Three") == [
        Passage(1, "## One", "", opens=True),
        Passage(2, "## Two", "Text.", opens=True),
        Passage(3, "## Three", "", opens=True),
    ]


@pytest.mark.parametrize("text", ["", " \n\n ", "\n"])
def test_a_blank_text_has_none(text):
    assert passages(text) == []


@pytest.mark.parametrize(
    "text", ["The weather is mild. " * 400, "天气温和。" * 900, "word " * 2000, "x" * 5000, "A line\n" * 800]
)
def test_long_paragraphs_are_parted_without_losing_a_word(text):
    found = passages(text)
    assert all(0 < len(passage.text) <= LONGEST_PASSAGE for passage in found)
    assert "".join("".join(passage.text.split()) for passage in found) == "".join(text.split())


def test_parts_end_where_sentences_do():
    assert all(passage.text.endswith("mild.") for passage in passages("The weather is mild. " * 400))
    assert all(passage.text.endswith("。") for passage in passages("天气温和。" * 900))


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("Copper melts.", "Copper melts."),
        ("Copper melts. It is red.", f"Copper melts. {GAP}"),
        ("铜会熔化。它是红色的。", f"铜会熔化。 {GAP}"),
        ("- Flash furnaces\n- Bath furnaces", f"- Flash furnaces {GAP}"),
    ],
)
def test_the_opening_is_the_first_sentence_or_line(text, opening):
    assert passages(text)[0].opening == opening


def test_an_endless_opening_is_cut():
    opening = passages("word " * 200)[0].opening
    assert opening.endswith(f"word {GAP}")
    assert len(opening) < 310
