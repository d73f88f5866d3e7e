"""Citations are ids that exist, in the field for them; what else a writer may not say is taken out and counted."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from briefings.domain.document import (
    Callout,
    Cited,
    Event,
    FurtherReading,
    FurtherReadingEntry,
    Heading,
    KeyFact,
    KeyFacts,
    List,
    ListItem,
    Node,
    Paragraph,
    Quote,
    Rendering,
    Sentence,
    Table,
    Term,
    TermTable,
    Timeline,
    WrittenBlock,
    rewrite,
    texts,
)
from briefings.pipeline.hygiene import Tidied, tidy
from briefings.pipeline.own_sources import split_own_sources


@dataclass(frozen=True)
class Removed:
    """What was taken out: citations of sources that were never fetched; pieces of markup, addresses, markers and
    references of the writer's own making; sentences in which the writer spoke of its work."""

    unfetched: int = 0
    markup: int = 0
    process_talk: int = 0

    def __add__(self, other: "Removed") -> "Removed":
        return Removed(**{field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)})


@dataclass(frozen=True)
class Cleaned:
    """Blocks as a reader may see them, and what they had to lose for it."""

    blocks: tuple[WrittenBlock, ...]
    removed: Removed


@dataclass(frozen=True)
class CitedShare:
    """How many statements of fact there are, and how many of them carry a citation."""

    statements: int
    cited: int

    @property
    def share(self) -> float:
        """Between 0 and 1; 1 where nothing is stated."""
        return self.cited / self.statements if self.statements else 1.0


def clean(blocks: Sequence[WrittenBlock], known: Collection[int]) -> Cleaned:
    """`blocks` with citations of `known` source ids only. What is clean already stays as it is, byte for byte.

    A marker in the text becomes a citation of the sentence, item or cell it stands in. A list of sources that the
    writer made is dropped whole, and so is any part that cleaning leaves without words.
    """
    own, rest = split_own_sources(blocks)
    cleaner = _Cleaner(known)
    kept = [block for block in (rewrite(block, cleaner.edit) for block in rest) if _says_something(block)]
    removed = cleaner.removed + _removed_with(own, known)
    return Cleaned(blocks=tuple(kept), removed=removed)


def cited_share(blocks: Iterable[WrittenBlock]) -> CitedShare:
    """How far statements of fact are cited: sentences, list items, table rows, quotes, key facts, events, definitions;
    no headings, questions or callouts."""
    marks = [cited for block in blocks for said, cited in _stated(block) if said.strip() and not _asks(said)]
    return CitedShare(statements=len(marks), cited=sum(marks))


def _asks(text: str) -> bool:
    return text.rstrip(' "”’»」』').endswith(("?", "？", "؟"))


class _Cleaner:
    """Cleans the parts of blocks, children first, and keeps count."""

    def __init__(self, known: Collection[int]) -> None:
        self._known = frozenset(known)
        self.removed = Removed()

    def edit(self, part: Any) -> Any:
        """`part` if it is clean, else a copy with clean texts, known ids and no empty children."""
        changes, markers = self._texts(part)
        if isinstance(part, Cited):
            changes["cites"] = self._ids((*part.cites, *markers))
        else:
            self._ids(markers)
        changes |= self._children(part)
        changed = {name: value for name, value in changes.items() if value != getattr(part, name)}
        return part.model_copy(update=changed) if changed else part

    def _texts(self, part: Node) -> tuple[dict[str, Any], tuple[int, ...]]:
        """The tidied texts of `part` by field, and the markers that stood in them."""
        tidied = {name: self._tidy(getattr(part, name)) for name in _TEXTS.get(type(part), ())}
        changes: dict[str, Any] = {name: text.text for name, text in tidied.items()}
        found = list(tidied.values())
        if isinstance(part, Table):
            columns = [self._tidy(column) for column in part.columns]
            changes["columns"] = tuple(column.text for column in columns)
            found += columns
        return changes, tuple(marker for text in found for marker in text.markers)

    def _tidy(self, text: str) -> Tidied:
        tidied = tidy(text)
        adopted = sum(marker in self._known for marker in tidied.markers)
        self._count(markup=tidied.markup + adopted, process_talk=tidied.process_talk)
        return tidied

    def _ids(self, cites: Iterable[int]) -> tuple[int, ...]:
        """The known ones of `cites`, each once; the others are counted."""
        distinct = tuple(dict.fromkeys(cites))
        kept = tuple(cite for cite in distinct if cite in self._known)
        self._count(unfetched=len(distinct) - len(kept))
        return kept

    def _children(self, part: Node) -> dict[str, Any]:
        if isinstance(part, FurtherReading):
            kept = self._ids(entry.source for entry in part.entries)
            first = {entry.source: entry for entry in reversed(part.entries)}
            return {"entries": tuple(first[source] for source in kept)}
        if isinstance(part, Rendering):
            self._ids(item.source for item in part.evidence)
            return {"evidence": tuple(item for item in part.evidence if item.source in self._known)}
        return {name: drop(getattr(part, name)) for name, drop in _DROPS.get(type(part), {}).items()}

    def _count(self, **found: int) -> None:
        self.removed += Removed(**found)


