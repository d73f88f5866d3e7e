"""A text in passages: the pieces that an excerpt keeps or leaves out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from briefings.pipeline.hygiene.units import split

GAP = "[…]"
LONGEST_PASSAGE = 1200

_LONGEST_OPENING = 300
_HEADING = re.compile(r"#{2,6} ")


@dataclass(frozen=True)
class Passage:
    """A paragraph, or a part of a long one, as it stands in the text.

    `section` counts the headings before it, `heading` is the last of them with its mark, and `opens` says that nothing
    stands between the two. A heading without a text of its own is a passage with an empty `text`.
    """

    section: int
    heading: str
    text: str
    opens: bool

    @cached_property
    def opening(self) -> str:
        """The first sentence or line, cut if it is very long; what is left out is marked."""
        first = next(iter(self._sentences), "").strip()
        if len(first) > _LONGEST_OPENING:
            first = first[: _cut(first, _LONGEST_OPENING)].strip()
        return first if first == self.text else f"{first} {GAP}"

    def beginning(self, most: int) -> str:
        """As many of the first sentences as fit into `most` characters, marked if that is not all; empty if none."""
        if len(self.text) <= most:
            return self.text
        kept = ""
        for sentence in self._sentences:
            if len(f"{kept}{sentence}".rstrip()) + len(f" {GAP}") > most:
                break
            kept += sentence
        return f"{kept.rstrip()} {GAP}" if kept else ""

    @cached_property
    def _sentences(self) -> list[str]:
        return split(self.text)


def passages(text: str) -> list[Passage]:
    """The passages of `text` in order; at least one unless it is blank."""
    found: list[Passage] = []
    section, heading, is_open = 0, "", True
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if _HEADING.match(paragraph) and "\n" not in paragraph:
            found += [Passage(section, heading, "", opens=True)] if heading and is_open else []
            section, heading, is_open = section + 1, paragraph, True
            continue
        for part in _parts(paragraph.strip()):
            found.append(Passage(section, heading, part, is_open))
            is_open = False
    return [*found, Passage(section, heading, "", opens=True)] if heading and is_open else found


def _parts(paragraph: str) -> Iterator[str]:
    """`paragraph`, if it is long in parts that end where a sentence or a line does, else where a word does."""
    part = ""
    for unit in split(paragraph):
        if part and len(part) + len(unit) > LONGEST_PASSAGE:
            yield part.strip()
            part = ""
        part += unit
        while len(part) > LONGEST_PASSAGE:
            end = _cut(part, LONGEST_PASSAGE)
            yield part[:end].strip()
            part = part[end:]
    if part.strip():
        yield part.strip()


def _cut(text: str, most: int) -> int:
    """Where to cut `text` that at most `most` characters remain: after a word, if there is one."""
    space = text.rfind(" ", most // 3, most)
    return space if space > 0 else most
