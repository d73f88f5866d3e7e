"""Passages: a text in pieces of about a screenful, each under the heading it stands under."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefings.pipeline.retrieval.layout import Block, Role

PASSAGE_CHARACTERS = 900


@dataclass(frozen=True)
class Passage:
    """Neighbouring paragraphs and items under one heading; `heading` is empty before the first."""

    heading: str
    text: str


def passages(blocks: Sequence[Block], size: int = PASSAGE_CHARACTERS) -> Iterator[Passage]:
    """The prose of `blocks` in passages of about `size` characters; a longer paragraph is a passage of its own.

    Code and tables are left out.
    """
    heading, parts = "", list[str]()
    for block in blocks:
        full = sum(map(len, parts)) + len(block.text) > size
        if parts and (block.role is Role.HEADING or full):
            yield Passage(heading, "\n".join(parts))
            parts = []
        if block.role is Role.HEADING:
            heading = block.text
        elif block.role is not Role.VERBATIM:
            parts.append(block.text)
    if parts:
        yield Passage(heading, "\n".join(parts))
