"""A text in its sentences, without losing a character."""

import re

GAP = "\ufdd0"
"""Stands where something was taken out, until the gap is closed. A noncharacter: it occurs in no text."""

_BREAK = re.compile(rf"(?<=[.!?…])[\"”’')\]]*\s+(?=[\"“‘'(\[]*[A-ZÀ-Þ{GAP}])|(?<=[。！？])|\n+")


def split(text: str) -> list[str]:
    """The sentences of `text`, each with the white space that follows it: joined they are the text again."""
    ends = [match.end() for match in _BREAK.finditer(text) if 0 < match.end() < len(text)]
    return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
