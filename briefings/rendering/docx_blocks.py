"""The blocks of a document in Word: one function per block type, in BLOCKS."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from docx.document import Document as WordDocument
from docx.table import Table as WordTable
from docx.table import _Cell
from docx.text.paragraph import Paragraph as WordParagraph
from docx.text.run import Run as WordRun

from briefings.domain.document import (
    Callout,
    FurtherReading,
    Heading,
    KeyFacts,
    List,
    ListItem,
    Paragraph,
    PipelineNotes,
    Quote,
    References,
    Rendering,
    Sentence,
    Table,
    Term,
    TermTable,
    Timeline,
)
from briefings.rendering import docx_xml
from briefings.rendering.columns import shares
from briefings.rendering.docx_styles import (
    CALLOUTS,
    CITATION,
    DETAIL,
    HEADER_FILL,
    HYPERLINK,
    OFFICIAL,
    STRONG,
    TABLE,
    TEXT_WIDTH,
    ids,
)
from briefings.rendering.presentation import Presentation, SourceEntry

Styled = TypeVar("Styled", WordParagraph, WordRun)


class Writer:
    """Adds text with citations to a Word document."""

    def __init__(self, word: WordDocument, presentation: Presentation) -> None:
        self.word = word
        self.presentation = presentation
        self.labels = presentation.labels
        self._styles = ids(word)

    def paragraph(self, style: str, text: str = "") -> WordParagraph:
        return self.dressed(self.word.add_paragraph(text), style)

    def dressed(self, text: Styled, style: str) -> Styled:
        text._element.style = self._styles[style]
        return text

    def own_words(self, style: str, text: str) -> WordParagraph:
        """A paragraph of Kyle's, which may be in another language than the document."""
        paragraph = self.paragraph(style, text)
        if self.presentation.label_language:
            docx_xml.speak(paragraph, self.presentation.label_language)
        return paragraph

    def sentences(self, paragraph: WordParagraph, sentences: Iterable[Sentence]) -> None:
        for index, sentence in enumerate(sentences):
            gap = self.presentation.sentence_gap if index else ""
            self.cited(paragraph, gap + sentence.text, sentence.cites)

    def cited(self, paragraph: WordParagraph, text: str, cites: tuple[int, ...]) -> None:
        paragraph.add_run(text)
        self.cite(paragraph, cites)

    def cite(self, paragraph: WordParagraph, cites: tuple[int, ...]) -> None:
        for citation in self.presentation.citations(cites):
            text = f"[{citation.number}]"
            if citation.anchor:
                run = docx_xml.internal_link(paragraph, bookmark_name(citation.number), text)
            else:
                run = paragraph.add_run(text)
            self.dressed(run, CITATION)

    def title(self, paragraph: WordParagraph, entry: SourceEntry) -> None:
        if entry.href:
            self.dressed(docx_xml.external_link(paragraph, entry.href, entry.title), HYPERLINK)
        else:
            paragraph.add_run(entry.title)

    def fill(self, cell: _Cell, style: str) -> WordParagraph:
        """The next empty paragraph of a cell: a new cell has one already."""
        last: WordParagraph = cell.paragraphs[-1]
        return self.dressed(last if not last.runs else cell.add_paragraph(), style)

    def head(self, cells: Iterable[_Cell], texts: Iterable[str]) -> None:
        for cell, text in zip(cells, texts, strict=True):
            self.fill(cell, "Kyle Cell Heading").add_run(text)
            docx_xml.shade(docx_xml.cell_properties(cell), HEADER_FILL)

    def table(self, rows: int, columns: tuple[int, ...]) -> WordTable:
        """A table whose columns have these shares of the width of the page, followed by a little room."""
        table: WordTable = self.word.add_table(rows, len(columns), TABLE)
        docx_xml.set_shares(table, columns, TEXT_WIDTH)
        self.paragraph("Kyle Gap")
        return table


