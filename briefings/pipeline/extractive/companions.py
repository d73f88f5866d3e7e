"""Companions of a topic: words that keep company with it in its sources, as "pin" and "priority" do with versions."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from briefings.pipeline.extractive.material import Passage
from briefings.pipeline.retrieval.tokens import is_cjk, term_of
from briefings.pipeline.retrieval.topic import Topic
from briefings.pipeline.retrieval.vocabulary import is_framing

_MOST = 40
_LEAST_USES = 3
_RELEVANT_SHARE = 0.08
_LEAST_RELEVANT = 15
_MAKE_FULL_COMPANY = 3.0


class Companions:
    """The terms that stand in the sentences most about `topic` clearly more often than in others.

    `directness` tells how much of the topic a sentence holds, 0 to 1.
    """

    def __init__(self, topic: Topic, passages: Sequence[Passage], directness: Callable[[Passage], float]) -> None:
        ranked = sorted(passages, key=directness, reverse=True)
        most = max(_LEAST_RELEVANT, round(_RELEVANT_SHARE * len(passages)))
        relevant = [passage for passage in ranked[:most] if directness(passage) > 0.0]
        self._weights = _weights(topic, relevant, passages)

    def company(self, passage: Passage) -> float:
        """How many companions a sentence holds: three of the strongest make 1."""
        found = sum(self._weights.get(term, 0.0) for term in passage.term_set)
        return min(1.0, found / _MAKE_FULL_COMPANY)


def _weights(topic: Topic, relevant: Sequence[Passage], every: Sequence[Passage]) -> dict[str, float]:
    inside = Counter(term for passage in relevant for term in passage.term_set)
    overall = Counter(term for passage in every for term in passage.term_set)
    lifted = {
        term: _lift(count, len(relevant), overall[term], len(every)) * math.log1p(count)
        for term, count in inside.items()
        if count >= _LEAST_USES and _may_accompany(term, topic)
    }
    best = sorted(((weight, term) for term, weight in lifted.items() if weight > 0.0), reverse=True)[:_MOST]
    return {term: weight / best[0][0] for weight, term in best}


def _lift(inside: int, relevant: int, overall: int, everything: int) -> float:
    """The logarithm of how much commoner a term is among the relevant sentences than among all."""
    return math.log(((inside + 0.5) / (relevant + 1.0)) / ((overall + 0.5) / (everything + 1.0)))


def _may_accompany(term: str, topic: Topic) -> bool:
    if any(part in topic.terms for part in term_of(term)) or term.isdigit() or "/" in term:
        return False
    return is_cjk(term) or (len(term) > 2 and not is_framing(term))
