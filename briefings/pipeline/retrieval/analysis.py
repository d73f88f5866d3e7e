"""Analysing a topic: from a question or a title in any language to groups of weighted content words."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from briefings.pipeline.retrieval.families import kin
from briefings.pipeline.retrieval.synonyms import synonyms
from briefings.pipeline.retrieval.tokens import is_cjk, phrasal, stem, term_of, words
from briefings.pipeline.retrieval.topic import ASPECT, GENERAL, NAMED, SPECIFIC, Group, Keyword, Topic
from briefings.pipeline.retrieval.vocabulary import is_framing, is_general, without_chinese_frame

_CLAUSE = re.compile(r"[,;:()\[\]“”\"‘’?!。，；：？！、（）《》「」—–|]+|\s-\s")
_LINK = re.compile(
    r"(?<![\w-])(?:(?P<of>(?<!\bout )of|de|del|der|des|du|von)|(?P<in>in|on|at|within|across))(?![\w-])", re.IGNORECASE
)
_LAST_WORD = re.compile(r"[\w-]+\s*$")
_FIRST_WORDS = re.compile(r"^\s*(?:the\s+|an?\s+)?[\w-]+")
_CAPITAL = re.compile(r"[A-Z].*[A-Z]|\d")
_IN_NAME = re.compile(r"在\s*[\w./+-]*[A-Za-z0-9][\w./+ -]*?\s*[中上里裡内內下]", re.ASCII)
_WITHIN = re.compile(r"^[中上里裡内內下]")
_COMPOUND = re.compile(r"\b[^\W\d_]+(?:-[^\W\d_]+){2,3}\b")
# "What does Borg show about its archives?" asks nothing of showing.
_SAYS_ABOUT = re.compile(r"\b(?:say|show|tell|reveal|teach)s?(?:\s+us)?\s+(?=(?:about|of|on)\b)", re.IGNORECASE)
_ENOUGH_USES = 3
_LONG_RUN = 5
_MOSTLY = 0.7
_HALF = 0.5
_SHORTEST_ACRONYM = 3
_PAIR = 2


def analyse(text: str, texts: Iterable[str] = ()) -> Topic:
    """The topic that `text`, a question or a title in any language, asks about.

    `texts` are what it is to be sought in. They tell whether the first word, capital or not, is a name; which acronym
    stands for words of the topic; and whether "X of Y" is one thing.
    """
    known = tuple(texts)
    text = _SAYS_ABOUT.sub(" ", _compounded(text, known))
    first = next(iter(words(text)), "")
    names = {first} if first[:1].isupper() and _always_capital(first, known) else frozenset[str]()
    groups = [
        Group(_with_acronym(_joined(run, known), piece, known), factor)
        for clause in _CLAUSE.split(text)
        for piece, factor in _pieces(clause, known)
        for run in _runs(piece, text, names, known)
    ]
    asking = [group for group in groups if group.asked]
    alone = len(asking) == 1 and not asking[0].asks_specifically
    return Topic(text, tuple(_headed(group) if alone and group in asking else group for group in groups))


def _compounded(text: str, texts: Sequence[str]) -> str:
    """`text` with hyphens where `texts` write a compound with them that would else fall apart into words that tell
    nothing: "up to date"."""
    for compound in {match.group().lower() for known in texts for match in _COMPOUND.finditer(known)}:
        parts = compound.split("-")
        if any(map(is_framing, parts)):
            text = re.sub(rf"\b{' '.join(map(re.escape, parts))}\b", compound, text, flags=re.IGNORECASE)
    return text


def _headed(group: Group) -> Group:
    """A group of two words of general use ("database migrations") that is asked alone, with its head as telling."""
    head = group.keywords[-1]
    if len(group.keywords) != _PAIR or head.named or is_cjk(head.word):
        return group
    return replace(group, keywords=(*group.keywords[:-1], replace(head, weight=SPECIFIC)))


def _always_capital(word: str, texts: Sequence[str]) -> bool:
    """Whether `texts` write `word` with a capital within their sentences, and hardly ever without."""
    within = re.compile(rf"[a-z,] (?:{re.escape(word)}|({re.escape(word.lower())}))\b")
    found = [match[1] is None for text in texts for match in within.finditer(text)]
    return len(found) >= _ENOUGH_USES and sum(found) >= _MOSTLY * len(found)


def _joined(run: tuple[Keyword, ...], texts: Sequence[str]) -> tuple[Keyword, ...]:
    """`run`, where `texts` write two of its words as one ("hugepage"), with that one as a synonym of both."""
    words_of = list(run)
    for place, (one, other) in enumerate(pairwise(run)):
        whole = stem(f"{one.word}{other.word}".lower())
        if whole.isalpha() and any(whole in text.lower() for text in texts):
            for at in (place, place + 1):
                words_of[at] = replace(words_of[at], synonyms=words_of[at].synonyms | {whole})
    return tuple(words_of)


def _with_acronym(run: tuple[Keyword, ...], piece: str, texts: Sequence[str]) -> tuple[Keyword, ...]:
    """`run`, of `piece`, with the acronym that one of `texts` introduces for it as an alias of each word."""
    last = piece.rfind(run[-1].word) + len(run[-1].word)
    for start, keyword in enumerate(run):
        # Of "SQLite's write-ahead log" the acronym may leave out whose it is.
        acronym = _acronym(piece[piece.find(keyword.word) : last], texts)
        if acronym:
            aliased = (replace(one, aliases=frozenset([acronym])) for one in run[start:])
            return (*run[:start], *aliased)
    return run


def _acronym(name: str, texts: Sequence[str]) -> str:
    """The acronym of `name`, in lower case, if one of `texts` introduces it beside the name; else empty."""
    parts = re.findall(r"[^\W_]+", name)
    acronym = "".join(part[0] for part in parts)
    if len(acronym) < _SHORTEST_ACRONYM or not name.isascii():
        return ""
    holding = [text for text in texts if acronym.lower() in text.lower()]
    if not holding:
        return ""
    pattern = r"[\s-]+".join(map(re.escape, parts))
    introduced = re.compile(
        rf"\b{pattern}s?[\"”]?,?\s+(?:\w+\s+)?(?:\(|or\s+)(?:[a-z]+\s+){{0,5}}[\"“]?{acronym}s?\b|"
        rf"\b{acronym}s?\s+\({pattern}s?\)|"
        rf"\b{acronym}\s+(?:stands\s+for|is\s+short\s+for|means)\s+(?:the\s+)?[\"'“‘]?{pattern}",
        re.IGNORECASE,
    )
    return acronym.lower() if any(introduced.search(text) for text in holding) else ""


def _pieces(clause: str, texts: Sequence[str]) -> Iterator[tuple[str, float]]:
    """The parts of a clause with their factors. A word of general use before "of" is an aspect of what comes after it,
    as in "history of coins"; what comes after a telling word ("fencing of nodes"), or after "in", is only its setting.
    """
    start, is_setting = 0, False
    for link in _LINK.finditer(clause):
        before, after = clause[start : link.start()], clause[link.end() :]
        if is_setting or (link["of"] and _is_one_thing(before, link["of"], after, texts)):
            continue
        is_head = any(word.specific for run in _runs(before, clause, ()) for word in run)
        yield before, ASPECT if link["of"] and not is_head else 1.0
        is_setting = is_head if link["of"] else any(True for _ in _runs(before, clause, ()))
        start = link.end()
    yield clause[start:], ASPECT if is_setting else 1.0


def _is_one_thing(before: str, link: str, after: str, texts: Sequence[str]) -> bool:
    """Whether "X of Y" has an acronym in `texts`, or X hardly occurs there without Y: "bill of materials"."""
    if _acronym(f"{before}{link}{after}", texts):
        return True
    head, tail = _LAST_WORD.search(before), _FIRST_WORDS.match(after)
    if not head or not tail:
        return False
    word = re.escape(head.group().strip())
    whole = re.compile(rf"\b{word}s?\s+{link}\s+{re.escape(tail.group().strip())}", re.IGNORECASE)
    alone = re.compile(rf"\b{word}s?\b", re.IGNORECASE)
    found = sum(len(whole.findall(text)) for text in texts)
    return found >= _ENOUGH_USES and found >= _HALF * sum(len(alone.findall(text)) for text in texts)


def _runs(piece: str, text: str, names: Collection[str], known: Sequence[str] = ()) -> list[tuple[Keyword, ...]]:
    """The runs of neighbouring content words in `piece`; "of" and "the" within it do not part them."""
    runs: list[list[Keyword]] = [[]]
    for word in _with_nouns(words(piece), known):
        if is_cjk(word):
            runs += [
                [_keyword(part, text, names) for whole in _attested(run, known) for part in _parts(whole)]
                for run in without_chinese_frame(_without_postposition(word, piece))
                if len(run) > 1
            ]
            runs.append([])
        elif not is_framing(word):
            runs[-1].append(_keyword(word, text, names))
        elif not _LINK.fullmatch(word):
            runs.append([])
    return [tuple(run) for run in runs if run]


def _with_nouns(found: Sequence[str], texts: Sequence[str]) -> list[str]:
    """`found`, with a verb and its particle as the noun that they make where `texts` write it: "back up" is backup."""
    nouns: list[str] = []
    for place, word in enumerate(found):
        noun = next(iter(phrasal(found, place)), "")
        if noun and any(noun in text.lower() for text in texts):
            nouns[-1] = noun
        else:
            nouns.append(word)
    return nouns


def _without_postposition(run: str, piece: str) -> str:
    """A Chinese run without the 中 that belongs to a name before it: 在 KiCad 中设计."""
    return _WITHIN.sub(r"", run) if _IN_NAME.search(piece) else run


def _attested(run: str, texts: Sequence[str]) -> list[str]:
    """A long Chinese run that stands in none of `texts`, in the longest pieces that do."""
    if len(run) < _LONG_RUN or not texts or any(run in text for text in texts):
        return [run]
    pieces: list[str] = []
    start = 0
    while start < len(run) - 1:
        ends = range(len(run), start + 1, -1)
        end = next((end for end in ends if sum(text.count(run[start:end]) for text in texts) >= _ENOUGH_USES), 0)
        if end:
            pieces.append(run[start:end])
        start = end or start + 1
    return pieces or [run]


def _parts(run: str) -> list[str]:
    """A Chinese run with the general words at its ends apart: 软件供应链安全 is the 供应链, of 软件, its 安全."""
    if len(run) > 3 and is_general(run[:2]):
        return [run[:2], *_parts(run[2:])]
    if len(run) > 3 and is_general(run[-2:]):
        return [*_parts(run[:-2]), run[-2:]]
    return [run]


def _keyword(word: str, text: str, names: Collection[str]) -> Keyword:
    weight = NAMED if word in names else _weight(word, text)
    required = _required(word)
    return Keyword(word, required, weight, _relatives(word, required, weight))


def _relatives(word: str, required: tuple[str, ...], weight: float) -> frozenset[str]:
    """What may stand for `word`: its family and its synonyms; for a name nothing."""
    if weight >= NAMED or len(required) > 1:
        return frozenset()
    return kin(word.lower()) | synonyms(required[0])


def _required(word: str) -> tuple[str, ...]:
    terms = term_of(word)
    if is_cjk(word) or len(terms) == 1:
        return terms
    # "supply-chain" may be written apart; "HTTP/3" may not, or any text with a 3 would hold it, nor "up-to-date".
    telling = tuple(part for part in terms[1:] if not is_framing(part))
    return telling if len(telling) > 1 and all(part.isalpha() and len(part) > 1 for part in terms[1:]) else terms[:1]


def _weight(word: str, text: str) -> float:
    if is_cjk(word):
        pieces = term_of(word)
        return GENERAL if all(is_general(piece) for piece in pieces[::2]) else SPECIFIC
    if is_general(word) or word.isdigit():
        return GENERAL
    return NAMED if _CAPITAL.search(word) or is_cjk(text) or _is_proper(word, text) else SPECIFIC


def _is_proper(word: str, text: str) -> bool:
    """Whether the capital of `word` says that it is a name: not at the start, and not in a title in capitals."""
    if not word[0].isupper() or text.lstrip("\"'“‘ ").startswith(word):
        return False
    others = [other for other in words(text) if len(other) > 3 and other != word]
    return sum(other[0].islower() for other in others) >= max(1, len(others) // 2)
