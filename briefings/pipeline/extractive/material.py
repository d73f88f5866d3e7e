"""The material of an extractive document: the usable sentences of its sources, each with its place."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from briefings.domain.evidence import Source
from briefings.domain.language import detect, is_chinese
from briefings.pipeline.extractive.context import needs_antecedent
from briefings.pipeline.extractive.sentences import split
from briefings.pipeline.extractive.wellformed import is_usable
from briefings.pipeline.retrieval.layout import Block, Role, parse
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.vocabulary import is_framing

_LANGUAGE_SAMPLE = 4000
_REFRAIN = 3
_CAPITALS = re.compile(r"[A-Z]{5,}\b")
_EXAMPLE = re.compile(
    r"^(?:For (?:example|instance)|Suppose|Let's|Let us|Imagine|Assume|Assuming|Consider|Say|As an example|Take)\b|"
    r"^(?:例如|比如|譬如|假设|假設|假如)"
)


@dataclass(frozen=True)
class Passage:
    """A usable sentence: `source` is the id of its source, `block` the number of its paragraph there and `place` its
    number in the paragraph, both from 0; `title` is that of the source, `heading` that of the section. `dependent`
    sentences make sense only right after the sentence before."""

    source: int
    block: int
    place: int
    text: str
    title: str
    heading: str
    dependent: bool

    @cached_property
    def terms(self) -> tuple[str, ...]:
        return tuple(terms(self.text))

    @cached_property
    def term_set(self) -> frozenset[str]:
        return frozenset(self.terms)

    @cached_property
    def content(self) -> frozenset[str]:
        """The terms of the sentence without function and framing words; all its terms, if it has no others."""
        return frozenset(term for term in self.term_set if not is_framing(term)) or self.term_set

    def follows(self, other: "Passage") -> bool:
        """Whether this is the next sentence after `other` in the same paragraph."""
        return (self.source, self.block, self.place) == (other.source, other.block, other.place + 1)


@dataclass(frozen=True)
class Reading:
    """A source as it was read: its layout, its language (a BCP 47 tag) and its usable sentences in order."""

    source: Source
    blocks: tuple[Block, ...]
    language: str
    passages: tuple[Passage, ...]


def read(source: Source) -> Reading:
    """The usable sentences of `source`."""
    blocks = parse(source.page.text)
    language = source.page.language or detect(source.page.text[:_LANGUAGE_SAMPLE])
    return Reading(source, blocks, language, tuple(_joined(_usable(source, blocks, language))))


def without_refrains(readings: Sequence[Reading]) -> list[Reading]:
    """The readings without sentences that three sources or more repeat word for word: those belong to their sites."""
    holders = Counter(text for reading in readings for text in {passage.text for passage in reading.passages})
    return [
        replace(reading, passages=tuple(one for one in reading.passages if holders[one.text] < _REFRAIN))
        for reading in readings
    ]


def size(text: str, language: str) -> int:
    """How long `text` is, in the unit of its language: Chinese characters, else words."""
    return len("".join(text.split())) if is_chinese(language) else len(text.split())


def _usable(source: Source, blocks: Sequence[Block], language: str) -> Iterator[Passage]:
    heading = ""
    for number, block in enumerate(blocks):
        if block.role is Role.HEADING:
            heading = block.text
        elif block.role is not Role.VERBATIM:
            for place, text in enumerate(_before_example(split(block.text))):
                if is_usable(text, language) and not _has_label(text, source.page.text):
                    dependent = needs_antecedent(text, first=place == 0)
                    yield Passage(source.id, number, place, text, source.page.title, heading, dependent)


def _has_label(sentence: str, page: str) -> bool:
    """Whether the sentence begins with a word in capitals that the page also writes without: the label of a box."""
    label = _CAPITALS.match(sentence)
    return label is not None and re.search(rf"\b{label.group().lower()}\b", page) is not None


def _before_example(sentences: Sequence[str]) -> Iterator[str]:
    """The sentences of a paragraph up to one that gives an example, on which the rest dwells."""
    return takewhile(lambda text: not _EXAMPLE.match(text), sentences)


def _joined(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Without the dependent sentences whose antecedent is not usable."""
    last: Passage | None = None
    for passage in passages:
        if not passage.dependent or (last is not None and passage.follows(last)):
            yield passage
            last = passage
