"""Several searches as one: groups that fall back on each other, in each group searches that are asked together."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from briefings.backends.search.cooldown import Cooldown
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found, Hit
from briefings.domain.outcome import Fault
from briefings.pipeline.ports import Search

TOGETHER = "+"
FALL_BACK = ","

RANK_OFFSET = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): what it was measured with."""

_MOST_TELLING = ("blocked", "layout_unknown", "filtered", "network", "empty")
"""Causes, the one first that most needs somebody's attention; `empty` says something of the query only."""


def parse(spec: str, known: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """The groups of names in `spec`: `a+b,c` asks `a` and `b` together and falls back on `c`.

    Raises ValueError for an empty name, an unknown one (the message names those in `known`) and one named twice.
    """
    groups = tuple(tuple(name.strip() for name in group.split(TOGETHER)) for group in spec.split(FALL_BACK))
    seen: set[str] = set()
    for name in (name for group in groups for name in group):
        if name not in known:
            raise ValueError(f"{name!r} is not a search backend; known are {', '.join(sorted(known))}")
        if name in seen:
            raise ValueError(f"the search backend {name!r} is named twice")
        seen.add(name)
    return groups


def combine(spec: str, backends: Mapping[str, Callable[[], Search]]) -> "Combined":
    """The search that `spec` describes, made of the backends that it names; each is left alone for a while when it
    blocks. Raises ValueError as `parse` does."""
    groups = parse(spec, backends)
    return Combined([{name: Cooldown(backends[name]()) for name in group} for group in groups])


class Combined:
    """A `Search` over groups of searches by name, in the order in which they fall back on each other.

    A group succeeds when any of its searches does. Whatever failed on the way is told in `Found.setbacks`. No search
    may touch a database, since they run in threads.
    """

    def __init__(self, groups: Sequence[Mapping[str, Search]]) -> None:
        if not groups or not all(groups):
            raise ValueError("a combined search needs at least one search in each group")
        self._groups = groups

    def search(self, query: str, *, language: str, limit: int) -> Found:
        """The hits of the first group that has any, best first. Raises SearchFailed when none has."""
        failures: dict[str, SearchFailed] = {}
        for group in self._groups:
            found = _ask_together(group, query, language, limit, failures)
            if found:
                setbacks = [_setback(name, failure) for name, failure in failures.items()]
                setbacks += [setback for part in found for setback in part.setbacks]
                return Found(hits=fuse([part.hits for part in found])[:limit], setbacks=tuple(setbacks))
        raise _failure_of_all(failures)


def _ask_together(
    group: Mapping[str, Search], query: str, language: str, limit: int, failures: dict[str, SearchFailed]
) -> list[Found]:
    """What the searches of `group` found, in their order; the failures of the others are added to `failures`."""
    found = []
    with ThreadPoolExecutor(max_workers=len(group)) as pool:
        asked = {
            name: pool.submit(search.search, query, language=language, limit=limit) for name, search in group.items()
        }
    for name, answer in asked.items():
        try:
            found.append(answer.result())
        except SearchFailed as failure:
            failures[name] = failure
    return found


def fuse(rankings: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    """One ranking by reciprocal rank. Of hits of the same document the first is kept, or the one that has its text."""
    scores: dict[str, float] = {}
    kept: dict[str, Hit] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, start=1):
            scores[hit.identity] = scores.get(hit.identity, 0.0) + 1 / (RANK_OFFSET + rank)
            if hit.identity not in kept or (hit.page and not kept[hit.identity].page):
                kept[hit.identity] = hit
    return tuple(kept[identity] for identity in sorted(scores, key=lambda identity: -scores[identity]))


def _setback(name: str, failure: SearchFailed) -> Fault:
    return Fault(stage="search", cause=failure.fault.cause, detail=f"{name}: {failure.fault.detail}")


def _failure_of_all(failures: Mapping[str, SearchFailed]) -> SearchFailed:
    cause = min((failure.fault.cause for failure in failures.values()), key=_MOST_TELLING.index)
    passing = [failure for failure in failures.values() if not failure.permanent]
    waits = [failure.retry_after for failure in passing if failure.retry_after is not None]
    return SearchFailed(
        cause,
        "; ".join(f"{name}: {failure.fault.cause} ({failure.fault.detail})" for name, failure in failures.items()),
        permanent=not passing,
        retry_after=min(waits) if len(waits) == len(passing) and waits else None,
    )
