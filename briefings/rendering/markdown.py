"""A document as CommonMark (with GitHub's tables). No character of a document's text becomes markup."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from briefings.domain.document import (
    Callout,
    Document,
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
from briefings.domain.evidence import Source
from briefings.rendering.presentation import Linked, Presentation, SourceEntry
from briefings.rendering.rendered import Rendered

FORM = "markdown"
# Markup of CommonMark and, in the second line, what GitHub adds to it: mathematics and links made of bare addresses.
_SPECIAL = re.compile(
    r"[\\`*_\[\]<>#|~]|&(?=#?\w+;)"
    r"|[$@]|:(?=//)|(?<=www)\."
)
# What opens a list, a heading's underline, a table or a rule only where it begins a line.
_OPENING = re.compile(r"^([-+=:])|^(\d{1,9})([.)])")
_ITEM = re.compile(r" *(?:-|\d+\.) ")
_INDENT = "  "


def render(document: Document, sources: Sequence[Source]) -> Rendered:
    """The document as Markdown in UTF-8. Raises RenderFailed."""
    view = Presentation(document, sources, FORM)
    language = f"{view.labels.language}{view.labels.colon}{view.language_name(view.document.language)}"
    parts = [f"# {_plain(view.document.title)}", f"{_plain(view.as_of)} · {_plain(language)}"]
    parts += [BLOCKS[block.type](block, view) for block in view.document.blocks]
    return Rendered("".join(f"{part}\n\n" for part in _parted(parts)).rstrip().encode() + b"\n")


def _parted(parts: Iterable[str]) -> Iterator[str]:
    """The parts that hold anything, with an empty comment between two lists, which would become one."""
    before = ""
    for part in filter(None, parts):
        if _ITEM.match(part) and _ITEM.match(before.rpartition("\n")[2]):
            yield "<!-- -->"
        yield part
        before = part


def _plain(text: str) -> str:
    """`text` so that CommonMark shows it letter by letter; for a place that does not begin with other text."""
    escaped = _SPECIAL.sub(r"\\\g<0>", text.strip())
    return _OPENING.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", escaped)


def _cited(text: str, cites: Iterable[int], view: Presentation) -> str:
    return _plain(text) + _cites(cites, view)


def _cites(cites: Iterable[int], view: Presentation) -> str:
    citations = view.citations(tuple(cites))
    return "".join(
        rf"[\[{citation.number}\]](#{citation.anchor})" if citation.anchor else rf"\[{citation.number}\]"
        for citation in citations
    )


def _sentences(sentences: Iterable[Sentence], view: Presentation) -> str:
    return view.sentence_gap.join(_cited(sentence.text, sentence.cites, view) for sentence in sentences)


def _strong(text: str) -> str:
    """`text` in bold. Next to a letter, a run of asterisks that touches punctuation opens or closes nothing."""
    return f"**{_plain(text)}**" if text and not _punctuated(text) else _plain(text)


def _punctuated(text: str) -> bool:
    return any(unicodedata.category(character)[0] in "PS" for character in (text.strip()[:1], text.strip()[-1:]))


def _link(entry: SourceEntry | Linked) -> str:
    """The title as a link; nothing in the address ends the angle brackets around it or is read as an entity."""
    if not entry.href:
        return _plain(entry.title)
    address = re.sub(r"[\\<>]", lambda found: f"%{ord(found[0]):02X}", entry.href)
    address = re.sub(r"&(?=#?\w+;)", "&amp;", address)
    return f"[{_plain(entry.title)}](<{address}>)"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def heading(block: Heading, view: Presentation) -> str:
    return f"{'#' * (block.level + 1)} {_plain(block.text)}"


def paragraph(block: Paragraph, view: Presentation) -> str:
    return _sentences(block.sentences, view)


def list_(block: List, view: Presentation) -> str:
    return "\n".join(_items(block.items, view, block.ordered, ""))


def _items(items: Iterable[ListItem], view: Presentation, ordered: bool, indent: str) -> list[str]:
    lines = []
    for place, item in enumerate(items, start=1):
        mark = f"{place}." if ordered else "-"
        lines.append(f"{indent}{mark} {_cited(item.text, item.cites, view)}")
        lines += _items(item.items, view, ordered, indent + " " * (len(mark) + 1))
    return lines


def table(block: Table, view: Presentation) -> str:
    caption = f"{_strong(block.caption)}\n\n" if block.caption else ""
    head = [_row(_plain(column) for column in block.columns), _row("---" for _ in block.columns)]
    body = [_row(_cited(cell.text, cell.cites, view) for cell in row) for row in block.rows]
    return caption + "\n".join(head + body)


def callout(block: Callout, view: Presentation) -> str:
    label, lines = view.callout(block)
    mark = "- " if len(lines) > 1 else ""
    told = "\n".join(f"> {mark}{_sentences(line, view)}" for line in lines)
    return f"> {_strong(label)}\n>\n{told}"


def quote(block: Quote, view: Presentation) -> str:
    speaker = f"\n>\n> — {_plain(block.speaker)}" if block.speaker else ""
    return f"> {_cited(block.text, block.cites, view)}{speaker}"


def key_facts(block: KeyFacts, view: Presentation) -> str:
    return "\n".join(
        f"- {_strong(fact.label)}{view.labels.colon}{_cited(fact.value, fact.cites, view)}" for fact in block.items
    )


def timeline(block: Timeline, view: Presentation) -> str:
    return "\n".join(
        f"- {_strong(event.date)}{view.labels.colon}{_cited(event.text, event.cites, view)}" for event in block.events
    )


def term_table(block: TermTable, view: Presentation) -> str:
    languages = f"{view.language_name(block.source_language)} → {view.language_name(block.target_language)}"
    lines = [_plain(languages), ""]
    for term in block.rows:
        lines += _term(term, view)
    return "\n".join(lines)


def _term(term: Term, view: Presentation) -> list[str]:
    acronym = f" ({_plain(term.acronym)})" if term.acronym else ""
    further = " — ".join(_plain(text) for text in (term.domain, term.definition) if text)
    lines = [f"- {_strong(term.term)}{acronym}{' — ' if further else ''}{further}{_cites(term.cites, view)}"]
    if term.conflict:
        lines.append(f"{_INDENT}- {_strong(view.labels.conflict)}{view.labels.colon}{_plain(term.conflict)}")
    return lines + [line for rendering in term.renderings for line in _rendering(rendering, view)]


def _rendering(rendering: Rendering, view: Presentation) -> list[str]:
    acronym = f" ({_plain(rendering.acronym)})" if rendering.acronym else ""
    reading = f" {_plain(rendering.reading)}" if rendering.reading else ""
    standing = (view.labels.grades[rendering.grade], view.labels.statuses[rendering.status])
    further = " · ".join(_plain(text) for text in (*standing, rendering.region, rendering.register_) if text)
    lines = [f"{_INDENT}- {_strong(rendering.text)}{acronym}{reading} · {further}"]
    lines += [
        f"{_INDENT * 2}- “{_plain(evidence.passage)}”{_cites((evidence.source,), view)}"
        for evidence in rendering.evidence
    ]
    return lines


def further_reading(block: FurtherReading, view: Presentation) -> str:
    entries = [(view.entry(entry.source), entry) for entry in block.entries]
    return "\n".join(
        f"- {_link(source)}{_cites((entry.source,), view)} — {_plain(entry.why)}" for source, entry in entries
    )


def references(block: References, view: Presentation) -> str:
    entries = [view.entry(reference.source) for reference in block.entries]
    return f"## {_plain(view.labels.references)}\n\n" + "\n".join(_reference(entry, view) for entry in entries)


def _reference(entry: SourceEntry, view: Presentation) -> str:
    told = entry.particulars if entry.href else (*entry.particulars, entry.place)
    particulars = " · ".join(_plain(text) for text in told)
    return f'{entry.number}. <a id="{entry.anchor}"></a>{_link(entry)} — {particulars}{_basis(entry, view)}'


def _basis(entry: SourceEntry, view: Presentation) -> str:
    if not entry.basis:
        return ""
    # A line of its own within the item: below any number that an item may have.
    indent = " " * (len(str(entry.number)) + 2)
    told = view.labels.separator.join(_link(text) for text in entry.basis)
    return f"\\\n{indent}{view.labels.based_on}{view.labels.colon}{told}"


def pipeline_notes(block: PipelineNotes, view: Presentation) -> str:
    return f"## {_plain(view.labels.about)}\n\n" + "\n".join(f"- {_plain(note.text)}" for note in block.notes)


BLOCKS: Mapping[str, Callable[[Any, Presentation], str]] = {
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
