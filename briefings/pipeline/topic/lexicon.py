"""Vocabularies: lists of words matched as one pattern."""

import re
from dataclasses import dataclass

from briefings.pipeline.patterns import any_of

NOTHING = re.compile(r"(?!)")


def english(entries: str) -> re.Pattern[str]:
    """Matches any entry as whole words, in any case of letters."""
    return re.compile(rf"(?<![A-Za-z0-9-]){any_of(entries)}(?![A-Za-z0-9])", re.IGNORECASE)


def chinese(entries: str) -> re.Pattern[str]:
    """Matches any entry anywhere: Chinese has no spaces between words."""
    return re.compile(any_of(entries))


@dataclass(frozen=True)
class Vocabulary:
    """The words of one trigger, by how much they say.

    `strong` words always count. `weak` words do not count inside the term that a definition asks for: "What is a
    leading indicator?" ranks nothing. `nouns` name quantities; they count only as the head of their phrase ("the price
    of copper", not "a price ceiling"), and inside a term only when it is definite ("What is the unemployment rate?"
    asks for a figure, "What is a tax rate?" for a meaning).
    """

    strong: re.Pattern[str] = NOTHING
    weak: re.Pattern[str] = NOTHING
    nouns: re.Pattern[str] = NOTHING