def bookmark_name(number: int) -> str:
    """Word allows no hyphen in the name of a bookmark."""
    return f"ref_{number}"


def heading(block: Heading, writer: Writer) -> None:
    writer.paragraph(f"Heading {block.level}", block.text)


def paragraph(block: Paragraph, writer: Writer) -> None:
    writer.sentences(writer.paragraph("Normal"), block.sentences)


def list_(block: List, writer: Writer) -> None:
    _items(block.items, writer, block.ordered, docx_xml.new_list(writer.word, block.ordered), 0)


def _items(items: tuple[ListItem, ...], writer: Writer, ordered: bool, number: int, level: int) -> None:
    style = ("List Number" if ordered else "List Bullet") + (f" {level + 1}" if level else "")
    for item in items:
        paragraph = writer.paragraph(style)
        docx_xml.join_list(paragraph, number, level)
        writer.cited(paragraph, item.text, item.cites)
        _items(item.items, writer, ordered, number, min(level + 1, 2))


def table(block: Table, writer: Writer) -> None:
    if block.caption:
        writer.paragraph("Caption", block.caption)
    drawn = writer.table(1 + len(block.rows), shares(block))
    writer.head(drawn.rows[0].cells, block.columns)
    docx_xml.repeat_header(drawn.rows[0])
    for row, sentences in zip(list(drawn.rows)[1:], block.rows, strict=True):
        for cell, sentence in zip(row.cells, sentences, strict=True):
            writer.cited(writer.fill(cell, "Kyle Cell"), sentence.text, sentence.cites)


def callout(block: Callout, writer: Writer) -> None:
    paragraph = writer.paragraph(CALLOUTS[block.tone][0])
    label, lines = writer.presentation.callout(block)
    last = paragraph.add_run(label, STRONG)
    for line in lines:
        last.add_break()
        writer.sentences(paragraph, line)
        last = paragraph.add_run()


def quote(block: Quote, writer: Writer) -> None:
    paragraph = writer.paragraph("Quote")
    writer.cited(paragraph, block.text, block.cites)
    if block.speaker:
        paragraph.add_run().add_break()
        paragraph.add_run(f"— {block.speaker}", DETAIL)


def key_facts(block: KeyFacts, writer: Writer) -> None:
    _pairs([(fact.label, fact.value, fact.cites) for fact in block.items], (30, 70), writer)


def timeline(block: Timeline, writer: Writer) -> None:
    _pairs([(event.date, event.text, event.cites) for event in block.events], (22, 78), writer)


def _pairs(pairs: list[tuple[str, str, tuple[int, ...]]], columns: tuple[int, ...], writer: Writer) -> None:
    drawn = writer.table(len(pairs), columns)
    for row, (label, text, cites) in zip(drawn.rows, pairs, strict=True):
        writer.fill(row.cells[0], "Kyle Cell Heading").add_run(label)
        writer.cited(writer.fill(row.cells[1], "Kyle Cell"), text, cites)


def term_table(block: TermTable, writer: Writer) -> None:
    labels, name = writer.labels, writer.presentation.language_name
    drawn = writer.table(1 + len(block.rows), (44, 56))
    columns = (f"{labels.term} · {name(block.source_language)}", f"{labels.rendering} · {name(block.target_language)}")
    writer.head(drawn.rows[0].cells, columns)
    docx_xml.repeat_header(drawn.rows[0])
    for row, term in zip(list(drawn.rows)[1:], block.rows, strict=True):
        _term(row.cells[0], term, writer)
        for rendering in term.renderings:
            _rendering(row.cells[1], rendering, writer)


def _term(cell: _Cell, term: Term, writer: Writer) -> None:
    name = writer.fill(cell, "Kyle Cell")
    name.add_run(term.term, STRONG)
    if term.acronym:
        name.add_run(f" ({term.acronym})")
    if term.domain:
        writer.fill(cell, "Kyle Cell Detail").add_run(term.domain)
    last = writer.fill(cell, "Kyle Cell") if term.definition else name
    writer.cited(last, term.definition, term.cites)
    if term.conflict:
        conflict = writer.fill(cell, "Kyle Cell Detail")
        conflict.add_run(writer.labels.conflict + writer.labels.colon, STRONG)
        conflict.add_run(term.conflict)


