"""The title of a text that does not name one."""

import re
from collections.abc import Sequence
from itertools import takewhile

from briefings.pipeline.retrieval.layout import Block, Role

LONGEST_TITLE = 120
_PROSE_WORDS = 12
_CONTENTS_LENGTH = 4
_MANUAL_NAME = re.compile(r"^(?P<name>[\w.+-]+\(\d\w*\))\s")
_DESCRIBED_NAME = re.compile(r"^(?:NAME\s+)?(?P<title>[\w.+, -]{2,60} [-–—] \S.{3,80}?)(?:\s+SYNOPSIS.*)?$", re.DOTALL)
_FURNITURE = re.compile(
    r"^(?:name|synopsis|description|overview|introduction|abstract|summary|contents|table of contents|notes?|notice|"
    r"warning|home|menu|next|up|back|index|navigation|log ?in|sign in|share|options?|date|version|authors?|"
    r"(?:search|prev|previous|source code|skip to|download|available languages|product site|documentation site)\b.*|"
    r"目录|摘要|简介|概述|上一页|下一页|提示|注意)$"
    r"|^[\W\d_]+$|[<>{}|\[\]]|^\W*\w+\W*$",
    re.IGNORECASE,
)


def guess_title(blocks: Sequence[Block]) -> str:
    """The likeliest title of the text made of `blocks`, cut at a word; empty when nothing looks like one.

    The last heading above the first prose, since navigation comes before it, or the first one above a table of
    contents; a manual page's own name; else the first line that is no furniture.
    """
    headings = _above_contents([block for block in takewhile(_is_no_prose, blocks) if not _is_furniture(block)])
    manual = [name for block in blocks[:4] for name in _manual_names(block.text)]
    lines = [block.text.splitlines()[0].strip("#-*= ") for block in blocks[:12] if not _is_furniture(block)]
    return _cut(next(iter([*manual, *headings[-1:], *lines]), ""))


def _above_contents(above: Sequence[Block]) -> list[str]:
    """The headings in `above`, up to the one under which a table of contents, a run of headings, stands."""
    headings: list[str] = []
    run = 0
    for block in above:
        run = run + 1 if block.role is Role.HEADING else 0
        if run == _CONTENTS_LENGTH:
            return headings[: 1 - _CONTENTS_LENGTH] + headings[1 - _CONTENTS_LENGTH :][:1]
        if block.role is Role.HEADING:
            headings.append(block.text)
    return headings


def _manual_names(text: str) -> list[str]:
    described = _DESCRIBED_NAME.match(text) if text.startswith("NAME") else None
    header = _MANUAL_NAME.match(text)
    return [described["title"]] if described else [header["name"]] if header else []


def _is_no_prose(block: Block) -> bool:
    long = len(block.text.split()) > _PROSE_WORDS or len(block.text) > LONGEST_TITLE
    return block.role is not Role.PARAGRAPH or not long or block.text[-1] not in ".:!?。：！？"


def _is_furniture(block: Block) -> bool:
    return bool(_FURNITURE.search(block.text))


def _cut(title: str) -> str:
    title = " ".join(title.split())
    if len(title) <= LONGEST_TITLE:
        return title
    return title[:LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:-–—") + " …"
