"""Runs: what a paragraph says in one go, so that no sentence is torn from those that it needs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored

LONGEST_RUN = 4
_TORN = 0.85


@dataclass(frozen=True)
class Run:
    """Neighbouring sentences of one paragraph; the first can be understood without another."""

    items: tuple[Scored, ...]

    @property
    def first(self) -> Scored:
        return self.items[0]

    @property
    def score(self) -> float:
        """What its sentences are worth on average; less for a lone one torn out of the middle of its paragraph."""
        mean = sum(item.score for item in self.items) / len(self.items)
        return mean * (_TORN if len(self.items) == 1 and self.first.passage.place > 0 else 1.0)


def runs(pool: Pool) -> list[Run]:
    """What is free in `pool`, in runs of at most four sentences, in the order of the sources."""
    free = [item for item in pool.scored if pool.is_free(item)]
    paragraphs = groupby(free, lambda item: (item.passage.source, item.passage.block))
    return [Run(tuple(part)) for _, paragraph in paragraphs for part in _parts(paragraph)]


def _parts(paragraph: Iterable[Scored]) -> Iterator[Sequence[Scored]]:
    part: list[Scored] = []
    for item in paragraph:
        if part and item.passage.follows(part[-1].passage) and len(part) < LONGEST_RUN:
            part.append(item)
            continue
        if part:
            yield part
        part = [] if item.passage.dependent else [item]
    if part:
        yield part