def _rendering(cell: _Cell, rendering: Rendering, writer: Writer) -> None:
    name = writer.fill(cell, "Kyle Cell")
    name.add_run(rendering.text, STRONG)
    if rendering.acronym:
        name.add_run(f" ({rendering.acronym})")
    if rendering.reading:
        name.add_run(f" {rendering.reading}", DETAIL)
    standing = writer.fill(cell, "Kyle Cell Detail")
    standing.add_run(writer.labels.grades[rendering.grade], OFFICIAL if rendering.grade == "official" else None)
    further = (writer.labels.statuses[rendering.status], rendering.region, rendering.register_)
    standing.add_run("".join(f" · {text}" for text in further if text))
    for evidence in rendering.evidence:
        writer.cited(writer.fill(cell, "Kyle Cell Detail"), f"“{evidence.passage}”", (evidence.source,))


def further_reading(block: FurtherReading, writer: Writer) -> None:
    number = docx_xml.new_list(writer.word, ordered=False)
    for entry in block.entries:
        paragraph = writer.paragraph("List Bullet")
        docx_xml.join_list(paragraph, number, 0)
        writer.title(paragraph, writer.presentation.entry(entry.source))
        writer.cite(paragraph, (entry.source,))
        paragraph.add_run().add_break()
        paragraph.add_run(entry.why)


def references(block: References, writer: Writer) -> None:
    writer.own_words("Heading 1", writer.labels.references)
    for reference in block.entries:
        entry = writer.presentation.entry(reference.source)
        paragraph = writer.paragraph("Kyle Reference")
        paragraph.add_run(f"[{entry.number}]")
        docx_xml.bookmark(paragraph, bookmark_name(entry.number), entry.number)
        paragraph.add_run("\t")
        writer.title(paragraph, entry)
        paragraph.add_run().add_break()
        paragraph.add_run(" · ".join(entry.particulars), DETAIL).add_break()
        if entry.href:
            writer.dressed(docx_xml.external_link(paragraph, entry.href, entry.place), DETAIL)
        else:
            paragraph.add_run(entry.place, DETAIL)
        _basis(paragraph, entry, writer)
        # So that the notes, which follow, never have a page to themselves.
        paragraph.paragraph_format.keep_with_next = reference is block.entries[-1]


def _basis(paragraph: WordParagraph, entry: SourceEntry, writer: Writer) -> None:
    """The texts that a source rests on, on a line of its own."""
    if not entry.basis:
        return
    paragraph.add_run().add_break()
    lead = writer.labels.based_on + writer.labels.colon
    for text in entry.basis:
        paragraph.add_run(lead, DETAIL)
        if text.href:
            writer.dressed(docx_xml.external_link(paragraph, text.href, text.title), DETAIL)
        else:
            paragraph.add_run(text.title, DETAIL)
        lead = writer.labels.separator


def pipeline_notes(block: PipelineNotes, writer: Writer) -> None:
    writer.own_words("Heading 1", writer.labels.about)
    number = docx_xml.new_list(writer.word, ordered=False)
    for note in block.notes:
        told = writer.own_words("List Bullet", note.text)
        told.paragraph_format.keep_with_next = note is not block.notes[-1]
        docx_xml.join_list(told, number, 0)


BLOCKS: Mapping[str, Callable[[Any, Writer], None]] = {
    "heading": heading,
    "paragraph": paragraph,
    "list": list_,
    "table": table,
    "callout": callout,
    "quote": quote,
    "key_facts": key_facts,
    "timeline": timeline,
    "term_table": term_table,
    "further_reading": further_reading,
    "references": references,
    "pipeline_notes": pipeline_notes,
}
