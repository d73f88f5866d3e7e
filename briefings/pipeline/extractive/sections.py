"""Sections of the sources, and how far each is about the topic: what stands in one that is need not say so again."""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from briefings.pipeline.extractive.material import Passage, Reading
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.topic import Keyword, Topic
from briefings.pipeline.retrieval.vocabulary import is_framing

Key = tuple[int, str, tuple[str, ...]]

_IN_TITLE = 0.9
_BESIDE_OTHERS = 0.3
_OTHERS = 2
_IN_CHAPTER = 0.9
_IN_BODY = 0.8
_ENOUGH = 0.4
"""What a keyword counts that stands in the title of the document, in that of a chapter, or in so many of the section's
sentences; in the section's own heading it counts 1."""

_LEAST = 0.55
_LENIENT = 0.35
_NEAR_BEST = 0.75
_FEWEST = 2
_TELLING = 0.4
_GENERAL = 0.1
_SETTING = 0.3
_OFTEN = 0.05
_HALF = 0.5


@dataclass(frozen=True)
class Section:
    """What a source says under one heading: its usable sentences, in order. `subjects` are names that its chapter is
    about without saying so."""

    heading: str
    title: str
    passages: tuple[Passage, ...]
    in_title: float
    chapters: tuple[str, ...] = ()
    subjects: frozenset[Keyword] = frozenset()

    def attests(self, keyword: Keyword) -> float:
        """How far the section is about `keyword`: 0 to 1."""
        if keyword.share(self._heading_terms):
            return 1.0
        if keyword in self.subjects:
            return _IN_CHAPTER
        speaking = sum(keyword.share(passage.term_set) > 0 for passage in self.passages)
        in_body = _IN_BODY * min(1.0, speaking / (_ENOUGH * len(self.passages))) if speaking >= _FEWEST else 0.0
        in_chapter = _IN_CHAPTER * bool(keyword.share(self._chapter_terms))
        return max(in_body, in_chapter, self.in_title * bool(keyword.share(self._title_terms)))

    def mentions(self, keyword: Keyword) -> bool:
        return bool(keyword.share(self._heading_terms)) or any(
            keyword.share(passage.term_set) for passage in self.passages
        )

    @cached_property
    def _heading_terms(self) -> Collection[str]:
        return frozenset(terms(self.heading))

    @cached_property
    def _chapter_terms(self) -> Collection[str]:
        return frozenset(term for chapter in self.chapters for term in terms(chapter))

    @cached_property
    def _title_terms(self) -> Collection[str]:
        return frozenset(terms(self.title))


class Sections:
    """The sections of `readings`, weighed for `topic`: a word that most of them mention tells little."""

    def __init__(self, topic: Topic, readings: Sequence[Reading], *, lenient: bool) -> None:
        found: dict[Key, list[Passage]] = defaultdict(list)
        for reading in readings:
            for passage in reading.passages:
                found[_key(passage)].append(passage)
        self._sections = {
            key: Section(key[1], group[0].title, tuple(group), _in_title(topic, group[0].title), key[2])
            for key, group in found.items()
        }
        self._names = tuple({word for group in topic.core for word in group.keywords if word.named})
        self._weights = _weights(topic, list(self._sections.values()))
        self._tell_subjects(topic, readings)
        self._scores = {key: self._score(section) for key, section in self._sections.items()}
        best = max((s for k, s in self._scores.items() if len(self._sections[k].passages) >= _FEWEST), default=0.0)
        self._least = max(_LENIENT if lenient else _LEAST, _NEAR_BEST * best)
        self.tells = min(1.0, max(self._weights.values(), default=0.0) / _TELLING)
        """How much it tells that a section is about the topic: little where all of them mention it. At most 1."""
        self._rank = {
            passage.at: rank / len(section.passages)
            for section in self._sections.values()
            for rank, passage in enumerate(section.passages)
        }

    def score(self, passage: Passage) -> float:
        """How far the section of `passage` is about the topic: 0 where that is not enough, at most 1."""
        score = self._scores[_key(passage)]
        return score if score >= self._least else 0.0

    def rank(self, passage: Passage) -> float:
        """Where in its section a sentence stands: from 0, the first, to nearly 1."""
        return self._rank[passage.at]

    def _tell_subjects(self, topic: Topic, readings: Sequence[Reading]) -> None:
        """In a book on Borg, a chapter on encryption is on how Borg encrypts, though none of its sections says Borg."""
        asked = {word: self._weights[word] for group in topic.core for word in group.asked if word.specific}
        telling = [word for word, weight in asked.items() if weight >= _HALF * max(asked.values())]
        names = {reading.source.id: _subjects(topic, reading) for reading in readings}
        for key, section in self._sections.items():
            if any(word.share(set(terms(chapter))) for word in telling for chapter in section.chapters):
                self._sections[key] = replace(section, subjects=names[key[0]])

    def _score(self, section: Section) -> float:
        if self._names and not any(section.attests(name) for name in self._names):
            return 0.0
        total = sum(self._weights.values())
        return sum(weight * section.attests(word) for word, weight in self._weights.items()) / total if total else 0.0


def _key(passage: Passage) -> Key:
    return passage.source, passage.heading, passage.chapters


def _subjects(topic: Topic, reading: Reading) -> frozenset[Keyword]:
    """The names in `topic` that a source holds in every twentieth of its sentences."""

    def uses(name: Keyword) -> int:
        return sum(name.share(passage.term_set) > 0 for passage in reading.passages)

    return frozenset(name for name in topic.named if uses(name) >= _OFTEN * len(reading.passages))


def _in_title(topic: Topic, title: str) -> float:
    """What the title of a document tells of each of its sections: little where it names other things besides."""
    own = {term for word in topic.keywords for term in (*word.terms, *word.aliases, *word.synonyms)}
    others = [term for term in dict.fromkeys(terms(title)) if term not in own and not is_framing(term)]
    return _IN_TITLE if len(others) < _OTHERS else _BESIDE_OTHERS


def _weights(topic: Topic, sections: Sequence[Section]) -> Mapping[Keyword, float]:
    weights = {}
    for keyword in topic.keywords:
        holding = sum(section.mentions(keyword) for section in sections)
        rarity = math.log((len(sections) + 1) / (holding + 0.5)) / math.log(len(sections) + 1) if holding else 0.0
        weights[keyword] = rarity * (1.0 if keyword.specific or not topic.specific else _GENERAL)
        weights[keyword] *= _SETTING if keyword in topic.settings else 1.0
    return weights
