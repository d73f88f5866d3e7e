"""Key phrases of a set of sentences: the names of things that several of them speak of."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from briefings.domain.language import is_chinese
from briefings.pipeline.extractive.grammar import names_no_thing
from briefings.pipeline.extractive.material import Passage
from briefings.pipeline.retrieval.tokens import CJK, stem
from briefings.pipeline.retrieval.vocabulary import is_framing, is_function_word, is_general

Key = tuple[str, ...]

_WORDS_IN_PHRASE = 3
_LEAST_SENTENCES = 2
_WHOLE = 0.5
_NOMINAL = 0.6
_FEWEST_FOR_NOUN = 4
_BEFORE_NOUN = frozenset(
    "the a an of its their each every any no this these some all both two several many its with for by".split()
)
_PIECE = re.compile(rf"[.,;:()\[\]“”\"‘’?!—–]+(?:\s|$)|\s[-–—]\s|[()\[\]<>“”\"]|[{CJK}]+")
_WORD = re.compile(r"[^\W_]+(?:[-./+'’][^\W_]+)*")
_NO_WORD = re.compile(r"['’]|/[a-z]|\.[a-z]")
_AFTER_ARTICLE = re.compile(r"\b(?:the|an?|each|every) ([a-z]+)\b")
_ENOUGH_AS_NOUN = 3
_HAN_RUN = re.compile(rf"[{CJK}]+")
_HAN_LENGTHS = range(2, 9)
_HAN_EDGE = frozenset(
    "的了是在和与與及或而对對将將被为為以其等从從向并並可应應所由于於这這那不也都就还還有会會能要须須该該各每个個一二三四五六七八九十两兩多少至到由把让讓则則若如即但因此之中上下内外前后後时時种種类類项項条條款个次年月日第"
)
_HAN_INSIDE = frozenset("的了是，和与與或及在")
_HAN_NO_NAME = frozenset(
    """
    通过 使用 提供 进行 需要 可以 如果 或者 以及 因为 所以 所有 已经 没有 不是 就是 可能 必须 应该 包括 其他
    同时 相关 不同 开始 之间 根据 按照 对于 关于 适用 继续 支持 采用 规定 要求 属于 具有 存在 作为 称为 例如
    目前 仍然 一般 通常 允许 避免 通過 進行 需要 已經 沒有 必須 應該 開始 根據 關於 適用 繼續 屬於 作為 稱為
    """.split()
)
_HAN_QUALITY = {2: 0.3, 3: 0.5}
_EXTENDED = 0.75


@dataclass(frozen=True)
class Phrase:
    """A name of something: `text` as a reader would see it, `members` the numbers of the sentences that hold it.

    `quality` says how sure it is that this is a whole noun phrase worth a heading.
    """

    text: str
    key: Key
    members: frozenset[int]
    quality: float


def phrases(passages: Sequence[Passage], headings: Iterable[str], language: str) -> list[Phrase]:
    """The key phrases that at least two of `passages` hold. `headings`, the sources' own, tell good names."""
    if is_chinese(language):
        return list(_chinese(passages, "\n".join(headings)))
    return list(_alphabetic(passages, list(headings), english=language.startswith("en")))


@dataclass
class _Uses:
    """How an n-gram was used: where, in which spellings, and how often as a whole run of content words."""

    members: set[int]
    spellings: Counter[str]
    nominal: int = 0
    whole_starts: int = 0
    whole_ends: int = 0

    @property
    def number(self) -> int:
        return sum(self.spellings.values())


def _alphabetic(passages: Sequence[Passage], headings: Sequence[str], *, english: bool) -> Iterator[Phrase]:
    uses: dict[Key, _Uses] = defaultdict(lambda: _Uses(set(), Counter()))
    verbs = _verbs(passages) if english else frozenset[str]()
    for number, passage in enumerate(passages):
        for before, run in _runs(passage.text, verbs):
            for first, last in _spans(len(run)):
                part = run[first:last]
                use = uses[tuple(stem(word.lower()) for word in part)]
                use.members.add(number)
                use.spellings[" ".join(part)] += 1
                use.nominal += first > 0 or before in _BEFORE_NOUN
                use.whole_starts += first == 0
                use.whole_ends += last == len(run)
    titled = Counter(key for heading in headings for key in set(_keys_of(heading)))
    for key, use in uses.items():
        if len(use.members) >= _LEAST_SENTENCES and _is_whole(use) and _is_name(key, use, titled):
            yield Phrase(_spelling(use), key, frozenset(use.members), _quality(key, titled))


