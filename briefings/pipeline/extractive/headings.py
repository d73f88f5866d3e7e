"""Headings: what the sources call their sections and themselves, where that names what is said under it."""

import re
from collections.abc import Collection, Sequence

from briefings.domain.language import is_chinese
from briefings.pipeline.extractive.material import Passage
from briefings.pipeline.retrieval.tokens import is_cjk, stem, terms, words
from briefings.pipeline.retrieval.topic import Topic
from briefings.pipeline.retrieval.vocabulary import is_function_word, is_general

_MOST_WORDS = 6
_MOST_WORDS_OF_A_QUESTION = 8
_WORDS_OF_A_SERIES = 3
_LONGEST = 60
_LONGEST_CHINESE = 18
_SPEAKING = 0.3
_MOST_SPEAKING = 0.5
_UNFIT = re.compile(
    r"[.]$|[?!？！:：;；=<>{}|\\@…•]|^\W|(?!(?:19|20)\d\d\b)\b\d{3,}|\(\d\w?\)|^\(|\bFigure\b|\bTable\b|\bExample\b|^(?:表|图|圖|例)\s*\d"
)
_QUESTION = re.compile(
    r"^(?:How|What|Why|When|Where|Who|Which|Do|Does|Is|Are|Can|Should)\s(?!.*\b(?:I|my|we|our|you|your)\b)"
)
_NO_NAME = re.compile(
    r"^(?:how|what|why|when|where|who|which|do|does|is|are|can|could|should|will|i|you|we|my|if|to|with|without|"
    r"introduction|overview|about|example|examples|getting|for|in|on|at|by|from|after|before|more|other|some|all)\b",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    name.strip()
    for name in """
    introduction, overview, description, synopsis, summary, notes, note, options, examples, example, usage, background,
    conclusion, conclusions, abstract, contents, preface, files, environment, exit status, diagnostics, bugs, author,
    authors, copyright, history, references, bibliography, definitions, tips, tip, warning, caution, important,
    miscellaneous, general, details, home, faq, index, commands, name, requirements, prerequisites, terminology,
    see also, further reading, key points, key facts, open questions, open issues, table of contents, related topics,
    basic concepts, concepts, solution, problem, motivation, design, implementation, status, internals, interface,
    limitations, caveats, parameters, configuration, settings, theory, theory of operation, principles, discussion,
    简介, 概述, 摘要, 注意, 提示, 小心, 警告, 说明, 参考, 结论, 前言, 背景, 其他, 要点, 未决问题,
    争议与分歧, 延伸阅读, 参见, 介绍, 概念, 总结, 概览, 设计, 实现, 配置, 用法, 示例
    """.split(",")
)


def name(heading: str, topic: Topic, language: str) -> tuple[str, ...]:
    """The terms by which `heading` says what it stands over, within the topic; none where it makes no good heading."""
    asks = _QUESTION.match(heading)
    bare = heading.rstrip("?") if asks else heading
    if not bare or _UNFIT.search(bare) or (_NO_NAME.match(bare) and not asks) or bare.lower() in _GENERIC:
        return ()
    if not _fits(bare, language, _MOST_WORDS_OF_A_QUESTION if asks else _MOST_WORDS):
        return ()
    found = [
        term
        for word in words(heading)
        if not is_function_word(word)
        for term in (terms(word) if is_cjk(word) else [stem(word.lower())])
    ]
    own = tuple(term for term in dict.fromkeys(found) if term not in topic.terms)
    if asks:
        # What is said of software is no answer to "Where is the VoIP software?".
        own = tuple(term for term in own if not is_general(term)) or own
    if len(own) != 1 or not is_general(own[0]):
        return own
    # A word of general use makes a name beside one of the topic: "Rewriting rules".
    synonyms = {term for keyword in topic.keywords for term in keyword.synonyms}
    return own if own[0] in synonyms else tuple(dict.fromkeys(found)) if len(found) > 1 else ()


def title_of(title: str, topic: Topic) -> str:
    """A short form of `title` if it speaks of the topic, else nothing: a document on something else is no theme."""
    held = set(terms(title))
    return _short(title) if topic.touches(held) or topic.is_titled(held) else ""


def is_spoken_of(names: Collection[str], passages: Sequence[Passage]) -> bool:
    """Whether enough of `passages` hold a word of their heading: half of them, where it has one."""
    speaking = sum(not passage.term_set.isdisjoint(names) for passage in passages)
    return speaking > 0 and speaking >= (_SPEAKING if len(names) > 1 else _MOST_SPEAKING) * len(passages)


def in_sentence_case(heading: str, capitals: Collection[str]) -> str:
    """`heading` without an article before it, and without the capitals of a title: of words that are not in `capitals`,
    those that the sentences write with one."""
    first, *others = heading.removeprefix("The ").split(" ")
    lowered = [word.lower() if word.istitle() and word not in capitals else word for word in others]
    return " ".join([first[0].upper() + first[1:], *lowered])


def _fits(heading: str, language: str, most_words: int) -> bool:
    if is_chinese(language):
        return is_cjk(heading) and len(heading) <= _LONGEST_CHINESE
    return len(heading) <= _LONGEST and len(heading.split()) <= most_words


def _short(title: str) -> str:
    """A title without its subtitle, or without the short name of a series before it."""
    before, _, after = title.partition(": ")
    is_series = len(before.split()) <= min(_WORDS_OF_A_SERIES, len(after.split())) and "," not in after
    return after[:1].upper() + after[1:] if is_series else before
