"""How much a sentence says about the topic: a score, and what it is made of."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from briefings.pipeline.extractive.aboutness import Aboutness
from briefings.pipeline.extractive.companions import Companions
from briefings.pipeline.extractive.focus import answers, focused
from briefings.pipeline.extractive.manner import clarity, contrast, defines
from briefings.pipeline.extractive.material import Passage, Reading
from briefings.pipeline.extractive.sections import Sections
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.topic import Keyword, Topic

_COMPANY = 0.35
_AROUND = 0.35
_AT_HOME = 0.4
_CENTRE = 0.5
_EARLY = 0.12
_OPENS_PARAGRAPH = 0.05
_LEAD = 0.1
_DEFINES = 0.1
_SECTION = 0.6
_LATE = 0.35
_ANSWERS = 0.5
_SUBJECT = 0.25
"""What is added to the share of the topic that a sentence holds, at most: for the topic's companions, for a heading and
title that hold the topic, for standing in a text about it, for speaking of what all sources speak of, for standing
early, first in its paragraph or in the lead, for saying what something is, for standing in a section about the topic
(less so late in it), for standing under the question itself as a heading, for beginning with the topic."""
_BEGINNING = 5
_LEAD_BLOCKS = 3
_NAMES_ALL_SIDES = 1.5
_HIGHEST_RARITY = 4.0


@dataclass(frozen=True)
class Scored:
    """A sentence with what it is worth for the topic.

    `direct` is the share of the topic that its own words cover, `clarity` how plainly it is put (at most 1), `contrast`
    what it adds to a comparison, `section` how far its section is about the topic; `defines` tells whether it says what
    something is, `answers` whether its section has the question itself as its heading.
    """

    passage: Passage
    score: float
    direct: float
    clarity: float = 1.0
    contrast: float = 0.0
    section: float = 0.0
    defines: bool = False
    answers: bool = False


class Relevance:
    """Scores the sentences of `readings` for `topic`. How strictly it judges, `lenient` decides (see `Aboutness`)."""

    def __init__(self, topic: Topic, readings: Sequence[Reading], *, lenient: bool = False) -> None:
        passages = [passage for reading in readings for passage in reading.passages]
        self._compares = topic.compares
        focus = focused(topic, readings)
        self._weights = _weights(focus, passages)
        self._answering = {one.heading for one in passages if answers(one.heading, topic)}
        self._titles = {reading.source.id: frozenset(terms(reading.source.page.title)) for reading in readings}
        self._lengths = {reading.source.id: max(1, len(reading.blocks)) for reading in readings}
        self._spread = _spread(readings)
        self._aboutness = Aboutness(focus, readings, self._weights, lenient=lenient)
        self._sections = Sections(focus, readings, lenient=lenient)
        self._companions = Companions(focus, passages, self._direct)

    def judge(self, passages: Sequence[Passage]) -> list[Scored]:
        """Those of the `passages` of one source, in order, that are about the topic, with their scores."""
        scored: list[Scored] = []
        for passage in passages:
            before = scored[-1] if scored and passage.follows(scored[-1].passage) else None
            item = self._judge(passage, before)
            if item is not None:
                scored.append(item)
        return scored

    def _judge(self, passage: Passage, before: Scored | None) -> Scored | None:
        direct, company = self._direct(passage), self._companions.company(passage)
        if passage.dependent and before is None:
            return None
        if not self._is_on_topic(passage, direct, company):
            return None
        plain = clarity(passage.text)
        answering = passage.heading in self._answering
        score = plain * (direct + _COMPANY * company + self._standing(passage) + self._contrast(passage))
        if passage.dependent and before:
            score = min(score, before.score)
        return Scored(
            passage,
            score,
            direct,
            plain,
            self._contrast(passage),
            self._section(passage),
            defines(passage.text),
            answering,
        )

    def _is_on_topic(self, passage: Passage, direct: float, company: float) -> bool:
        if self._sections.score(passage):
            return True
        if passage.dependent:
            return self._aboutness.continues(direct, company)
        return self._aboutness.covers(passage, direct, company)

    def _section(self, passage: Passage) -> float:
        return self._sections.score(passage) * self._sections.tells

    def _direct(self, passage: Passage) -> float:
        return self._share(passage.term_set)

    def _share(self, held: Collection[str]) -> float:
        total = sum(self._weights.values())
        return sum(weight * keyword.share(held) for keyword, weight in self._weights.items()) / total if total else 0.0

    def _standing(self, passage: Passage) -> float:
        """What a sentence gains by where it stands and how central to the sources its words are."""
        around = self._titles[passage.source] | set(terms(passage.heading))
        early = 1.0 - passage.block / self._lengths[passage.source]
        gains = _AROUND * self._share(around) + _CENTRE * self._centrality(passage) + _EARLY * early
        gains += _SUBJECT * self._share(set(passage.terms[:_BEGINNING]))
        gains += self._section(passage) * (_SECTION - _LATE * self._sections.rank(passage))
        gains += _AT_HOME if self._aboutness.at_home(passage) else 0.0
        gains += _OPENS_PARAGRAPH if passage.place == 0 else 0.0
        gains += _ANSWERS if passage.heading in self._answering else 0.0
        gains += _LEAD if not passage.heading and passage.block < _LEAD_BLOCKS else 0.0
        return gains + (_DEFINES if defines(passage.text) else 0.0)

    def _centrality(self, passage: Passage) -> float:
        """How far the sentence speaks of what all sources speak of: the mean share of sources that hold its terms."""
        return sum(self._spread[term] for term in passage.content) / len(passage.content)

    def _contrast(self, passage: Passage) -> float:
        """What a sentence adds to a comparison by setting things against each other, most when it names them all."""
        if not self._compares:
            return 0.0
        return contrast(passage.text) * (_NAMES_ALL_SIDES if self._direct(passage) >= 1.0 else 1.0)


def _weights(topic: Topic, passages: Sequence[Passage]) -> dict[Keyword, float]:
    """What each keyword weighs among these sentences: rare ones tell more of what a sentence is about."""
    weights = {}
    for keyword in topic.keywords:
        holding = sum(keyword.share(passage.term_set) > 0 for passage in passages)
        rarity = min(_HIGHEST_RARITY, math.log1p(len(passages) / (holding + 1.0)))
        weights[keyword] = (0.5 + 0.5 * min(keyword.weight, 1.0)) * (rarity if holding else 0.0)
    return weights


def _spread(readings: Sequence[Reading]) -> dict[str, float]:
    """The share of sources that hold each term."""
    sources = [frozenset[str]().union(*(passage.term_set for passage in reading.passages)) for reading in readings]
    counts = Counter(term for held in sources for term in held)
    return {term: count / len(readings) for term, count in counts.items()}
