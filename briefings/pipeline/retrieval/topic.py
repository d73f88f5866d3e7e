"""What a topic is about: its content words in groups, and how fully a text attests them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from briefings.pipeline.retrieval.tokens import is_cjk

NAMED = 2.0
SPECIFIC = 1.0
GENERAL = 0.35
ASPECT = 0.5
SYNONYM = 0.7
"""Weights: a name (`APT`, `HTTP/3`), another word, a word of general use; what a group weighs before "of", and what a
word counts when a synonym stands for it."""

_ENOUGH_BIGRAMS = 0.55
_ONE_OF_SEVERAL = 0.75
_WORDS_OF_A_NAME = 3
_TELLING_TOGETHER = 2
_GENERAL_WORDS = 2
_ONE_GROUP = 0.78
_COMPARED = re.compile(
    r"\bdiffer(?:s|ed|ences?|ent)?\b|\bversus\b|\bvs\b|\bcompar(?:e|es|ed|ing|isons?)\b|\bcontrast|\bbetter\b|\btrade-?offs?\b|"
    r"区别|差异|差别|不同|对比|比较|相比|區別|差異|差別|對比|比較",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Keyword:
    """A content word of a topic: `terms` are its index terms, all of which a text must hold (most, for Chinese).

    A synonym counts for less; an alias, the acronym of the name that the word is part of, as much.
    """

    word: str
    terms: tuple[str, ...]
    weight: float
    synonyms: frozenset[str] = frozenset()
    aliases: frozenset[str] = frozenset()

    @property
    def specific(self) -> bool:
        return self.weight >= SPECIFIC

    @property
    def named(self) -> bool:
        return self.weight >= NAMED

    @property
    def tells_alone(self) -> bool:
        """Whether the word, Chinese and of three characters or more, is a whole name of a thing."""
        return self.specific and is_cjk(self.word) and len(self.word) > 2

    def occurs(self, held: Collection[str]) -> bool:
        """Whether any part of the word, or what stands for it, is in `held`."""
        return any(term in held for term in (*self.terms, *self.aliases, *self.synonyms))

    def share(self, held: Collection[str]) -> float:
        """How far `held`, the terms of a text, attest the word: 0 to 1."""
        share = sum(term in held for term in self.terms) / len(self.terms)
        if any(term in held for term in self.aliases):
            return 1.0
        if not share and any(term in held for term in self.synonyms):
            return SYNONYM
        if is_cjk(self.word):
            return share if share >= _ENOUGH_BIGRAMS else 0.0
        return 1.0 if share == 1.0 else 0.0


@dataclass(frozen=True)
class Group:
    """Neighbouring content words that together name one thing; `weight` is lower for an aspect ("history *of* …")."""

    keywords: tuple[Keyword, ...]
    factor: float = 1.0

    @property
    def weight(self) -> float:
        return self.factor * sum(keyword.weight for keyword in self.keywords)

    @property
    def asked(self) -> tuple[Keyword, ...]:
        """The words that are no names: what is asked about these."""
        return tuple(keyword for keyword in self.keywords if not keyword.named)

    @property
    def asks_specifically(self) -> bool:
        return any(keyword.specific for keyword in self.asked)

    @property
    def needs_phrase(self) -> bool:
        """Whether its words mean something else when they stand apart: three or more, of which at most one tells
        anything, as in "virtual private network"."""
        if len(self.keywords) < _WORDS_OF_A_NAME or any(is_cjk(keyword.word) for keyword in self.keywords):
            return False
        return sum(keyword.specific for keyword in self.keywords) < _TELLING_TOGETHER

    def has_phrase(self, held: Sequence[str]) -> bool:
        """Whether two of the words, or an acronym of them, stand in `held`, terms in text order, as in the topic."""
        pairs = set(pairwise(held))
        if any(pair in pairs for pair in pairwise(keyword.terms[0] for keyword in self.keywords)):
            return True
        return self.is_abbreviated(held) or any(word.tells_alone and word.share(set(held)) for word in self.keywords)

    def is_abbreviated(self, held: Collection[str]) -> bool:
        return any(alias in held for keyword in self.keywords for alias in keyword.aliases)

    def touched(self, held: Collection[str]) -> bool:
        """Whether a text with these terms speaks of the thing: by two of its words, or by one that tells it alone.

        Of three words or more none tells it alone: "virtual" is not yet a virtual private network.
        """
        present = [keyword for keyword in self.keywords if keyword.share(held)]
        if (
            (len(present) > 1 and self._asks_enough(present))
            or self.is_abbreviated(held)
            or any(keyword.tells_alone for keyword in present)
        ):
            return True
        return len(self.keywords) < _WORDS_OF_A_NAME and any(word.specific and not word.named for word in present)

    def _asks_enough(self, present: Sequence[Keyword]) -> bool:
        """Whether, where only the name is telling, more is there than the name and one word of general use."""
        asked = sum(not keyword.named for keyword in present)
        return self.asks_specifically or asked >= min(_GENERAL_WORDS, len(self.asked))

    def titled(self, held: Collection[str]) -> bool:
        """Whether a title with these terms names the thing: all its telling words, and half of all."""
        shares = [keyword.share(held) for keyword in self.keywords]
        telling = [keyword for keyword in self.asked if keyword.specific] or self.asked or self.keywords
        return sum(shares) >= len(shares) / 2 and all(keyword.share(held) for keyword in telling)

    def attested(self, held: Collection[str]) -> float:
        """How much of the group's weight `held`, the terms of a text, attests.

        None when it holds less than half of the words: "virtual" alone does not attest "virtual private network".
        """
        shares = [keyword.share(held) for keyword in self.keywords]
        if sum(shares) < len(shares) / 2:
            return 0.0
        return self.factor * sum(keyword.weight * share for keyword, share in zip(self.keywords, shares, strict=True))


@dataclass(frozen=True)
class Topic:
    """A topic, analysed. `groups` is empty for a topic of framing words alone ("an overview of the text")."""

    text: str
    groups: tuple[Group, ...]

    @cached_property
    def keywords(self) -> tuple[Keyword, ...]:
        """The content words, each once."""
        return tuple({keyword.word.lower(): keyword for group in self.groups for keyword in group.keywords}.values())

    @cached_property
    def terms(self) -> dict[str, float]:
        """Every index term of the content words with its weight."""
        weights: dict[str, float] = {}
        for keyword in self.keywords:
            for term in keyword.terms:
                weights[term] = max(weights.get(term, 0.0), keyword.weight / len(keyword.terms))
            for alias in keyword.aliases:
                weights[alias] = max(weights.get(alias, 0.0), SPECIFIC)
        return weights

    @cached_property
    def compares(self) -> bool:
        """Whether the topic asks how things differ."""
        return bool(_COMPARED.search(self.text))

    @cached_property
    def specific(self) -> tuple[Keyword, ...]:
        """The content words that are more than general vocabulary."""
        return tuple(keyword for keyword in self.keywords if keyword.specific)

    @cached_property
    def settings(self) -> tuple[Keyword, ...]:
        """The content words that only say where, or of what, something is asked."""
        return tuple(keyword for group in self.groups if group.factor < 1.0 for keyword in group.keywords)

    @cached_property
    def named(self) -> tuple[Keyword, ...]:
        return tuple(keyword for keyword in self.keywords if keyword.named)

    def coverage(self, held: Collection[str]) -> float:
        """Which part of the topic's weight `held`, the terms of a text, attests: 0 to 1; 1 for an empty topic."""
        total = sum(group.weight for group in self.groups)
        if not total:
            return 1.0
        earned = sum(group.attested(held) for group in self.groups)
        best = max((group.attested(held) / group.weight for group in self.core), default=0.0)
        return max((earned + self._alternatives(held)) / total, _ONE_GROUP * best)

    def _alternatives(self, held: Collection[str]) -> float:
        """What is added because a text about one of several names is about the topic, also without the others."""
        names = [(keyword, group.factor) for group in self.groups for keyword in group.keywords if keyword.named]
        earned = sum(keyword.weight * factor for keyword, factor in names if keyword.share(held))
        total = sum(keyword.weight * factor for keyword, factor in names)
        return max(0.0, _ONE_OF_SEVERAL * total - earned) if earned else 0.0

    @cached_property
    def core(self) -> tuple[Group, ...]:
        """The groups that the topic turns on: no aspects or settings where others tell something, and of these the ones
        that ask something specific."""
        full = [group for group in self.groups if group.factor == 1.0 and any(word.specific for word in group.keywords)]
        groups = full or list(self.groups)
        return tuple([group for group in groups if group.asks_specifically] or groups)

    def touches(self, held: Collection[str]) -> bool:
        """Whether a sentence with these terms speaks of what is asked: two words of one thing, or one that names it."""
        return any(group.touched(held) for group in self.core)

    def is_titled(self, held: Collection[str]) -> bool:
        """Whether a title with these terms says that its document is about the topic."""
        if all(not group.asked for group in self.core):
            return self.coverage(held) >= _ONE_OF_SEVERAL
        return any(group.titled(held) for group in self.core if group.asked)

    def without(self, settings: Collection[Keyword]) -> "Topic":
        """The topic without the keywords `settings`; what stood on both sides of one is parted."""
        runs = [
            Group(tuple(run), group.factor)
            for group in self.groups
            for left_out, run in groupby(group.keywords, lambda keyword: keyword in settings)
            if not left_out
        ]
        return Topic(self.text, tuple(runs))

    def is_mostly_unknown(self, held: Collection[str]) -> bool:
        """Whether most of the telling words have no part in `held`, the terms of all texts together.

        Half of them are enough where no name is among the others: "rust on steel" is unknown where there is no steel.
        """
        known = [keyword for keyword in self.specific if keyword.occurs(held)]
        unknown = len(self.specific) - len(known)
        return unknown > len(known) or (0 < unknown == len(known) and not any(keyword.named for keyword in known))

    def holds_phrase(self, held: Sequence[str]) -> bool:
        """Whether two neighbouring content words of the topic stand side by side in `held`, terms in text order."""
        return any(group.has_phrase(held) for group in self.groups)
