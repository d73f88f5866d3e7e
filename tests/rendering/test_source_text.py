from briefings.rendering.source_text import Part, parts


def test_the_parts_of_a_text_are_told_apart():
    text = "## Ore\n\nFirst line\nsecond line\n\n\n- one\n- two\n## Next\n### After\nText - not a list"
    assert list(parts(text)) == [
        Part("heading", ("Ore",)),
        Part("paragraph", ("First line", "second line")),
        Part("list", ("one", "two")),
        Part("heading", ("Next",)),
        Part("heading", ("After",)),
        Part("paragraph", ("Text - not a list",)),
    ]


def test_an_empty_text_has_no_parts():
    assert list(parts(" \n\n")) == []
