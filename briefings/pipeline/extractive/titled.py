"""Themes that the sources name themselves: the headings of their sections, and their titles."""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from briefings.domain.language import is_chinese
from briefings.pipeline.extractive.material import Passage
from briefings.pipeline.extractive.phrases import Phrase
from briefings.pipeline.retrieval.tokens import is_cjk, stem, terms, words
from briefings.pipeline.retrieval.topic import Topic
from briefings.pipeline.retrieval.vocabulary import is_function_word, is_general

_MOST_WORDS = 6
_WORDS_OF_A_SERIES = 3
_LONGEST = 60
_LONGEST_CHINESE = 18
_FEWEST_SENTENCES = 3
_SPEAKING = 0.25
_QUALITY = 1.6
_ONE_WORD_QUALITY = 0.9
_WHOLE_DOCUMENT = 0.5
_UNFIT = re.compile(
    r"[.]$|[?!？！:：;；=<>{}|\\@…•]|^\W|\d{3,}|^\(|\bFigure\b|\bTable\b|\bExample\b|^(?:表|图|圖|例)\s*\d"
)
_QUESTION = re.compile(
    r"^(?:how|what|why|when|where|who|which|do|does|is|are|can|should|will|i|you|we|my)\b", re.IGNORECASE
)
_GENERIC = frozenset(
    name.strip()
    for name in """
    introduction, overview, description, synopsis, summary, notes, note, options, examples, example, usage, background,
    conclusion, conclusions, abstract, contents, preface, files, environment, exit status, diagnostics, bugs, author,
    authors, copyright, history, references, bibliography, definitions, tips, tip, warning, caution, important,
    miscellaneous, general, details, home, faq, index, commands, name, requirements, prerequisites, terminology,
    see also, further reading, key points, key facts, open questions, open issues, table of contents, related topics,
    简介, 概述, 摘要, 注意, 提示, 小心, 警告, 说明, 参考, 结论, 前言, 背景, 其他, 要点, 未决问题,
    争议与分歧, 延伸阅读, 参见
    """.split(",")
)


def titled(passages: Sequence[Passage], topic: Topic, language: str) -> list[Phrase]:
    """The headings and titles under which at least three of `passages` stand and which name what these speak of.

    Sentences of other sections that speak of the same are members too.
    """
    plain = frozenset(stem(word) for passage in passages for word in words(passage.text) if word.islower())
    under: dict[str, list[int]] = defaultdict(list)
    for number, passage in enumerate(passages):
        for heading in {passage.heading, _telling_title(passage.title, topic)}:
            if _is_name(heading, language):
                under[heading].append(number)
    found = []
    for heading, members in under.items():
        names = _names(heading, topic)
        if names and len(members) >= _FEWEST_SENTENCES and _speak(names, heading, [passages[n] for n in members]):
            text = _in_sentence_case(heading, plain)
            found.append(_phrase(text, names, members, passages))
    return found


def _phrase(heading: str, names: tuple[str, ...], members: Sequence[int], passages: Sequence[Passage]) -> Phrase:
    wanted = set(names)
    elsewhere = [number for number, passage in enumerate(passages) if len(wanted) > 1 and wanted <= passage.term_set]
    quality = _QUALITY if len(heading.split()) > 1 or is_cjk(heading) else _ONE_WORD_QUALITY
    if len({passages[number].heading for number in members}) > 1:
        quality *= _WHOLE_DOCUMENT
    return Phrase(heading, names, frozenset([*members, *elsewhere]), quality)


def _telling_title(title: str, topic: Topic) -> str:
    """A short form of `title` if it speaks of the topic, else nothing: a chapter on something else is no theme."""
    short = _short(title)
    held = set(terms(short))
    return short if topic.touches(held) or topic.is_titled(held) else ""


def _short(title: str) -> str:
    """A title without its subtitle, or without the short name of a series before it."""
    before, _, after = title.partition(": ")
    is_series = len(before.split()) <= min(_WORDS_OF_A_SERIES, len(after.split())) and "," not in after
    return after[:1].upper() + after[1:] if is_series else before


def _is_name(heading: str, language: str) -> bool:
    if not heading or _UNFIT.search(heading) or _QUESTION.match(heading) or heading.lower() in _GENERIC:
        return False
    if is_chinese(language):
        return is_cjk(heading) and len(heading) <= _LONGEST_CHINESE
    return len(heading) <= _LONGEST and len(heading.split()) <= _MOST_WORDS


def _names(heading: str, topic: Topic) -> tuple[str, ...]:
    """The terms of `heading` that say what its section is about, within the topic."""
    found = [
        term
        for word in words(heading)
        if not is_function_word(word)
        for term in (terms(word) if is_cjk(word) else [stem(word.lower())])
    ]
    return tuple(term for term in dict.fromkeys(found) if term not in topic.terms)


def _speak(names: tuple[str, ...], heading: str, members: Sequence[Passage]) -> bool:
    """Whether enough of `members` hold a word of the heading, and all its words in capitals occur among them."""
    telling = [name for name in names if not is_general(name)]
    speaking = sum(not passage.term_set.isdisjoint(telling or names) for passage in members)
    capitals = {stem(word.lower()) for word in words(heading) if word.isupper() and len(word) > 1}
    held = frozenset[str]().union(*(passage.term_set for passage in members))
    says_something = bool(telling) or len(names) > 1
    return says_something and capitals <= held and speaking >= _SPEAKING * len(members)


def _in_sentence_case(heading: str, plain: Collection[str]) -> str:
    """`heading` without the capitals of words that the sentences write without one (`plain` are their stems)."""
    first, *others = heading.split(" ")
    lowered = [
        word.lower() if is_function_word(word) or (word.istitle() and stem(word.lower()) in plain) else word
        for word in others
    ]
    return " ".join([first[0].upper() + first[1:], *lowered])
