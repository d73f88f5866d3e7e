import pytest

from briefings.pipeline.retrieval.layout import parse
from briefings.pipeline.retrieval.titles import LONGEST_TITLE, guess_title

PROSE = "Copper is smelted in a furnace that is filled from above and tapped at the bottom."


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"# Copper smelting\n\n{PROSE}", "Copper smelting"),
        (f"Skip to content\n\nPrev\n\nNext\n\nCopper smelting\n\n{PROSE}", "Copper smelting"),
        (f"Handbook\n\nCopper Smelting\n\n1. Furnaces\n\n2. Ores\n\n3. Slag\n\n{PROSE}", "Copper Smelting"),
        (f"SMELT(1)      User Commands      SMELT(1)\n\nNAME\n\n{PROSE}", "SMELT(1)"),
        (f"NAME smelt - turn ore into metal\n\nSYNOPSIS\n\n{PROSE}", "smelt - turn ore into metal"),
        (PROSE, PROSE),
        ("---\n\n| | |\n", ""),
    ],
)
def test_the_title_is_what_stands_above_the_prose(text, title):
    assert guess_title(parse(text)) == title


def test_a_long_title_is_cut_at_a_word():
    title = guess_title(parse("Copper and " * 40 + "tin."))
    assert title.endswith(" …")
    assert len(title) <= LONGEST_TITLE + 2
    assert "copper and copper" in title.lower()
