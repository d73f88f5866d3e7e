import pytest

from briefings.pipeline.retrieval.layout import parse
from briefings.pipeline.retrieval.titles import LONGEST_TITLE, guess_title, shared_lines, title_of_file

PROSE = "Copper is smelted in a furnace that is filled from above and tapped at the bottom."


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"# Copper smelting\n\n{PROSE}", "Copper smelting"),
        (f"Skip to content\n\nPrev\n\nNext\n\nCopper smelting\n\n{PROSE}", "Copper smelting"),
        (f"Handbook\n\nCopper Smelting\n\n1. Furnaces\n\n2. Ores\n\n3. Slag\n\n{PROSE}", "Copper Smelting"),
        (f"SMELT(1)      User Commands      SMELT(1)\n\nNAME\n\n{PROSE}", "SMELT(1)"),
        (f"NAME smelt - turn ore into metal\n\nSYNOPSIS\n\n{PROSE}", "smelt - turn ore into metal"),
        (PROSE, ""),
        (f"Copper Smelting by Hand\n\nPurpose of this document\n\n{PROSE}", "Copper Smelting by Hand"),
        (f"Smelting\n\n9.18.49-1~deb12u3\n\n{PROSE}", "Smelting"),
        (f"Copper by hand\n\nBy Ada Smith with edits by Bo Lee\n\n{PROSE}", "Copper by hand"),
        (f"What Is Copper?\n\n{PROSE}", "What Is Copper?"),
        (f"The Ore<T> of Copper\n\n{PROSE}", "The Ore<T> of Copper"),
        (f"* 1. Tin\n* 2. Zinc\n* Metals »\n\nOn Copper\n\n{PROSE}", "On Copper"),
        (f"4.2. On CopperPrevThe BookNext4.2. On Copper is here for all who smelt.\n\n{PROSE}", "On Copper"),
        ("炼铜方法\n\n上一页 下一页\n\n铜在衬有耐火砖的熔炉中熔炼，先要把矿石焙烧一次，然后再加入焦炭。", "炼铜方法"),
        (f"Chapter 4 - Copper ores\n\n{PROSE}", "Copper ores"),
        (f"SMELT.CONF(5)smelt.confSMELT.CONF(5)\n\nNAME\n\n{PROSE}", "SMELT.CONF(5)"),
        ("---\n\n| | |\n", ""),
    ],
)
def test_the_title_is_what_stands_above_the_prose(text, title):
    assert guess_title(parse(text)) == title


def test_a_long_title_is_cut_at_a_word():
    title = guess_title(parse("# " + "Copper and " * 40 + f"tin\n\n{PROSE}"))
    assert title.endswith(" …")
    assert len(title) <= LONGEST_TITLE + 2
    assert "copper and copper" in title.lower()


def test_what_the_texts_of_a_collection_share_is_no_title():
    names = ["Tin", "Zinc ores", "Copper ores"]
    sidebar = "".join(f"## {name}\n\n" for name in names)
    texts = [parse(f"{sidebar}# The Book of Metals\n\n## {name}\n\n{PROSE}") for name in names]
    shared = shared_lines(texts)
    assert [guess_title(blocks, shared) for blocks in texts] == names
    assert shared_lines(texts[:2]) == {}


def test_a_paragraph_that_many_texts_share_does_not_part_a_title_from_its_text():
    notice = "This document describes the furnaces that are in use now; those of old are described elsewhere."
    names = ["Tin", "Zinc", "Copper"]
    texts = [parse(f"The Book\n\n{notice}\n\n## {name}\n\n{PROSE}") for name in names]
    shared = shared_lines(texts)
    assert [guess_title(blocks, shared) for blocks in texts] == names


@pytest.mark.parametrize(
    ("stem", "title"),
    [("html-copper_ores", "Copper ores"), ("doc-en-Smelting", "Smelting"), ("readme", "Readme"), ("index", "index")],
)
def test_the_name_of_a_file_makes_a_title(stem, title):
    assert title_of_file(stem) == title


def test_a_table_of_contents_does_not_name_its_text():
    contents = "1. Ores\n2. Furnaces\n2.1. Linings\n3. Slag"
    chapters = "\n\n".join(f"{number} {name}\n\n{PROSE}" for number, name in [("1.", "Ores"), ("2.", "Furnaces")])
    text = f"Smelting of copper\n\n{contents}\n\n{chapters}\n\n2.1. Linings\n\n{PROSE}\n\n3. Slag\n\n{PROSE}"
    assert guess_title(parse(text)) == "Smelting of copper"
    assert guess_title(parse(f"[Search the works] [       ] [Go]\n{text}")) == "Smelting of copper"
