"""The material of an extractive document: the usable sentences of its sources, each with its place."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from briefings.domain.evidence import Source
from briefings.domain.language import detect, is_chinese
from briefings.pipeline.extractive.context import introduced, needs_antecedent, takes_up
from briefings.pipeline.extractive.sentences import split
from briefings.pipeline.extractive.wellformed import is_usable
from briefings.pipeline.retrieval.layout import TERM_MARK, Block, Role, parse
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.vocabulary import is_framing

_LANGUAGE_SAMPLE = 4000
_REFRAIN = 3
_MOST_TERM_WORDS = 6
_REMEMBERED = 6
"""For how many sentences a thing that was spoken of once stays in mind."""
_CAPITALS = re.compile(r"[A-Z]{5,}\b")
_EXAMPLE = re.compile(
    r"^(?:For (?:an )?(?:example|instance)|Suppose|Let's|Let us|Imagine|Assume|Assuming|Consider|Say|"
    r"As an example|Take|We (?:will )?assume|In (?:a|the) (?:distant )?past|In the (?:early|old) days|"
    r"Once upon a time)\b|"
    r"^(?:例如|比如|譬如|假设|假設|假如)"
)
# What stands in a list under such a line, or under such a heading, is one case of many or one step of a walk.
_EXAMPLE_LEAD = re.compile(
    r"\b(?:examples?|use[- ]cases?|scenarios?|assum(?:e|es|ing|ptions?)|suppose|imagine|for instance|e\.g\.|"
    r"situations?|steps?|(?:some|many|several|the following)\s+(?:cases|reasons|circumstances|problems)|"
    r"walk\w*|procedure|workflows?)\b.*:$|(?:例如|例子|示例|场景|假设|步骤|情形).*[：:]$",
    re.IGNORECASE | re.DOTALL,
)
_EXAMPLE_HEADING = re.compile(
    r"^(?:(?:An?|Simple|Complete|Worked)\s+)*(?:Examples?|Case Stud(?:y|ies)|Walk-?through|Sample|Scenarios?)\b|"
    r"^(?:[\w-]+ ){1,4}examples?$|"
    r"^(?:示例|例子|例\s*\d|实例)",
    re.IGNORECASE,
)
# What stands under these speaks of other texts, or of the makers of this one.
_APPENDIX = re.compile(
    r"^(?:References?|Further Reading|Bibliography|(?:External )?Links|Resources|Literature|Credits?|"
    r"Acknowledge?ments?|Authors?|Contributors|Copyright.*|Licen[cs]e.*|Footnotes|参考(?:文献|资料)?|參考(?:文獻|資料)?|延伸阅读|外部链接|致谢|版权.*|作者)$",
    re.IGNORECASE,
)
_COUNTER = re.compile(
    r"^(?:However|Unfortunately|But|Nevertheless|Yet|That said|Alas)\b|^(?:但|然而|不过|可是|遗憾的是)"
)


Place = tuple[int, int, int]
"""Where a sentence stands: the id of its source, the number of its paragraph there, its number in the paragraph."""


@dataclass(frozen=True)
class Passage:
    """A usable sentence: `source` is the id of its source, `block` the number of its paragraph there and `place` its
    number in the paragraph, both from 0; `title` is that of the source, `heading` that of the section and `chapters`
    those of the sections that it is part of. `dependent` sentences make sense only right after the sentence before."""

    source: int
    block: int
    place: int
    text: str
    title: str
    heading: str
    dependent: bool
    chapters: tuple[str, ...] = ()

    @property
    def at(self) -> Place:
        return self.source, self.block, self.place

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
        return self.at == (other.source, other.block, other.place + 1)


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
    known = set(terms(source.page.title))
    before: deque[set[str]] = deque(maxlen=_REMEMBERED)
    section: tuple[str, ...] = ()
    for number, headings, sentences in _prose(blocks):
        if headings != section:
            before.clear()
            section = headings
        *chapters, heading = headings or ("",)
        for place, text in enumerate(sentences):
            spoken_of = set[str]().union(*before) - known
            before.append(introduced(text))
            if is_usable(text, language) and not _has_label(text, source.page.text):
                if _loses_its_counter(sentences[place + 1 : place + 2], language):
                    continue
                dependent = needs_antecedent(text, first=place == 0) or takes_up(text, spoken_of)
                yield Passage(source.id, number, place, text, source.page.title, heading, dependent, tuple(chapters))


def _prose(blocks: Sequence[Block]) -> Iterator[tuple[int, tuple[str, ...], list[str]]]:
    """The number, the headings, outer ones first, and the sentences of each block that is no code, no entry of a manual
    and in no example or appendix."""
    headings: list[Block] = []
    lead = ""
    for number, block in enumerate(blocks):
        if block.role is Role.HEADING:
            headings = [*(one for one in headings if one.depth < block.depth), block]
            lead = ""
        elif block.role is Role.PARAGRAPH:
            lead = block.text
        illustrates = block.role is Role.ITEM and _EXAMPLE_LEAD.search(lead)
        heading = headings[-1].text if headings else ""
        aside = _EXAMPLE_HEADING.match(heading) or _APPENDIX.match(heading) or _is_entry(block)
        if block.role in (Role.PARAGRAPH, Role.ITEM) and not illustrates and not aside:
            yield number, tuple(one.text for one in headings), list(_before_example(split(block.text)))


def _is_entry(block: Block) -> bool:
    """Whether a block is what a manual says of one option or setting, whose name its sentences leave out."""
    term, mark, _ = block.text.partition(f" {TERM_MARK} ")
    return block.role is Role.ITEM and bool(mark) and len(term.split()) <= _MOST_TERM_WORDS


def _loses_its_counter(following: Sequence[str], language: str) -> bool:
    """Whether the next sentence takes back what was said, and cannot be quoted with it."""
    return any(_COUNTER.match(text) and not is_usable(text, language) for text in following)


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
