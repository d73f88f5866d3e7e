"""The Markdown of a document, read back by a CommonMark parser."""

import re

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from briefings.domain.document import Document, Heading, KeyFact, KeyFacts, List, ListItem, Paragraph, Table
from briefings.rendering import markdown
from tests.rendering.documents import EVERY_BLOCK, LONG_ADDRESS, SOURCES, cited, document, source

MARKUP = (
    "*bold* _it_ __x__ **y** `code` ~~gone~~",
    "# not a heading",
    "C #",
    "1. not a list",
    "12) nor this",
    "- nor this",
    "+ nor this",
    "> no quote",
    "=====",
    "---",
    "a | b",
    "[link](https://evil.example) and ![image](x.png)",
    "<script>alert(1)</script> <b>b</b> <!-- c -->",
    "&lt;script&gt; &copy; AT&T &#35;",
    "https://bare.example www.bare.example a@b.example",
    "C:\\dir\\*.txt",
    "$x$ costs $5",
    "[^1] [1]: http://x.example",
    "snake_case_name 2 * 3 * 4",
    "    four spaces",
    "``` fence",
    "| --- |",
)
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def written(given: Document, sources=SOURCES) -> str:
    return markdown.render(given, sources).content.decode()


def tokens(text: str) -> list[Token]:
    return [token for block in PARSER.parse(text) for token in (block, *(block.children or ()))]


def shown(text: str) -> list[str]:
    """What a reader sees of every line of text."""
    inline = [token for token in PARSER.parse(text) if token.type == "inline"]
    return ["".join(part.content for part in token.children or () if part.type == "text") for token in inline]


@pytest.mark.parametrize("text", MARKUP)
def test_no_text_becomes_markup(text: str):
    given = document(
        Heading(text=text),
        Paragraph(sentences=(cited(text),)),
        List(items=(ListItem(text=text),)),
        KeyFacts(items=(KeyFact(label=text, value=text),)),
        Table(columns=(text,), rows=((cited(text),),)),
        title=text,
    )
    page = written(given)
    assert [line for line in shown(page) if text.strip() not in line and not line.startswith("As of")] == []
    kinds = {token.type for token in tokens(page)}
    assert not kinds & {"html_inline", "link_open", "image", "code_inline", "em_open", "s_open", "blockquote_open"}
    assert sum(token.type == "heading_open" for token in tokens(page)) == 2


def test_citations_lead_to_anchors():
    page = written(EVERY_BLOCK)
    anchors = set(re.findall(r'<a id="(ref-\d+)"></a>', page))
    links = [str(token.attrs["href"]) for token in tokens(page) if token.type == "link_open"]
    inside = {link for link in links if link.startswith("#")}
    assert inside == {f"#{anchor}" for anchor in anchors} == {f"#ref-{number}" for number in range(1, 6)}


def test_references_link_to_the_unbroken_address():
    links = [str(token.attrs["href"]) for token in tokens(written(EVERY_BLOCK)) if token.type == "link_open"]
    assert LONG_ADDRESS in links


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("https://a.example/x?y=1&copy;=2", "https://a.example/x?y=1&copy;=2"),
        ("https://a.example/(x)", "https://a.example/(x)"),
        ("https://a.example/<b>", "https://a.example/%3Cb%3E"),
        ("https://a.example/a\\b", "https://a.example/a%5Cb"),
        ("javascript:alert(1)", None),
    ],
)
def test_an_address_survives_or_is_no_link(url: str, href: str | None):
    page = written(document(Paragraph(sentences=(cited("x", 1),))), (source(1, "t", url),))
    links = [str(token.attrs["href"]) for token in tokens(page) if token.type == "link_open"]
    assert [link for link in links if not link.startswith("#")] == ([href] if href else [])


def test_two_lists_stay_two():
    once = List(items=(ListItem(text="a"), ListItem(text="b")))
    page = written(document(once, once, KeyFacts(items=(KeyFact(label="c", value="d"),))))
    assert sum(token.type == "bullet_list_open" for token in tokens(page)) == 3


def test_nested_lists_keep_their_depth():
    deep = ListItem(text="one", items=(ListItem(text="two", items=(ListItem(text="three"),)),))
    for ordered, kind in ((False, "bullet_list_open"), (True, "ordered_list_open")):
        page = written(document(List(ordered=ordered, items=(*(deep,) * 11,))))
        assert max(token.level for token in tokens(page) if token.type == kind) == 4


def test_a_table_is_a_table():
    page = written(document(Table(columns=("a", "b"), rows=((cited("1|2"), cited("3", 1)),))))
    kinds = [token.type for token in tokens(page)]
    assert kinds.count("th_open") == kinds.count("td_open") == 2


def test_the_file_ends_with_one_line_break():
    assert re.search(r"\S\n\Z", written(EVERY_BLOCK))
