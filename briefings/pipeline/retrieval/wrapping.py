"""Undoing hard line breaks: which line breaks of a text were made only because the line was full."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from briefings.pipeline.retrieval.tokens import CJK

_WIDEST_WRAP = 120
_NARROWEST_WRAP = 40
_LONG_LINES_SHARE = 0.2
_TITLE_WIDTH = 60

_ENDED = re.compile(r"[.!?:;。！？：；…][\"'”’»)\]）」』]*$")
_LAST_CJK = re.compile(rf"[{CJK}\u3000-\u303f\uff00-\uffef]$")
_FIRST_CJK = re.compile(rf"^[{CJK}\u3000-\u303f\uff00-\uffef]")
_CAPITAL = re.compile(r"^[\"'“‘(]*[A-Z0-9À-ÞА-Я]")
# The beginning of a clause that wants another, or the end of a line that wants its noun.
_HALF = re.compile(
    r"^(?:If|When|While|Although|Though|Since|Because|Once|Unless|Until|Whether)\b(?!.*\?)|"
    r"(?:['’]s|\b(?:an?|the|of|to|in|on|at|by|for|from|with|and|or|is|are|was|were|that|which))$"
)
_GROFF_HYPHEN = "\u2010"


def wrap_width(lines: Iterable[str]) -> int | None:
    """The display width at which `lines` were broken by hand or tool, or null when paragraphs stand on long lines."""
    widths = sorted(width(line) for line in lines if len(line.split()) > 3 or _LAST_CJK.search(line))
    if not widths:
        return None
    too_long = sum(value > _WIDEST_WRAP for value in widths)
    if too_long > _LONG_LINES_SHARE * len(widths):
        return None
    fitting = [value for value in widths if value <= _WIDEST_WRAP]
    return max(fitting[int(0.97 * (len(fitting) - 1))], _NARROWEST_WRAP)


def width(text: str) -> int:
    """Columns that `text` takes on a terminal: East Asian wide characters count twice."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def continues(line: str, following: str, wrap: int | None) -> bool:
    """Whether `following` belongs to the paragraph of `line`, which stands just above it without an empty line.

    A break after a full line was made by wrapping. After a short line the sentence decides: one that has not ended
    goes on, unless the line looks like a title; one that is but half a clause does not.
    """
    if wrap is None:
        return False
    first_word = following.split(maxsplit=1)[0]
    if width(line) + 1 + width(first_word) > wrap:
        return True
    if _ENDED.search(line):
        return False
    if _HALF.search(line.strip()):
        return True
    return not (_CAPITAL.match(following.lstrip()) and _CAPITAL.match(line.lstrip()) and width(line) < _TITLE_WIDTH)


def join(lines: Sequence[str]) -> str:
    """The lines of one paragraph as one line: no space between Chinese characters, none after a hyphen of groff's."""
    text = ""
    for line in lines:
        piece = " ".join(line.split())
        if not text or _joins_tightly(text, piece):
            text = text.removesuffix(_GROFF_HYPHEN) + piece
        else:
            text = f"{text} {piece}"
    return text


def _joins_tightly(text: str, piece: str) -> bool:
    if text.endswith(_GROFF_HYPHEN):
        return True
    if text.endswith(("-", "/")) and not text.endswith((" -", "--", " /")):
        return True
    return bool(_LAST_CJK.search(text) and _FIRST_CJK.search(piece))
