"""The text of a source as its reader sees it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

_HEADING, _ITEM = re.compile(r"#{2,6} "), "- "


@dataclass(frozen=True)
class Part:
    """A heading, a list or a paragraph: its lines, without what marks them."""

    kind: Literal["heading", "list", "paragraph"]
    lines: tuple[str, ...]


def parts(text: str) -> Iterator[Part]:
    """The parts of a page's text in order, as `domain.evidence.Page` lays it out. Nothing of it is left out."""
    for kind, lines in groupby(text.splitlines(), _kind):
        if kind == "heading":
            yield from (Part("heading", (_HEADING.sub("", line, count=1),)) for line in lines)
        elif kind == "list":
            yield Part("list", tuple(line.removeprefix(_ITEM) for line in lines))
        elif kind == "paragraph":
            yield Part("paragraph", tuple(lines))


def _kind(line: str) -> Literal["heading", "list", "paragraph", ""]:
    if _HEADING.match(line):
        return "heading"
    if line.startswith(_ITEM):
        return "list"
    return "paragraph" if line.strip() else ""
