"""A topic is words to look for, never commands to a search engine."""

import re

from briefings.domain.plain_text import one_line

LONGEST = 400
"""Characters; longer queries are cut at a word. DuckDuckGo answers none of 500 or more."""

_QUOTES = re.compile('["“”„‟＂]')
_FIELD = re.compile(r"(?<=[^\W\d_]):(?!//)")
_LEADING = "!\\-+~^*|"
_TRAILING = re.compile(r"(?:[!*|\\]|~\d*)+$")
_CONNECTIVES = frozenset({"OR", "AND", "NOT"})


def literal(topic: str) -> str:
    """`topic` on one line, without what makes engines redirect, restrict or negate: bangs, quotes, `site:` and the
    like, minus and plus signs before a word, wild cards, capital connectives. May be empty."""
    spaced = _FIELD.sub(" ", _QUOTES.sub(" ", one_line(topic)))
    words = (_word(word) for word in spaced.split())
    return _cut(" ".join(word for word in words if word))


def _word(word: str) -> str:
    bare = _TRAILING.sub("", word.lstrip(_LEADING))
    return bare.lower() if bare in _CONNECTIVES else bare


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST + 1].rsplit(" ", 1)[0][:LONGEST]
