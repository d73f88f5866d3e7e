"""A document: a title and typed blocks. Text is plain everywhere: no Markdown, no HTML, no address.

The unit of attribution is the sentence (or list item, cell, event …): whatever bears `cites`. Where a block names a
source in another way (`further_reading`, evidence of a rendering) the field is called `source`; both count as
citations, in reading order, which is the order of the fields below.
"""

from collections.abc import Callable, Iterator
from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

T = TypeVar("T", bound=BaseModel)


class Node(BaseModel):
    """Any part of a document: frozen; fields it does not know are dropped."""

    model_config = ConfigDict(frozen=True, extra="ignore", serialize_by_alias=True, populate_by_name=True)


class Cited(Node):
    """What can bear citations: `cites` are source ids."""

    cites: tuple[int, ...] = ()


class Sentence(Cited):
    text: str


class Heading(Node):
    type: Literal["heading"] = "heading"
    level: Literal[1, 2, 3] = 2
    text: str


class Paragraph(Node):
    type: Literal["paragraph"] = "paragraph"
    sentences: tuple[Sentence, ...]


class ListItem(Cited):
    """`items` nest up to three levels in all."""

    text: str
    items: "tuple[ListItem, ...]" = ()


class List(Node):
    type: Literal["list"] = "list"
    ordered: bool = False
    items: tuple[ListItem, ...]


class Table(Node):
    type: Literal["table"] = "table"
    caption: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[Sentence, ...], ...]


class Callout(Node):
    type: Literal["callout"] = "callout"
    tone: Literal["note", "caution", "open_question"] = "note"
    sentences: tuple[Sentence, ...]


class Quote(Cited):
    """`text` stands verbatim in the source."""

    type: Literal["quote"] = "quote"
    text: str
    speaker: str = ""


class KeyFact(Cited):
    label: str
    value: str


class KeyFacts(Node):
    type: Literal["key_facts"] = "key_facts"
    items: tuple[KeyFact, ...]


class Event(Cited):
    date: str
    text: str


class Timeline(Node):
    type: Literal["timeline"] = "timeline"
    events: tuple[Event, ...]


class Grade(StrEnum):
    OFFICIAL = "official"
    REFERENCE = "reference"


class RenderingStatus(StrEnum):
    """The first that applies."""

    GLOSSARY = "glossary"
    VERIFIED = "verified"
    CONFLICT = "conflict"
    SEVERAL_SOURCES = "several_sources"
    SINGLE_SOURCE = "single_source"
    UNATTESTED = "unattested"


class RenderingEvidence(Node):
    source: int
    language: str
    passage: str


class Rendering(Node):
    text: str
    reading: str = ""
    region: str = ""
    register_: str = Field("", alias="register")
    acronym: str = ""
    grade: Grade = Grade.REFERENCE
    status: RenderingStatus = RenderingStatus.UNATTESTED
    evidence: tuple[RenderingEvidence, ...] = ()


class Term(Cited):
    term: str
    acronym: str = ""
    domain: str = ""
    definition: str = ""
    renderings: tuple[Rendering, ...] = ()
    conflict: str = ""


class TermTable(Node):
    type: Literal["term_table"] = "term_table"
    source_language: str
    target_language: str
    rows: tuple[Term, ...]


class FurtherReadingEntry(Node):
    source: int
    why: str


class FurtherReading(Node):
    type: Literal["further_reading"] = "further_reading"
    entries: tuple[FurtherReadingEntry, ...]


class Reference(Node):
    source: int
    number: int


class References(Node):
    """Built by the pipeline alone: exactly the cited sources, numbered in order of first citation."""

    type: Literal["references"] = "references"
    entries: tuple[Reference, ...]


class PipelineNote(Node):
    """`code` is a reason, a fault of the taxonomy, or empty for a plain remark."""

    code: str = ""
    text: str


class PipelineNotes(Node):
    """Built by the pipeline alone: every fault and degradation, told to the reader."""

    type: Literal["pipeline_notes"] = "pipeline_notes"
    notes: tuple[PipelineNote, ...]


WRITTEN = (Heading, Paragraph, List, Table, Callout, Quote, KeyFacts, Timeline, TermTable, FurtherReading)
"""The ten block types that a writer may produce."""

WrittenBlock = Annotated[
    Heading | Paragraph | List | Table | Callout | Quote | KeyFacts | Timeline | TermTable | FurtherReading,
    Field(discriminator="type"),
]
Block = Annotated[
    Heading
    | Paragraph
    | List
    | Table
    | Callout
    | Quote
    | KeyFacts
    | Timeline
    | TermTable
    | FurtherReading
    | References
    | PipelineNotes,
    Field(discriminator="type"),
]


class Document(Node):
    """What is delivered. `language` is a BCP 47 tag; `as_of` the date to which the document speaks."""

    title: str
    language: str
    as_of: date
    blocks: tuple[Block, ...]

    @property
    def cited(self) -> tuple[int, ...]:
        """Ids of the cited sources, each once, in order of first citation."""
        pipeline_made = (References, PipelineNotes)
        written = [block for block in self.blocks if not isinstance(block, pipeline_made)]
        return tuple(dict.fromkeys(source for block in written for source in citations(block)))


def citations(node: BaseModel) -> Iterator[int]:
    """The source ids cited anywhere in `node`, in reading order, repetitions included."""
    for name in type(node).model_fields:
        value = getattr(node, name)
        if name == "cites":
            yield from value
        elif name == "source" and isinstance(value, int):
            yield value
        else:
            for child in _children(value):
                yield from citations(child)


def texts(node: BaseModel) -> Iterator[str]:
    """Every text that a reader sees in `node`, in reading order."""
    for name in type(node).model_fields:
        if name in ("type", "tone", "code", "grade", "status", "source_language", "target_language", "language"):
            continue
        value = getattr(node, name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple) and value and all(isinstance(item, str) for item in value):
            yield from value
        else:
            for child in _children(value):
                yield from texts(child)


def rewrite(node: T, edit: Callable[[Any], Any]) -> T:
    """`node` with `edit` applied to every model inside it, children first, then to `node` itself.

    `edit` gets a part and returns it, or a changed copy of the same type.
    """
    changes = {}
    for name in type(node).model_fields:
        value = getattr(node, name)
        changed = _rewrite_value(value, edit)
        if changed is not value:
            changes[name] = changed
    rebuilt: T = edit(node.model_copy(update=changes) if changes else node)
    return rebuilt


def _children(value: object) -> Iterator[BaseModel]:
    if isinstance(value, BaseModel):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _children(item)


def _rewrite_value(value: Any, edit: Callable[[Any], Any]) -> Any:
    if isinstance(value, BaseModel):
        return rewrite(value, edit)
    if isinstance(value, tuple) and any(isinstance(item, (BaseModel, tuple)) for item in value):
        return tuple(_rewrite_value(item, edit) for item in value)
    return value
