from textwrap import dedent

import pytest

from briefings.pipeline.retrieval.layout import CHAPTER, Block, Role, parse, plain

HEADING, PARAGRAPH, ITEM, VERBATIM = Role.HEADING, Role.PARAGRAPH, Role.ITEM, Role.VERBATIM


def blocks(text: str) -> list[tuple[Role, str]]:
    return [(block.role, block.text) for block in parse(dedent(text))]


def test_a_page_of_the_contract_is_read_as_it_was_meant():
    page = "First words.\n\n## A heading\n\nA paragraph.\n\n- one\n- two"
    assert blocks(page) == [
        (PARAGRAPH, "First words."),
        (HEADING, "A heading"),
        (PARAGRAPH, "A paragraph."),
        (ITEM, "one"),
        (ITEM, "two"),
    ]
    assert plain(parse(page)) == page


def test_wrapped_lines_of_a_text_browser_become_paragraphs_under_their_headings():
    assert blocks(
        """
        6.2.1. Copper smelting

           The furnace is filled with ore and coke from above, and the melt leaves
           it at the bottom. The slag swims on the metal, since it is lighter, and
           is drawn off.
           TIP Saving coke
           A hotter blast needs less coke for the same amount of metal, as the works
           have known since the middle of the last century.
        """
    ) == [
        (HEADING, "Copper smelting"),
        (
            PARAGRAPH,
            "The furnace is filled with ore and coke from above, and the melt leaves it at the bottom. The slag swims "
            "on the metal, since it is lighter, and is drawn off.",
        ),
        (HEADING, "Saving coke"),
        (
            PARAGRAPH,
            "A hotter blast needs less coke for the same amount of metal, as the works have known since the middle of "
            "the last century.",
        ),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "$ smelt --all ore.txt",
        "# smelt ore",
        ">>> smelt(ore)",
        "-o, --output",
        "| ore | metal |",
        "copper          63.5          1085",
        "if (ore) {",
    ],
)
def test_code_options_and_tables_are_kept_apart_from_prose(line):
    assert blocks(f"Before it stands prose.\n{line}\nAfter it stands prose.") == [
        (PARAGRAPH, "Before it stands prose."),
        (VERBATIM, line),
        (PARAGRAPH, "After it stands prose."),
    ]


def test_a_fenced_block_stays_whole_with_its_empty_lines():
    text = "```\n## not a heading\n\nmore code\n```"
    assert blocks(text) == [(VERBATIM, text)]


def test_underlined_hashed_and_starred_titles_are_headings():
    assert blocks("Copper\n======\n\n# Zinc\n\n**** 2.4. tin ****\n") == [
        (HEADING, "Copper"),
        (HEADING, "Zinc"),
        (HEADING, "tin"),
    ]


def test_a_number_that_a_sentence_speaks_of_begins_no_item():
    text = "The smelting of copper ores is treated at length in Chapter\n2. Later works add little to it."
    assert [role for role, _ in blocks(text)] == [PARAGRAPH]


def test_the_items_of_a_list_need_no_full_stop():
    assert blocks("1. ore is roasted, then dried\n2. Matte is blown\n3. Metal is cast")[1:] == [
        (ITEM, "Matte is blown"),
        (ITEM, "Metal is cast"),
    ]


def test_numbered_and_bulleted_lines_are_items():
    assert blocks("1. The ore is roasted.\n2. The matte is blown.\n  * The metal is cast.") == [
        (ITEM, "The ore is roasted."),
        (ITEM, "The matte is blown."),
        (ITEM, "The metal is cast."),
    ]


def test_invisible_characters_and_odd_spaces_are_gone():
    assert blocks("co\u00adpper\u200b\u00a0is cast.") == [(PARAGRAPH, "copper is cast.")]


def test_nothing_comes_of_nothing():
    assert parse("\n \n----\n") == ()


def test_a_block_is_a_value():
    assert Block(ITEM, "one") == Block(ITEM, "one")


