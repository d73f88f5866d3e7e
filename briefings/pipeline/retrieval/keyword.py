"""A keyword index: BM25 over bags of index terms.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), with the usual constants and the
variant of the inverse document frequency that is never negative.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence

SATURATION = 1.2
LENGTH_NORMALISATION = 0.75


class KeywordIndex:
    """Scores entries, numbered from 0 in the order given, against weighted query terms: any, or `only` these."""

    def __init__(self, entries: Sequence[Sequence[str]], *, only: Container[str] | None = None) -> None:
        lengths = [len(entry) for entry in entries]
        self._average = sum(lengths) / len(lengths) if lengths else 0.0
        self._lengths = lengths
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, entry in enumerate(entries):
            held = entry if only is None else [term for term in entry if term in only]
            for term, count in Counter(held).items():
                self._postings[term].append((number, count))

    def __contains__(self, term: object) -> bool:
        return term in self._postings

    def __len__(self) -> int:
        return len(self._lengths)

    def rarity(self, term: str) -> float:
        """The inverse document frequency of `term`: from near 0 for one that is everywhere upwards."""
        holding = len(self._postings.get(term, ()))
        return math.log1p((len(self) - holding + 0.5) / (holding + 0.5))

    def scores(self, query: Mapping[str, float]) -> dict[int, float]:
        """The score of every entry that holds a term of `query`, which maps terms to weights."""
        scores: dict[int, float] = defaultdict(float)
        for term, weight in query.items():
            rarity = self.rarity(term)
            for number, count in self._postings.get(term, ()):
                scores[number] += weight * rarity * self._saturated(count, self._lengths[number])
        return dict(scores)

    def _saturated(self, count: int, length: int) -> float:
        norm = 1 - LENGTH_NORMALISATION + LENGTH_NORMALISATION * length / self._average
        return count * (SATURATION + 1) / (count + SATURATION * norm)