def _verbs(passages: Sequence[Passage]) -> frozenset[str]:
    """The English words of `passages` that name no thing; a verb that often stands after an article is a noun here."""
    nouns = Counter(noun for passage in passages for noun in _AFTER_ARTICLE.findall(passage.text))
    every = {word.lower() for passage in passages for word in _WORD.findall(passage.text)}
    return frozenset(word for word in every if names_no_thing(word) and nouns[word] < _ENOUGH_AS_NOUN)


def _runs(text: str, verbs: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Runs of neighbouring words that may be part of a noun phrase, each after the word that stands before it."""
    for piece in _PIECE.split(text):
        before = ""
        run: list[str] = []
        for place, word in enumerate(_WORD.findall(piece)):
            lowered = word.lower()
            # A capital within the sentence makes any word part of a name: "Read Committed mode".
            is_verb = lowered in verbs and (place == 0 or word.islower())
            if is_verb or is_function_word(word) or word.isdigit() or _NO_WORD.search(word):
                if run:
                    yield before, run
                before, run = lowered, []
            else:
                run.append(word)
        if run:
            yield before, run


def _spans(length: int) -> Iterator[tuple[int, int]]:
    for first in range(length):
        for last in range(first + 1, min(length, first + _WORDS_IN_PHRASE) + 1):
            yield first, last


def _keys_of(heading: str) -> list[Key]:
    stems = [stem(word.lower()) for word in _WORD.findall(heading)]
    return [tuple(stems[first:last]) for first, last in _spans(len(stems))]


def _is_whole(use: _Uses) -> bool:
    """Whether the words mostly stand on their own, and are not the middle of a longer name."""
    return use.whole_starts >= _WHOLE * use.number and use.whole_ends >= _WHOLE * use.number


def _is_name(key: Key, use: _Uses, titled: Counter[Key]) -> bool:
    text = _spelling(use)
    words = text.split()
    if any(is_framing(word) for word in (words[0], words[-1])) or len(text) < 4:
        return False
    if len(key) == 1:
        if words[0].endswith("ed"):
            return False
        # A single word makes a heading only where a source made it part of one.
        return titled[key] > 0 and text[0].isalpha() and (_has_inner_capital(text) or _is_noun(words[0], use))
    return not words[-1].endswith("ed") and not all(is_general(word) for word in words)


def _has_inner_capital(text: str) -> bool:
    return any(char.isupper() for char in text[1:])


def _is_noun(word: str, use: _Uses) -> bool:
    """Whether a single word is used as a noun, often enough to carry a heading."""
    return not is_general(word) and len(use.members) >= _FEWEST_FOR_NOUN and use.nominal >= _NOMINAL * use.number


def _quality(key: Key, titled: Counter[Key]) -> float:
    length = (0.5, 1.0, 1.05)[len(key) - 1]
    return length * (1.5 if titled[key] else 1.0)


def _spelling(use: _Uses) -> str:
    """The commonest spelling, in lower case where the text has it so within its sentences."""
    text = use.spellings.most_common(1)[0][0]
    lowered = text[0].lower() + text[1:]
    return lowered if use.spellings[lowered] else text


def _chinese(passages: Sequence[Passage], headings: str) -> Iterator[Phrase]:
    members: dict[str, set[int]] = defaultdict(set)
    for number, passage in enumerate(passages):
        for run in _HAN_RUN.findall(passage.text):
            for length in _HAN_LENGTHS:
                for start in range(len(run) - length + 1):
                    members[run[start : start + length]].add(number)
    common = {text: found for text, found in members.items() if len(found) >= _LEAST_SENTENCES}
    fragments = _fragments(common)
    for text, found in common.items():
        if text not in fragments and _is_chinese_name(text):
            quality = _HAN_QUALITY.get(len(text), 1.0) * (1.5 if text in headings else 1.0)
            yield Phrase(text, (text,), frozenset(found), quality)


def _fragments(common: dict[str, set[int]]) -> set[str]:
    """The strings that nearly always stand inside one longer string: pieces of words."""
    return {
        part
        for text, found in common.items()
        for part in (text[1:], text[:-1])
        if part in common and len(found) >= _EXTENDED * len(common[part])
    }


def _is_chinese_name(text: str) -> bool:
    if text in _HAN_NO_NAME:
        return False
    return (
        text[0] not in _HAN_EDGE and text[-1] not in _HAN_EDGE and not _HAN_INSIDE & set(text) and not is_general(text)
    )
