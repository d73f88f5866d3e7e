"""What holds for every block type in every format."""

import re
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import get_args

import pytest
from django.conf import settings

from briefings.domain.document import (
    Block,
    Callout,
    Document,
    FurtherReading,
    Heading,
    KeyFacts,
    List,
    Paragraph,
    PipelineNotes,
    Quote,
    References,
    Table,
    Term,
    TermTable,
    Timeline,
    texts,
)
from briefings.domain.evidence import Source
from briefings.rendering import docx, docx_blocks, html, markdown, pdf
from briefings.rendering.errors import RenderFailed
from tests.rendering.documents import CHINESE, EVERY_BLOCK, LONG_TABLE, SOURCES, cited, document
from tests.rendering.reading import docx_text, pdf_text, squeeze

BLOCK_TYPES = {block.model_fields["type"].default for block in get_args(get_args(Block)[0])}


def html_text(given: Document, sources: tuple[Source, ...]) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", html.render(given, sources)))


READERS: dict[str, Callable[[Document, tuple[Source, ...]], str]] = {
    "html": html_text,
    "docx": lambda given, sources: docx_text(docx.render(given, sources).content),
    "pdf": lambda given, sources: pdf_text(pdf.render(given, sources).content),
    "markdown": lambda given, sources: markdown.render(given, sources).content.decode(),
}


def test_the_sample_document_holds_every_block_type():
    assert {block.type for block in EVERY_BLOCK.blocks} == BLOCK_TYPES


def test_every_block_type_has_a_template():
    assert {file.stem for file in Path(settings.BASE_DIR, "templates/blocks").glob("*.html")} == BLOCK_TYPES


def test_every_block_type_is_written_in_word_and_markdown():
    assert set(docx_blocks.BLOCKS) == BLOCK_TYPES
    assert set(markdown.BLOCKS) == BLOCK_TYPES


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("given", [EVERY_BLOCK, CHINESE, LONG_TABLE], ids=["every block", "chinese", "long table"])
def test_every_text_and_every_cited_title_is_in_every_format(form: str, given: Document):
    shown = squeeze(READERS[form](given, SOURCES))
    titles = [source.page.title for source in SOURCES if source.id in given.cited]
    assert [text for text in (*texts(given), *titles) if squeeze(text) not in shown] == []


@pytest.mark.parametrize("form", READERS)
def test_references_say_who_published_what_kind_of_source_and_when_it_was_read(form: str):
    shown = squeeze(READERS[form](EVERY_BLOCK, SOURCES))
    for text in ("Directorate for Taxation", "published 14 March 2026", "government", "read on 30 November 2026"):
        assert squeeze(text) in shown
    for text in ("local document: ports/charges-2025.md", "starter corpus: http-overview-versions.md"):
        assert squeeze(text) in shown


@pytest.mark.parametrize("form", READERS)
def test_a_reference_names_what_its_source_rests_on(form: str):
    shown = squeeze(READERS[form](EVERY_BLOCK, SOURCES))
    assert squeeze("Based on: RFC 9114: HTTP/3 & QPACK") in shown
    assert "Aprintedhandbook" in shown
    assert shown.count("Basedon") == 1


@pytest.mark.parametrize("form", READERS)
def test_what_a_chinese_reference_rests_on_is_said_in_chinese(form: str):
    given = document(Paragraph(sentences=(cited("三个版本。", 5),)), language="zh-Hans")
    assert "依据RFC9114" in squeeze(READERS[form](given, SOURCES))


@pytest.mark.parametrize("form", ["html", "docx", "pdf"])
def test_references_are_numbered_as_citations_are(form: str):
    shown = READERS[form](EVERY_BLOCK, SOURCES)
    references = shown[shown.rindex("References") :]
    assert [number for number in range(1, 6) if f"[{number}]" not in references] == []


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize(
    ("count", "language", "label"),
    [(1, "en", "Open question"), (2, "en", "Open questions"), (2, "zh-Hans", "未决问题")],
)
def test_several_open_questions_are_called_so(form: str, count: int, language: str, label: str):
    questions = (cited("Who pays for it?"), cited("Who reads it?"))[:count]
    shown = READERS[form](document(Callout(tone="open_question", sentences=questions), language=language), ())
    assert label in shown
    assert ("Open questions" in shown) == (label == "Open questions")


