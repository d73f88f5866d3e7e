"""Whether a sentence is about the topic at all, by its own words or by where it stands."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from briefings.domain.evidence import Origin
from briefings.pipeline.extractive.material import Passage, Reading
from briefings.pipeline.retrieval.corpus import FULL_COVERAGE, Text
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.topic import Group, Keyword, Topic

_SOME_COMPANY = 0.15
_MUCH_COMPANY = 0.4
_VERY_MUCH_COMPANY = 0.6
_HALF = 0.5
_LONG_NAME = 3
_SOME_OF_ASKED = 0.3
_GENERAL_WORDS = 2
_EVERY_THIRD = 0.33
_EVERY_SEVENTH = 0.14
_NEAR_COMPANY = 0.25
_OPENING_CHARACTERS = 200


class Aboutness:
    """Judges sentences of `readings`. `weights` tell what each keyword of the topic weighs among them.

    A lenient judge is content with a sentence that holds any telling word of the topic.
    """

    def __init__(
        self, topic: Topic, readings: Sequence[Reading], weights: Mapping[Keyword, float], *, lenient: bool
    ) -> None:
        self._topic = topic
        self._weights = weights
        self._lenient = lenient
        self._devoted = {reading.source.id for reading in readings if self._is_devoted(reading)}
        self._paragraphs = _paragraphs(readings)
        self._central = {reading.source.id for reading in readings if self._is_central(reading)}

    def covers(self, passage: Passage, direct: float, company: float) -> bool:
        """The least that is asked of a sentence. Which of those that give it are used, their scores decide.

        `direct` is how much of the topic it holds, `company` how many of the topic's companions, both 0 to 1. A name
        that the whole document is about need not stand in the sentence; then what is asked about it must.
        """
        if not self._topic.groups or passage.source in self._devoted:
            return True
        held = passage.term_set
        if self._touches(held) or self._stands_in_it(passage, company):
            return True
        if self._lenient and self._tells_something(held):
            return True
        asked = self._asks_enough(held)
        if any(keyword.share(held) for keyword in self._names):
            return asked or company >= _VERY_MUCH_COMPANY
        if passage.source in self._central or self._topic.touches(terms(passage.heading)):
            enough = direct > 0.0 and (asked or not self._topic.specific)
            return enough or company >= _MUCH_COMPANY
        return not self._topic.specific and (direct >= _HALF or (self._lenient and direct > 0.0))

    def _stands_in_it(self, passage: Passage, company: float) -> bool:
        """Whether the section is all about the topic, or the paragraph speaks of it and the sentence keeps to that."""
        if self._topic.is_titled(set(terms(passage.heading))):
            return True
        paragraph = self._paragraphs.get((passage.source, passage.block), frozenset())
        return company >= _NEAR_COMPANY and self._touches(paragraph)

    def _touches(self, held: Collection[str]) -> bool:
        """Whether a sentence touches the topic, and not only by words that nearly every sentence holds here: "AI
        system" tells little of high-risk AI systems among notes on artificial intelligence."""
        return any(group.touched(held) and self._weighs_enough(group, held) for group in self._topic.core)

    def _weighs_enough(self, group: Group, held: Collection[str]) -> bool:
        if len(group.keywords) < _LONG_NAME or not group.asks_specifically:
            return True
        total = sum(self._weights[keyword] for keyword in group.keywords)
        return sum(self._weights[keyword] * keyword.share(held) for keyword in group.keywords) >= _HALF * total

    def continues(self, direct: float, company: float) -> bool:
        """Whether a sentence that leans on one about the topic speaks of it still."""
        return direct > 0.0 or company > _SOME_COMPANY

    def _is_devoted(self, reading: Reading) -> bool:
        """Whether everything in the document is about the topic: it was given for it, or its title names it.

        The first heading counts as title too, since the title may be that of a whole book. Either may be no more than
        the name of a series, so the text must speak of the topic: often, and somewhere of nearly all of it, where the
        title holds but a word.
        """
        if reading.source.page.origin is Origin.SUPPLIED:
            return True
        first_heading = next((passage.heading for passage in reading.passages), "")
        title = set(terms(f"{reading.source.page.title} {first_heading}"))
        if self._names_all(title) and self._keeps_to_it(reading, _EVERY_SEVENTH):
            return True
        return (
            any(keyword.share(title) for keyword in self._topic.keywords)
            and self._keeps_to_it(reading, _EVERY_THIRD)
            and Text(reading.source.page.title, reading.blocks).coverage(self._topic) >= FULL_COVERAGE
        )

    def _keeps_to_it(self, reading: Reading, least: float) -> bool:
        """Whether at least the part `least` of the sentences hold a word of what is asked."""
        sought = self._asked or self._topic.named
        speaking = sum(any(keyword.share(passage.term_set) for keyword in sought) for passage in reading.passages)
        return speaking >= least * len(reading.passages)

    def _names_all(self, title: Collection[str]) -> bool:
        asked = [group for group in self._topic.core if group.asked]
        return self._topic.is_titled(title) and all(group.titled(title) for group in asked)

    def _is_central(self, reading: Reading) -> bool:
        """Whether the document is about what is asked: by its opening, or because every third sentence speaks of it."""
        if not self._topic.specific:
            return Text(reading.source.page.title, reading.blocks).coverage(self._topic) >= FULL_COVERAGE
        opening = set(terms(f"{reading.source.page.title} {reading.source.page.text[:_OPENING_CHARACTERS]}"))
        if self._speaks(opening):
            return True
        speaking = sum(self._speaks(passage.term_set) for passage in reading.passages)
        return speaking >= _EVERY_THIRD * len(reading.passages)

    def _speaks(self, held: Collection[str]) -> bool:
        if self._topic.touches(held):
            return True
        return not self._asked and any(keyword.share(held) for keyword in self._topic.named)

    def _tells_something(self, held: Collection[str]) -> bool:
        """Whether a sentence holds a telling word: one that is asked about, or a name and any word that is."""
        if any(keyword.share(held) for keyword in self._focus):
            return True
        named = any(keyword.share(held) for keyword in self._topic.named)
        return named and (not self._asked or any(keyword.share(held) for keyword in self._asked))

    def _asks_enough(self, held: Collection[str]) -> bool:
        """Whether enough of what is asked is in a text: some of its weight, or two words where all are general."""
        if self._focus or not self._asked:
            return self._asked_share(held) >= _SOME_OF_ASKED
        present = sum(keyword.share(held) > 0 for keyword in self._asked)
        return present >= min(_GENERAL_WORDS, len(self._asked))

    def _asked_share(self, held: Collection[str]) -> float:
        total = sum(self._weights[keyword] for keyword in self._asked)
        return sum(self._weights[keyword] * keyword.share(held) for keyword in self._asked) / total if total else 1.0

    @cached_property
    def _names(self) -> tuple[Keyword, ...]:
        """The names that the topic turns on; a mere setting ("on Linux") is none."""
        core = [keyword for group in self._topic.groups if group.factor == 1.0 for keyword in group.keywords]
        return tuple(keyword for keyword in core if keyword.named) or (() if self._asked else self._topic.named)

    @cached_property
    def _asked(self) -> tuple[Keyword, ...]:
        """What is asked about the names of the topic: its other words."""
        return tuple(keyword for keyword in self._topic.keywords if not keyword.named)

    @cached_property
    def _focus(self) -> tuple[Keyword, ...]:
        """Of these the telling ones."""
        return tuple(keyword for keyword in self._asked if keyword.specific)


def _paragraphs(readings: Sequence[Reading]) -> dict[tuple[int, int], frozenset[str]]:
    """The terms of each paragraph, by its source and number."""
    found: dict[tuple[int, int], frozenset[str]] = {}
    for passage in (passage for reading in readings for passage in reading.passages):
        place = passage.source, passage.block
        found[place] = found.get(place, frozenset()) | passage.term_set
    return found
