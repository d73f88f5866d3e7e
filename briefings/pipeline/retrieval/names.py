"""Proper names in a title, told by how its text writes them."""

import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Z][A-Za-z0-9]{2,}")
_FEWEST = 3
_MOST_SMALL = 0.1


def proper_names(title: str, paragraphs: Iterable[str]) -> set[str]:
    """The words of `title` that `paragraphs` write with a capital within their sentences, three times at least, and
    hardly ever without: "Django", not "Caching"."""
    words = set(_WORD.findall(title))
    text = "\n".join(paragraphs)
    return {word for word in words if _is_name(word, text)}


def _is_name(word: str, text: str) -> bool:
    capital = len(re.findall(rf"(?<=[a-z,;] ){word}\b", text))
    small = len(re.findall(rf"\b{word.lower()}\b", text))
    return capital >= _FEWEST and small <= _MOST_SMALL * capital