@pytest.mark.parametrize("form", READERS)
def test_added_words_are_in_the_language_of_the_document(form: str):
    shown = squeeze(READERS[form](CHINESE, SOURCES))
    for text in ("截至2026年11月30日", "关于本文件", "参考文献", "读取于2026年11月30日", "注意"):
        assert text in shown
    assert "Aboutthisdocument" not in shown


@pytest.mark.parametrize("form", READERS)
def test_a_document_without_citations_is_drawn(form: str):
    shown = READERS[form](document(Paragraph(sentences=(cited("Nothing is cited here."),))), ())
    assert squeeze("Nothing is cited here.") in squeeze(shown)


@pytest.mark.parametrize("form", READERS)
def test_a_draft_without_references_shows_numbers_that_lead_nowhere(form: str):
    draft = document(Paragraph(sentences=(cited("Said.", 4), cited("And.", 1))), references=False)
    shown = READERS[form](draft, SOURCES).replace("\\", "")
    assert shown.index("[1]") < shown.index("[2]")
    assert "#ref-" not in shown


@pytest.mark.parametrize("form", READERS)
def test_control_characters_are_left_out(form: str):
    given = document(Paragraph(sentences=(cited("be\x00fo\x0bre\ud800 and\uffff \x1faf\x7fter", 1),)))
    assert "beforeandafter" in squeeze(READERS[form](given, SOURCES))


@pytest.mark.parametrize("form", READERS)
def test_a_table_with_rows_of_different_lengths_loses_no_cell(form: str):
    rows = ((cited("one"),), (cited("two"), cited("three"), cited("four")))
    shown = READERS[form](document(Table(columns=("head", "tail"), rows=rows)), ())
    assert all(word in shown for word in ("head", "tail", "one", "two", "three", "four"))


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize(
    "block",
    [
        Heading(text=""),
        Paragraph(sentences=()),
        List(items=()),
        Table(columns=(), rows=()),
        Table(columns=("head",), rows=()),
        Quote(text=""),
        KeyFacts(items=()),
        Timeline(events=()),
        TermTable(source_language="en", target_language="zh", rows=()),
        TermTable(source_language="en", target_language="xx", rows=(Term(term="word"),)),
        FurtherReading(entries=()),
        References(entries=()),
        PipelineNotes(notes=()),
    ],
    ids=lambda block: block.type,
)
def test_an_empty_block_breaks_nothing(form: str, block: Block):
    assert "after it" in READERS[form](document(block, Heading(text="after it")), ())


@pytest.mark.parametrize("form", READERS)
def test_a_citation_of_a_source_that_is_not_there_is_refused(form: str):
    with pytest.raises(RenderFailed, match="source 9") as raised:
        READERS[form](document(Paragraph(sentences=(cited("Said.", 9),))), SOURCES)
    assert raised.value.form == form


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("language", ["ar", "ja", "ru", "zh-Hant", "zh-TW", "de", "xx"])
def test_no_language_breaks_a_format(form: str, language: str):
    text = {"ar": "تكلفة المحطة 84 مليون يورو (CBAM).", "ja": "炭素国境調整措置 ほげ", "ru": "Порт открыт."}
    given = document(Paragraph(sentences=(cited(text.get(language, "碳邊境調整機制"), 1),)), language=language)
    assert READERS[form](given, SOURCES)


def test_the_slow_libraries_are_not_imported_before_they_are_needed():
    check = (
        "import sys; import briefings.rendering.files, briefings.rendering.html; "
        "print([name for name in ('docx', 'xhtml2pdf', 'reportlab', 'fontTools') if name in sys.modules])"
    )
    command = [sys.executable, "-c", check]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=settings.BASE_DIR)
    assert done.stdout.strip() == "[]"