@pytest.mark.parametrize("title", ["What Is Copper?", "Ore<T>, the Counted Ore"])
def test_a_question_or_a_generic_type_on_its_own_line_is_a_heading(title):
    assert parse(f"{title}\n\nCopper is a metal.")[0] == Block(HEADING, title)


def test_signs_of_an_icon_font_are_dropped():
    assert parse("Copper\uf0c1\n\nIt is a metal.")[0] == Block(HEADING, "Copper")


def test_a_line_that_breaks_off_in_its_sentence_is_no_heading():
    assert blocks("For example, if the first name of the list is\n\n## Names\n\nA name is short.")[0][0] is PARAGRAPH


@pytest.mark.parametrize(
    "line",
    [
        "Note",
        "Warning",
        "注意",
        "Figure 3. The furnace from above",
        "Listing 4-2: A furnace in code",
        "Table 7 Ores",
        "Content-type: text/plain",
        "Do you wish to proceed? [yN] y",
        "Lighting the furnace... DONE",
        "Yes",
        "1085",
        "Include /etc/furnace/lids.conf",
        "URI: ore.en.html",
    ],
)
def test_a_label_a_caption_or_what_a_program_printed_names_no_section(line):
    found = blocks(f"## Furnaces\n\nA furnace melts ore.\n\n{line}\n\nIts lid is of iron.")
    assert [text for role, text in found if role is HEADING] == ["Furnaces"]
    assert (VERBATIM, line) in found


def test_a_heading_knows_how_deep_it_stands():
    marked, numbered = "# Metals\n\n## Ores\n\n### Copper", "4 Furnaces\n\n4.2 Lids\n\n4.2.1. Hooks"
    text = f"{marked}\n\nIt is a metal.\n\n{numbered}\n\nThey are of iron."
    found = [(block.text, block.depth) for block in parse(text) if block.role is HEADING]
    assert found == [("Metals", 2), ("Ores", 2), ("Copper", 3), ("Furnaces", 2), ("Lids", 3), ("Hooks", 4)]
    assert parse(plain(parse(text))) == parse(text)


def test_what_stands_below_a_term_is_an_item_with_it():
    text = """OPTIONS
   --lid=FILE
          Tells which lid is taken.

          If it is of iron, it is closed by hand.

   The furnace is lit in spring, when the river is high, and goes out in autumn."""
    found = blocks(text)
    assert (ITEM, "--lid=FILE — If it is of iron, it is closed by hand.") in found
    assert found[-1] == (PARAGRAPH, "The furnace is lit in spring, when the river is high, and goes out in autumn.")


def test_what_stands_below_a_heading_or_a_sentence_is_none():
    text = (
        "Furnaces\n\n    A furnace melts the ore.\n\nIt is lit with:\n\n    The coke of the valley is taken for that."
    )
    assert [role for role, _ in blocks(text)] == [HEADING, PARAGRAPH, PARAGRAPH, PARAGRAPH]


def test_a_heading_without_a_number_stands_within_the_numbered_chapter_before_it():
    text = "1.2. Smelting\n\nOre melts.\n\nIron\n\nIron melts late.\n\n1.3. Slag\n\nSlag swims."
    depths = {block.text: block.depth for block in parse(text) if block.role is HEADING}
    assert depths["Iron"] > depths["Smelting"] == depths["Slag"]
    plainly = {block.depth for block in parse("Smelting\n\nOre melts.\n\nIron\n\nIron melts.") if block.role is HEADING}
    assert plainly == {CHAPTER}


@pytest.mark.parametrize(
    "line", ["#1 115.1 GB  F ext3", "Key size: 256", "Erase data: yes", "[Search the works] [      ] [Go]"]
)
def test_a_line_of_a_form_or_of_a_listing_is_no_heading(line):
    assert blocks(f"Ore melts in a furnace.\n\n{line}\n\nSlag swims on it.")[1][0] is not HEADING


def test_the_head_of_a_printed_table_is_no_heading():
    printed = f"Ore melts in a furnace.\n\n          QUERY PLAN\n{'-' * 30}\n (cost=0.00..188.76)\n\nSlag swims on it."
    assert HEADING not in {role for role, _ in blocks(printed)}
