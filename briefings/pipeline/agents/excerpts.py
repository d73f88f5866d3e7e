"""The part of a text that matters for a question, within a budget of characters."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log, sqrt

GAP = "[…]"

_LONGEST_PASSAGE = 1200
_WORD = re.compile(r"[^\W_]+")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_STEM = 6


def excerpt(text: str, question: str, budget: int) -> str:
    """The passages of `text` that say most on `question`, in their order, at most `budget` characters.

    The beginning is always among them: it tells what the text is. Left-out stretches are marked.
    """
    if len(text) <= budget:
        return text
    passages = _passages(text)
    chosen = _choose(passages, question, budget)
    pieces: list[str] = []
    last = -1
    for place in sorted(chosen):
        if place != last + 1:
            pieces.append(GAP)
        pieces.append(passages[place])
        last = place
    return "\n\n".join(pieces)[:budget]


def _choose(passages: Sequence[str], question: str, budget: int) -> set[int]:
    chosen: set[int] = set()
    room = budget
    for place in [0, *_by_relevance(passages, question)]:
        cost = len(passages[place]) + len(GAP) + 4
        if place not in chosen and cost <= room:
            chosen.add(place)
            room -= cost
    return chosen or {0}


def _by_relevance(passages: Sequence[str], question: str) -> list[int]:
    """Places of the passages, best first: rare words of the question count more, long passages do not win by length."""
    wanted = _terms(question)
    found = [_terms(passage) & wanted for passage in passages]
    spread = Counter(term for terms in found for term in terms)
    weight = {term: log(1 + len(passages) / count) for term, count in spread.items()}
    scores = [
        sum(weight[term] for term in terms) / sqrt(1 + len(passage) / _LONGEST_PASSAGE)
        for terms, passage in zip(found, passages, strict=True)
    ]
    return sorted(range(len(passages)), key=lambda place: -scores[place])


def _passages(text: str) -> list[str]:
    """The paragraphs of `text`, long ones cut where a line or a sentence ends."""
    passages = []
    for paragraph in re.split(r"\n\s*\n", text):
        rest = paragraph.strip()
        while len(rest) > _LONGEST_PASSAGE:
            cut = _sentence_end(rest)
            passages.append(rest[:cut].strip())
            rest = rest[cut:].strip()
        passages += [rest] if rest else []
    return passages or [text]


def _sentence_end(text: str) -> int:
    """Where to cut `text` within the longest passage: after a line, else a sentence, else a word."""
    start = text[:_LONGEST_PASSAGE]
    for pattern in (r"\n", r"[.!?](?=\s)|[。！？]", r"\s"):
        ends = [match.end() for match in re.finditer(pattern, start)]
        if ends and ends[-1] > _LONGEST_PASSAGE // 3:
            return ends[-1]
    return _LONGEST_PASSAGE


def _terms(text: str) -> set[str]:
    """Words, cut to a rough stem, and pairs of characters where a script does not space its words."""
    terms = {word[:_STEM] for word in _WORD.findall(_CJK_RUN.sub(" ", text.casefold())) if len(word) > 1}
    for run in _CJK_RUN.findall(text):
        terms.update(run[place : place + 2] for place in range(max(1, len(run) - 1)))
    return terms
