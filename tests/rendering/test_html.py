"""The web page of a document: valid, safe and usable without a mouse."""

import html5lib
import pytest

from briefings.domain.document import (
    Callout,
    Document,
    Heading,
    List,
    ListItem,
    Paragraph,
    PipelineNote,
    PipelineNotes,
    Table,
)
from briefings.domain.evidence import Source
from briefings.rendering import html
from tests.rendering.documents import CHINESE, EVERY_BLOCK, SOURCES, cited, document, source

PAYLOADS = (
    '<img src="http://127.0.0.1:8765/img">',
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "{{ settings.SECRET_KEY }}{% load x %}",
    "javascript:alert(1)",
)


def parsed(given: Document, sources: tuple[Source, ...] = SOURCES):
    """The article as a tree; a parser that accepts no error has read it."""
    page = f"<!DOCTYPE html><title>page</title>{html.render(given, sources)}"
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page).find("body/article")


@pytest.mark.parametrize("given", [EVERY_BLOCK, CHINESE], ids=["english", "chinese"])
def test_the_page_is_valid_html(given: Document):
    assert parsed(given).get("class") == "document"


@pytest.mark.parametrize(
    ("language", "direction"), [("en", "ltr"), ("zh-Hans", "ltr"), ("ar", "rtl"), ("he-IL", "rtl")]
)
def test_language_and_direction_are_set(language: str, direction: str):
    article = parsed(document(Heading(text="x"), language=language))
    assert (article.get("lang"), article.get("dir")) == (language, direction)


def test_a_citation_shows_its_number_and_leads_to_its_reference():
    article = parsed(EVERY_BLOCK)
    targets = {element.get("id") for element in article.iter() if element.get("id")}
    citations = [element for element in article.iter("a") if element.get("class") == "citation"]
    numbers = {
        entry.source: entry.number
        for block in EVERY_BLOCK.blocks
        if block.type == "references"
        for entry in block.entries
    }
    assert citations
    for citation in citations:
        number = numbers[int(citation.get("data-source"))]
        assert citation.text == f"[{number}]"
        assert citation.get("href") == f"#ref-{number}"
        assert citation.get("href")[1:] in targets
        assert citation.get("aria-label").startswith(f"Source {number}: ")


def test_only_web_addresses_become_links():
    sources = (
        source(1, "script", "javascript:alert(1)"),
        source(2, "file", "file:///etc/passwd"),
        source(3, "data", "data:text/html,x"),
        source(4, "broken", "http://[::1"),
        source(5, "web", "https://web.example/a?b=c&d=e"),
    )
    given = document(Paragraph(sentences=(cited("All.", 1, 2, 3, 4, 5),)))
    hrefs = {element.get("href") for element in parsed(given, sources).iter("a")}
    assert {href for href in hrefs if not href.startswith("#")} == {"https://web.example/a?b=c&d=e"}


@pytest.mark.parametrize("payload", PAYLOADS)
def test_payloads_show_as_text(payload: str):
    given = document(
        Paragraph(sentences=(cited(payload, 1),)),
        Table(caption=payload, columns=(payload,), rows=((cited(payload, 1),),)),
        List(items=(ListItem(text=payload),)),
        title=payload,
    )
    article = parsed(given, (source(1, payload, "https://web.example/", site=payload, author=payload),))
    assert not [element.tag for element in article.iter() if element.tag in ("img", "script", "svg", "style", "link")]
    assert not [name for element in article.iter() for name in element.attrib if name.startswith("on")]
    assert "".join(article.itertext()).count(payload) >= 8


def test_callouts_differ_by_a_word_and_not_by_colour_alone():
    for tone, label in (("note", "Note"), ("caution", "Caution"), ("open_question", "Open question")):
        callout = parsed(document(Callout(tone=tone, sentences=(cited("Mind."),)))).find("aside")
        assert callout.get("class") == f"block-callout block-callout--{tone}"
        assert callout.find("p").text == label


def test_chinese_sentences_follow_each_other_without_a_space():
    first = next(block for block in CHINESE.blocks if block.type == "paragraph")
    shown = "".join(parsed(CHINESE).find("p[@class='block-paragraph']").itertext())
    assert f"{first.sentences[0].text}[1]{first.sentences[1].text}[2]" in shown


def test_the_languages_of_a_term_table_are_told():
    spoken = {
        element.get("lang"): element.text for element in parsed(EVERY_BLOCK).iter("strong") if element.get("lang")
    }
    assert set(spoken) == {"en", "zh-Hans"}


def test_nested_lists_keep_their_depth():
    nested = parsed(EVERY_BLOCK).find("ul[@class='block-list']/li/ul/li/ul/li")
    assert nested.text.strip() == "also screws & bolts"


NOTED = PipelineNotes(notes=(PipelineNote(text="No model took part."),))


def test_what_kyle_adds_to_a_document_of_another_language_says_its_own():
    article = parsed(document(Paragraph(sentences=(cited("Le port est ouvert.", 1),)), NOTED, language="fr"))
    assert article.get("lang") == "fr"
    added = {section.get("class"): (section.get("lang"), section.get("dir")) for section in article.iter("section")}
    assert added == {"block-references": ("en", "ltr"), "block-pipeline-notes": ("en", "ltr")}
    assert article.find("p[@class='block-paragraph']").get("lang") is None


def test_what_kyle_adds_in_the_language_of_the_document_says_nothing_of_it():
    article = parsed(document(Paragraph(sentences=(cited("港口开放。", 1),)), NOTED, language="zh-Hans"))
    assert [section.get("lang") for section in article.iter("section")] == [None, None]


@pytest.mark.parametrize(
    ("title", "language", "told"),
    [
        ("Is the port open?", "zh-Hans", "en"),
        ("港口開放嗎？", "en", "zh-Hant"),
        ("HTTP/3 与 HTTP/2 有什么区别？", "zh-Hans", None),
        ("Le port est-il ouvert ?", "en", None),
        ("港口", "ja", None),
    ],
)
def test_a_title_in_another_script_says_its_language(title: str, language: str, told: str | None):
    assert parsed(document(Heading(text="x"), title=title, language=language)).find("header/h1").get("lang") == told


@pytest.mark.parametrize("caption", ["", "Fees of ports"])
def test_a_wide_table_can_be_scrolled_with_the_keyboard_and_has_a_name(caption: str):
    table = Table(caption=caption, columns=("Port", "Fee"), rows=((cited("A"), cited("1")),))
    (region,) = (part for part in parsed(document(table)).iter("div") if part.get("class") == "table-scroll")
    assert (region.get("role"), region.get("tabindex")) == ("region", "0")
    assert region.get("aria-label") == (caption or "Table")
