"""What there is to say about the topic itself: the answer that a source gives under the question, and what is left when
every theme has had its share."""

from collections.abc import Sequence

from briefings.pipeline.extractive.pool import Pool, place
from briefings.pipeline.extractive.relevance import Scored

_FEWEST_SENTENCES = 2
_LONGEST_RUN = 3
_PLAIN = 0.6


def answering(pool: Pool, size: int) -> list[Scored]:
    """Sentences of sections that have the question as their heading, together about `size`, in their order.

    They are taken out of the pool.
    """
    free = [item for item in pool.scored if item.answers and not item.passage.dependent and pool.is_free(item)]
    return _taken(sorted(free, key=lambda item: place(item.passage)), pool, size)


def in_general(pool: Pool, size: int, least: int) -> list[Scored]:
    """Sentences that hold words of the topic, best first, together about `size`; none where there are but few.

    Where these make less than `least`, sentences that are about it only by where they stand come after them. They are
    taken out of the pool.
    """
    # A plain statement of less weight comes before one that speaks to its reader.
    free = sorted(pool.free(), key=lambda item: item.clarity < _PLAIN)
    if len(free) < _FEWEST_SENTENCES:
        return []
    chosen = _taken([item for item in free if item.direct > 0.0 or item.answers], pool, size)
    return [*chosen, *_taken(free, pool, min(size, least) - pool.size(chosen))]


def _taken(items: Sequence[Scored], pool: Pool, size: int) -> list[Scored]:
    chosen: list[Scored] = []
    for item in items:
        if pool.size(chosen) >= size:
            break
        if pool.is_free(item):
            run = _with_what_leans_on_it(item, pool)
            chosen += run
            pool.use(run)
    return chosen


def _with_what_leans_on_it(item: Scored, pool: Pool) -> list[Scored]:
    run = [item]
    while len(run) < _LONGEST_RUN:
        following = pool.following(run[-1])
        if following is None or not following.passage.dependent:
            break
        run.append(following)
    return run
