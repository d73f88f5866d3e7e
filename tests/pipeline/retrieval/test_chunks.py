from briefings.pipeline.retrieval.chunks import Passage, passages
from briefings.pipeline.retrieval.layout import parse

TEXT = "Lead.\n\n## Ore\n\nOne.\n\nTwo.\n\n```\ncode\n```\n\n## Metal\n\nThree."


def test_a_passage_ends_with_its_section():
    assert list(passages(parse(TEXT))) == [
        Passage("", "Lead."),
        Passage("Ore", "One.\nTwo."),
        Passage("Metal", "Three."),
    ]


def test_a_passage_ends_when_it_is_full():
    assert list(passages(parse(TEXT), size=5))[1:3] == [Passage("Ore", "One."), Passage("Ore", "Two.")]


def test_a_heading_alone_is_no_passage():
    assert list(passages(parse("## Ore\n\n## Metal"))) == []
