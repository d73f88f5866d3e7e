"""Finding the documents of a corpus that are about a topic, and none that merely share a word with it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from briefings.pipeline.retrieval.chunks import Passage, passages
from briefings.pipeline.retrieval.keyword import KeywordIndex
from briefings.pipeline.retrieval.layout import Block
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.topic import Group, Topic

FULL_COVERAGE = 0.8
LEAST_COVERAGE = 0.5
LEAST_NEARNESS = 0.35
_WORDS_NEAR = 2
LEAST_SHARE_OF_BEST = 0.15
_BEST_PASSAGES = 3
_DENSE = 0.012
_SHORT = 400
_TITLE_WEIGHT = 1.5
_SEVERAL = 4
_MANY = 0.1


class Text:
    """A document's title and blocks with what the index needs to know of them."""

    def __init__(self, title: str, blocks: Sequence[Block]) -> None:
        self.title = title
        self.blocks = tuple(blocks)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        return tuple(passages(self.blocks))

    @cached_property
    def title_terms(self) -> frozenset[str]:
        return frozenset(terms(self.title))

    @cached_property
    def passage_terms(self) -> tuple[tuple[str, ...], ...]:
        """The index terms of each passage, its heading included."""
        return tuple(tuple(terms(f"{passage.heading}\n{passage.text}")) for passage in self.passages)

    def is_about(self, topic: Topic) -> bool:
        """Whether the document speaks of `topic`, judged by this document alone.

        All it says must hold a specific word of the topic, a name if the topic has one that it could hold, and one of
        its passages must cover most of the topic's weight. Where only half is covered, what is covered must be central
        to the document.
        """
        covered = self.coverage(topic)
        if covered < LEAST_COVERAGE or not self._holds_core(topic) or not self._does_more_than_mention(topic):
            return False
        return covered >= FULL_COVERAGE or self._is_central(topic)

    def coverage(self, topic: Topic) -> float:
        """Which part of the topic the passage that fits best covers, with the title: 0 to 1.

        What the text speaks of throughout counts for each of its passages, where it makes one of them whole.
        """
        best = self._best(topic, self.title_terms)
        if best >= FULL_COVERAGE:
            return best
        whole = self._best(topic, self.title_terms | self._constant)
        return whole if whole >= FULL_COVERAGE else best

    def _best(self, topic: Topic, known: Collection[str]) -> float:
        return max((topic.coverage({*known, *held}) for held in self.passage_terms), default=0.0)

    def _holds_core(self, topic: Topic) -> bool:
        if topic.named and not any(keyword.share(self.all_terms) for keyword in topic.named):
            return False
        if not topic.specific:
            return any(topic.holds_phrase(held) for held in self._all_texts)
        return any(self._attests(group) for group in topic.core)

    def _attests(self, group: Group) -> bool:
        """Whether a passage holds most of the telling words of `group`, or half of them and the group as a phrase."""
        telling = [keyword for keyword in group.keywords if keyword.specific]
        as_phrase = any(group.has_phrase(held) for held in self._all_texts)
        if not telling or (group.needs_phrase and not as_phrase):
            return False
        shares = (sum(word.share(self.title_terms | set(held)) for word in telling) for held in self.passage_terms)
        best = max(shares, default=0.0)
        return best > len(telling) / 2 or (as_phrase and best >= len(telling) / 2)

    def _does_more_than_mention(self, topic: Topic) -> bool:
        core = topic.named or topic.specific or topic.keywords
        wanted = {term for keyword in core for term in (*keyword.terms, *keyword.aliases)}
        if topic.is_titled(self.title_terms) or not wanted.isdisjoint(self.title_terms):
            return True
        every = [term for held in self.passage_terms for term in held]
        return len(every) < _SHORT or sum(term in wanted for term in every) > 1

    def _is_central(self, topic: Topic) -> bool:
        core = topic.specific or topic.keywords
        if any(keyword.share(self.title_terms) for keyword in core):
            return True
        wanted = {term for keyword in core for term in (*keyword.terms, *keyword.aliases)}
        every = [term for held in self.passage_terms for term in held]
        return sum(term in wanted for term in every) >= max(2, _DENSE * len(every))

    @cached_property
    def _constant(self) -> frozenset[str]:
        """The terms that stand in many of the passages, and in several at least."""
        counts = Counter(term for held in self.passage_terms for term in set(held))
        least = max(_SEVERAL, _MANY * len(self.passages))
        return frozenset(term for term, count in counts.items() if count >= least)

    @cached_property
    def _all_texts(self) -> tuple[Sequence[str], ...]:
        return (terms(self.title), *self.passage_terms)

    @cached_property
    def all_terms(self) -> frozenset[str]:
        return self.title_terms.union(*self.passage_terms)


def is_unknown(topic: Topic, texts: Sequence[Text]) -> bool:
    """Whether most of what `topic` speaks of is in none of `texts`: they share a word with it by chance."""
    return topic.is_mostly_unknown(frozenset[str]().union(*(text.all_terms for text in texts)))


def _nearness(text: Text, topic: Topic) -> float:
    """Which part of `topic` the document covers; 0 where that is little, or a single word of several."""
    held = sum(keyword.occurs(text.all_terms) for keyword in topic.specific)
    share = text.coverage(topic)
    return share + held if share >= LEAST_NEARNESS and held >= max(1, min(_WORDS_NEAR, len(topic.specific))) else 0.0


@dataclass(frozen=True)
class Match:
    """A document, by its number in the corpus, with its score and the passage that fits best."""

    number: int
    score: float
    passage: Passage


class Corpus:
    """An index over documents, numbered from 0 in the order given."""

    def __init__(self, documents: Sequence[Text]) -> None:
        self._documents = documents
        self._places = [(number, place) for number, text in enumerate(documents) for place in range(len(text.passages))]
        self._index = KeywordIndex([documents[number].passage_terms[place] for number, place in self._places])

    def find(self, topic: Topic) -> list[Match]:
        """The documents that are about `topic`, best first; empty when none is."""
        matches = sorted(self._matches(topic), key=lambda match: -match.score)
        if not matches or is_unknown(topic, [self._documents[match.number] for match in matches]):
            return []
        least = LEAST_SHARE_OF_BEST * matches[0].score
        return [match for match in matches if match.score >= least]

    def near(self, topic: Topic) -> list[int]:
        """The numbers of documents that hold a good part of `topic`, and several words of it, most of it first."""
        shares = {number: _nearness(text, topic) for number, text in enumerate(self._documents)}
        return sorted((number for number, share in shares.items() if share), key=lambda number: -shares[number])

    def _matches(self, topic: Topic) -> Iterator[Match]:
        ranked: dict[int, list[tuple[float, int]]] = {}
        for entry, score in self._index.scores(topic.terms).items():
            number, place = self._places[entry]
            ranked.setdefault(number, []).append((score, place))
        for number, found in ranked.items():
            text = self._documents[number]
            if text.is_about(topic):
                best = sorted(found, reverse=True)[:_BEST_PASSAGES]
                in_title = _TITLE_WEIGHT * topic.coverage(text.title_terms)
                score = sum(score for score, _ in best) / _BEST_PASSAGES * (1 + in_title)
                yield Match(number, score, text.passages[best[0][1]])
