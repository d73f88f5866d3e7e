"""The order of sentences within a section: what is general first, what a source says in one go kept together."""

from collections.abc import Sequence

from briefings.pipeline.extractive.relevance import Scored


def in_reading_order(items: Sequence[Scored]) -> list[Scored]:
    """`items` source by source, each source in its own order; the source with the best opening sentence first."""
    by_source: dict[int, list[Scored]] = {}
    for item in sorted(items, key=lambda item: item.passage.at):
        by_source.setdefault(item.passage.source, []).append(item)
    return [item for group in sorted(by_source.values(), key=_opening, reverse=True) for item in group]


def _opening(group: Sequence[Scored]) -> float:
    first = group[0]
    return first.score + (0.2 if first.defines else 0.0)