_TEXTS: dict[type[Node], tuple[str, ...]] = {
    Sentence: ("text",),
    Heading: ("text",),
    ListItem: ("text",),
    Table: ("caption",),
    Quote: ("text", "speaker"),
    KeyFact: ("label", "value"),
    Event: ("date", "text"),
    Term: ("term", "acronym", "domain", "definition", "conflict"),
    Rendering: ("text", "reading", "region", "register_", "acronym"),
    FurtherReadingEntry: ("why",),
}
"""The fields that a reader reads. The passage of an evidence is the source's own text and stays as it is."""


def _with_text(field: str) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    return lambda parts: tuple(part for part in parts if getattr(part, field).strip())


def _items(items: tuple[ListItem, ...]) -> tuple[ListItem, ...]:
    """The items that say something; what hangs below an empty one takes its place."""
    return tuple(kept for item in items for kept in ((item,) if item.text.strip() else item.items))


def _rows(rows: tuple[tuple[Sentence, ...], ...]) -> tuple[tuple[Sentence, ...], ...]:
    return tuple(row for row in rows if any(cell.text.strip() for cell in row))


_DROPS: dict[type[Node], dict[str, Callable[[tuple[Any, ...]], tuple[Any, ...]]]] = {
    Paragraph: {"sentences": _with_text("text")},
    Callout: {"sentences": _with_text("text")},
    List: {"items": _items},
    ListItem: {"items": _items},
    Table: {"rows": _rows},
    KeyFacts: {"items": _with_text("value")},
    Timeline: {"events": _with_text("text")},
    TermTable: {"rows": _with_text("term")},
    Term: {"renderings": _with_text("text")},
}
"""What of a part's children may not be left empty."""


def _says_something(block: WrittenBlock) -> bool:
    if isinstance(block, FurtherReading):
        return bool(block.entries)
    if isinstance(block, Table):
        return bool(block.rows)
    if isinstance(block, Quote):
        return bool(block.text.strip())
    return any(text.strip() for text in texts(block))


def _removed_with(own: Sequence[WrittenBlock], known: Collection[int]) -> Removed:
    """What goes with a dropped list of sources: each of its lines counts as one reference of the writer's making."""
    cleaner = _Cleaner(known)
    for block in own:
        rewrite(block, cleaner.edit)
    lines = sum(bool(text.strip()) for block in own for text in texts(block))
    return Removed(unfetched=cleaner.removed.unfetched, markup=lines)


def _stated(block: WrittenBlock) -> Iterator[tuple[str, bool]]:
    """Each statement of fact in `block`, and whether it is cited."""
    if isinstance(block, Table):
        for row in block.rows:
            yield " ".join(cell.text for cell in row), any(cell.cites for cell in row)
    elif isinstance(block, List):
        yield from _stated_in(block.items)
    elif isinstance(block, Quote):
        yield block.text, bool(block.cites)
    else:
        for field, text in _STATING.get(type(block), ()):
            yield from ((getattr(part, text), bool(part.cites)) for part in getattr(block, field))


def _stated_in(items: Sequence[ListItem]) -> Iterator[tuple[str, bool]]:
    for item in items:
        yield item.text, bool(item.cites)
        yield from _stated_in(item.items)


_STATING: dict[type[Node], tuple[tuple[str, str], ...]] = {
    Paragraph: (("sentences", "text"),),
    KeyFacts: (("items", "value"),),
    Timeline: (("events", "text"),),
    TermTable: (("rows", "definition"),),
}
"""Where the other blocks keep what they state: the children, and the child's text."""
