"""From trafilatura's tree of a page to blocks of plain text."""

import re
from collections.abc import Iterator
from typing import Any

from briefings.domain.plain_text import one_line
from briefings.pipeline.retrieval.layout import CHAPTER, Block, Role

_NESTING = ("quote", "div", "body")
_LEVEL = re.compile(r"h([1-6])")
_BREAKING = ("lb", "p", "list", "table", "row", "cell")


def blocks_of(parent: Any) -> Iterator[Block]:
    """What stands inside `parent`, in reading order. A row of a table becomes a list item."""
    yield from _block(Role.PARAGRAPH, parent.text or "")
    for element in parent:
        if element.tag == "list":
            yield from _items(element)
        elif element.tag == "table":
            yield from _rows(element)
        elif element.tag in _NESTING and len(element):
            yield from blocks_of(element)
        elif element.tag == "head":
            yield from _block(Role.HEADING, _text(element), _depth(element))
        else:
            yield from _block(Role.PARAGRAPH, _text(element))
        yield from _block(Role.PARAGRAPH, element.tail or "")


def _block(role: Role, text: str, depth: int = CHAPTER) -> Iterator[Block]:
    cleaned = one_line(text)
    if cleaned:
        yield Block(role, cleaned, depth)


def _depth(head: Any) -> int:
    """That of a heading, of which trafilatura keeps the name that it has in HTML."""
    level = _LEVEL.fullmatch(head.get("rend", ""))
    return max(CHAPTER, int(level.group(1))) if level else CHAPTER


def _items(element: Any) -> Iterator[Block]:
    """Nested lists follow their item, all on one level."""
    for item in element:
        yield from _block(Role.ITEM, _text(item))
        for nested in item.iterchildren("list"):
            yield from _items(nested)


def _rows(table: Any) -> Iterator[Block]:
    """`Year: 2024; Cost: 9 %` where the table has a head, `2024; 9 %` where it has none."""
    head: list[str] = []
    for row in table.iter("row"):
        cells = [one_line(_text(cell)) for cell in row.iterchildren("cell")]
        if not head and all(cell.get("role") == "head" for cell in row.iterchildren("cell")):
            head = cells
        else:
            yield from _block(Role.ITEM, "; ".join(_named(head, cells)))


def _named(head: list[str], cells: list[str]) -> Iterator[str]:
    names = head if len(head) == len(cells) else [""] * len(cells)
    for name, cell in zip(names, cells, strict=True):
        if cell:
            yield f"{name}: {cell}" if name else cell


def _text(element: Any) -> str:
    """The text inside, nested lists left out; the end of a line or of a paragraph in it is a space."""
    parts = [element.text or ""]
    for child in element:
        if child.tag != "list":
            parts.append(_text(child))
        if child.tag in _BREAKING:
            parts.append(" ")
        parts.append(child.tail or "")
    return "".join(parts)
