import time

import pytest

from briefings.pipeline.retrieval.markup import without_link_numbers, without_markdown


def test_inline_marks_leave_what_a_reader_would_read():
    text = '**Copper** is [smelted](https://example.org/x "how") in a `furnace`, *as* __known__.[^1] ![A photo](a.png)'
    assert without_markdown(text).rstrip() == "Copper is smelted in a furnace, as known."


def test_names_with_underscores_and_products_keep_their_signs():
    text = "The file_name_here holds 2 * 3 * 4."
    assert without_markdown(text) == text


def test_comments_references_and_quote_marks_are_gone():
    text = "<!-- hidden -->\n> Quoted [words][1].\n\n[1]: https://example.org\n"
    assert without_markdown(text).split() == ["Quoted", "words."]


def test_code_and_layout_stay():
    text = "# Title\n\n- item\n\n```\na = [b](c)\n```\n"
    assert without_markdown(text) == text


def test_the_link_numbers_of_a_text_browser_go_with_their_list():
    text = "Copper is [1]smelted in [2]furnaces.\n\nReferences\n\n   1. https://example.org/a\n   2. file:///b\n"
    assert without_link_numbers(text).strip() == "Copper is smelted in furnaces."


def test_numbers_in_brackets_stay_where_no_list_explains_them():
    text = "Copper is smelted [1]like this.\n\nReferences\n\n   1. Smith, On copper.\n"
    assert without_link_numbers(text) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Copper *and* tin** melt.", "Copper and tin melt."),
        ("*Copper **and** tin* melt.", "Copper and tin melt."),
        ("See [copper](https://example.org/Copper_(metal)).", "See copper."),
        ("__init_file__ is read.", "init_file is read."),
        ("~~~\n*a*\n```\n*b*\n~~~\n*c*", "~~~\n*a*\n```\n*b*\n~~~\nc"),
    ],
)
def test_marks_within_marks_go_too(text, plain):
    assert without_markdown(text) == plain


@pytest.mark.parametrize(
    "piece", ["*a ", "_a ", "[a](", "![a](", "[a", "[^a", "<!-- ", "`a", "<b ", "```x\n", "\n", "[a]: ", "**a *b "]
)
def test_marks_that_never_close_cost_no_more_than_their_length(piece):
    text = piece * (100_000 // len(piece))
    started = time.process_time()
    without_markdown(text)
    without_link_numbers(f"References{text}")
    assert time.process_time() - started < 2.0
