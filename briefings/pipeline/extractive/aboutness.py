"""Whether a sentence is about the topic at all, by its own words or by where it stands."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from briefings.domain.evidence import Origin
from briefings.pipeline.extractive.material import Passage, Place, Reading
from briefings.pipeline.retrieval.corpus import FULL_COVERAGE, Text
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.topic import Group, Keyword, Topic
from briefings.pipeline.retrieval.vocabulary import is_framing

_SOME_COMPANY = 0.15
_MUCH_COMPANY = 0.4
_HALF = 0.5
_PAIR = 2
_SOME_OF_ASKED = 0.3
_LITTLE_OF_ASKED = 0.2
_GENERAL_WORDS = 2
_EVERY_THIRD = 0.33
_EVERY_SEVENTH = 0.14
_NEAR_COMPANY = 0.25
_OPENING_CHARACTERS = 200
_OTHERS = 2
_NEARLY = 0.9
_ADJECTIVE = re.compile(r"[a-z](?:ic|al|ous|ive|able|ible|ary|ful|less)$")


class Aboutness:
    """Judges sentences of `readings`. `weights` tell what each keyword of the topic weighs among them.

    A lenient judge is content with one telling word of the topic where a title or a heading holds one too.
    """

    def __init__(
        self, topic: Topic, readings: Sequence[Reading], weights: Mapping[Keyword, float], *, lenient: bool
    ) -> None:
        self._topic = topic
        self._weights = weights
        self._own = {term for word in topic.keywords for term in (*word.terms, *word.aliases, *word.synonyms)}
        self._lenient = lenient
        self._devoted = {reading.source.id for reading in readings if self._is_devoted(reading)}
        self._beside = _beside(readings)
        self._titles = {reading.source.id: frozenset(terms(reading.source.page.title)) for reading in readings}
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
        if self._lenient and self._is_near(passage):
            return True
        if any(keyword.share(held) for keyword in self._names):
            return self._asks_enough(held)
        if self._topic.specific:
            return False
        if not self._tells_most(held):
            return passage.source in self._central and company >= _MUCH_COMPANY
        return direct >= _HALF or passage.source in self._central

    def _tells_most(self, held: Collection[str]) -> bool:
        """Whether a sentence holds the word of the topic that tells most, where all are of general use."""
        most = max(self._weights.values(), default=0.0)
        return any(word.share(held) and weight >= _NEARLY * most for word, weight in self._weights.items())

    def _stands_in_it(self, passage: Passage, company: float) -> bool:
        """Whether the section is all about the topic, or the paragraph speaks of it and the sentence keeps to that."""
        if self._topic.is_titled(set(terms(passage.heading))):
            return True
        beside = self._beside.get(passage.at, frozenset())
        return company >= _NEAR_COMPANY and self._touches(beside)

    def _touches(self, held: Collection[str]) -> bool:
        """Whether a sentence touches the topic, and not only by words that nearly every sentence holds here: "AI
        system" tells little of high-risk AI systems among notes on artificial intelligence."""
        return any(group.touched(held) and self._weighs_enough(group, held) for group in self._topic.core)

    def _weighs_enough(self, group: Group, held: Collection[str]) -> bool:
        """Whether a sentence holds half of the weight of a long name and what is asked about it; of two words the one
        that tells more, for a sentence on backups is not yet on encrypting them, and after an adjective the noun."""
        asked = {keyword: self._weights[keyword] for keyword in group.asked if keyword.specific}
        if not asked or len(group.keywords) < _PAIR or group.is_abbreviated(held):
            return True
        if len(group.keywords) == _PAIR and _ADJECTIVE.search(group.keywords[0].word):
            return group.keywords[1].share(held) > 0
        if len(group.keywords) == _PAIR:
            most = max(self._weights[keyword] for keyword in group.keywords if keyword.specific)
            return any(word.share(held) and self._weights[word] >= most for word in group.keywords)
        total = sum(self._weights[keyword] for keyword in group.asked)
        share = sum(self._weights[keyword] * keyword.share(held) for keyword in group.asked)
        return share >= _HALF * total and any(keyword.share(held) for keyword in asked)

    def _is_near(self, passage: Passage) -> bool:
        """Whether a sentence holds a telling word of the topic, in a text or a section that is named with one, or the
        text is on the very thing that the topic names; where all that is asked is of general use, whether it holds the
        name."""
        if not self._focus:
            return any(keyword.share(passage.term_set) for keyword in self._topic.named)
        title = self._titles[passage.source]
        if self._names and self._others(title) < _OTHERS and all(name.share(title) for name in self._names):
            return True
        around = title | set(terms(passage.heading))
        return all(any(keyword.share(held) for keyword in self._focus) for held in (around, passage.term_set))

    def at_home(self, passage: Passage) -> bool:
        """Whether a sentence stands in a text or a section about the topic."""
        home = passage.source in self._devoted or passage.source in self._central
        return home or self._topic.is_titled(set(terms(passage.heading)))

    def continues(self, direct: float, company: float) -> bool:
        """Whether a sentence that leans on one about the topic speaks of it still."""
        return direct > 0.0 or company > _SOME_COMPANY

    def _is_devoted(self, reading: Reading) -> bool:
        """Whether everything in the document is about the topic: it was given for it, or its title names it.

        The first heading counts as title too, since the title may be that of a whole book. Where either names other
        things as well, the text must speak of the topic: often, and somewhere of nearly all of it, where the title
        holds but a word.
        """
        if reading.source.page.origin is Origin.SUPPLIED:
            return True
        own = set(terms(reading.source.page.title))
        title = own.union(*(terms(passage.heading) for passage in reading.passages[:1]))
        if self._names_all(own) and not self._others(own):
            return True
        if self._names_all(title):
            more = self._others(title) > sum(keyword.share(title) > 0 for keyword in self._topic.keywords)
            return self._keeps_to_it(reading, _EVERY_THIRD if more else _EVERY_SEVENTH)
        return (
            self._asked_share(title) >= _LITTLE_OF_ASKED
            and self._keeps_to_it(reading, _EVERY_THIRD, title)
            and Text(reading.source.page.title, reading.blocks).coverage(self._topic) >= FULL_COVERAGE
        )

    def _others(self, title: Collection[str]) -> int:
        """How many things a title names besides the topic."""
        return sum(term not in self._own and not is_framing(term) for term in title)

    def _keeps_to_it(self, reading: Reading, least: float, title: Collection[str] = ()) -> bool:
        """Whether at least the part `least` of the sentences hold a word of what is asked: where `title` says less than
        half of that, of the rest. Each chapter on an installer speaks of it, and one of them of disk partitions."""
        asked = self._focus or self._asked or self._topic.named
        rest = [keyword for keyword in asked if not keyword.share(title)]
        sought = rest if len(rest) > len(asked) / 2 else asked
        speaking = sum(any(keyword.share(passage.term_set) for keyword in sought) for passage in reading.passages)
        return speaking >= least * len(reading.passages)

    def _names_all(self, title: Collection[str]) -> bool:
        groups = self._topic.core if any(group.asked for group in self._topic.core) else self._topic.groups
        asked = [group for group in groups if group.asked]
        return self._topic.is_titled(title) and all(group.titled(title) for group in asked)

    def _is_central(self, reading: Reading) -> bool:
        """Whether the document is about what is asked: by its opening, or because every third sentence speaks of it."""
        if not self._topic.specific:
            covered = Text(reading.source.page.title, reading.blocks).coverage(self._topic) >= FULL_COVERAGE
            return covered and self._keeps_to_it(reading, _EVERY_SEVENTH)
        opening = set(terms(f"{reading.source.page.title} {reading.source.page.text[:_OPENING_CHARACTERS]}"))
        if self._speaks(opening):
            return True
        speaking = sum(self._speaks(passage.term_set) for passage in reading.passages)
        return speaking >= _EVERY_THIRD * len(reading.passages)

    def _speaks(self, held: Collection[str]) -> bool:
        if self._touches(held):
            return True
        return not self._asked and any(keyword.share(held) for keyword in self._topic.named)

    def _asks_enough(self, held: Collection[str]) -> bool:
        """Whether enough of what is asked is in a text: some of its weight, or two words where all are general."""
        if self._focus and not any(keyword.share(held) for keyword in self._focus):
            return False
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
        """What is asked about the names of the topic: its other words, but for those of its setting."""
        others = [keyword for keyword in self._topic.keywords if not keyword.named]
        return tuple(keyword for keyword in others if keyword not in self._topic.settings) or tuple(others)

    @cached_property
    def _focus(self) -> tuple[Keyword, ...]:
        """Of these the telling ones."""
        return tuple(keyword for keyword in self._asked if keyword.specific)


def _beside(readings: Sequence[Reading]) -> dict[Place, frozenset[str]]:
    """The terms of the neighbours of each sentence in its paragraph."""
    found: dict[Place, frozenset[str]] = {}
    for reading in readings:
        for one, other in pairwise(reading.passages):
            if other.follows(one):
                found[one.at] = found.get(one.at, frozenset()) | other.term_set
                found[other.at] = one.term_set
    return found
