"""The sentences that a document may choose from, scored, with what has been used already."""

from collections import Counter
from collections.abc import Iterable, Sequence

from briefings.pipeline.extractive.material import Place, size
from briefings.pipeline.extractive.redundancy import alike
from briefings.pipeline.extractive.relevance import Scored

_FATIGUE = 0.06
_BEST = 12
_TAIL = 0.45


class Pool:
    """Hands out every sentence at most once, and none that says what was said."""

    def __init__(self, scored: Sequence[Scored], language: str) -> None:
        self.language = language
        self.scored = list(scored)
        best = sorted((item.score for item in scored), reverse=True)[:_BEST]
        self.floor = _TAIL * sum(best) / max(1, len(best))
        """What a sentence must be worth to be read beside the best of them."""
        self._by_place = {item.passage.at: item for item in scored}
        self._uses: Counter[int] = Counter()
        self._barred: Counter[Place] = Counter()

    def free(self) -> list[Scored]:
        """The sentences that can still be used on their own, best first: those of tired sources later."""
        open_ones = [item for item in self.scored if not item.passage.dependent and self.is_free(item)]
        return sorted(open_ones, key=lambda item: -self.worth(item))

    def is_free(self, item: Scored) -> bool:
        return not self._barred[item.passage.at]

    def worth(self, item: Scored) -> float:
        """The score, less for a source that has been used often, so that several sources get their say."""
        return item.score / (1.0 + _FATIGUE * self._uses[item.passage.source])

    def following(self, item: Scored) -> Scored | None:
        """The next sentence of the same paragraph, if it can be used."""
        source, block, number = item.passage.at
        found = self._by_place.get((source, block, number + 1))
        return found if found is not None and self.is_free(found) else None

    def use(self, items: Iterable[Scored]) -> None:
        for item in items:
            self._uses[item.passage.source] += 1
            self._barred.update(self._saying_the_same(item))

    def give_back(self, items: Iterable[Scored]) -> None:
        for item in items:
            self._uses[item.passage.source] -= 1
            self._barred.subtract(self._saying_the_same(item))

    def size(self, items: Iterable[Scored]) -> int:
        return sum(size(item.passage.text, self.language) for item in items)

    def _saying_the_same(self, item: Scored) -> list[Place]:
        content = item.passage.content
        return [
            spot for spot, other in self._by_place.items() if other is item or alike(other.passage.content, content)
        ]
