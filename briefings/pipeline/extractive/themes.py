"""Themes: what several runs of sentences speak of, named as a source names the section where they stand."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from briefings.pipeline.extractive import wording
from briefings.pipeline.extractive.budget import Budget
from briefings.pipeline.extractive.headings import in_sentence_case, is_spoken_of, name, title_of
from briefings.pipeline.extractive.ordering import in_reading_order
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored
from briefings.pipeline.extractive.runs import Run, runs
from briefings.pipeline.retrieval.tokens import words
from briefings.pipeline.retrieval.topic import Topic

Names = frozenset[str]

_FEWEST_SENTENCES = 3
_TELLING_RUNS = 4
_TIRED = 0.3
_MOST_IN_GENERAL = 1.3


@dataclass(frozen=True)
class Theme:
    """A named group of sentences in reading order."""

    heading: str
    items: tuple[Scored, ...]


def themes(pool: Pool, topic: Topic, budget: Budget, size: int) -> list[Theme]:
    """Themes of together at most `size`, their sentences taken out of the pool: first what is about the topic as such,
    then what has a name, the weightiest first. What says much less than the best is left out."""
    found = [run for run in runs(pool) if run.score >= pool.floor]
    named = _named(found, topic, pool)
    opening = _taken([run for run in found if run.first.answers], pool, size // budget.themes)
    made: list[Theme] = []
    left = size - pool.size(opening)
    uses: Counter[int] = Counter()
    while named and left > 0 and len(made) < 2 * budget.themes:
        heading = max(named, key=lambda one: _weight(named[one], uses))
        items = _taken(named.pop(heading), pool, min(left, size // budget.themes))
        if len(items) < _FEWEST_SENTENCES:
            pool.give_back(items)
            continue
        uses.update({item.passage.source for item in items})
        left -= pool.size(items)
        made.append(Theme(heading, tuple(in_reading_order(items))))
    room = min(left, round(_MOST_IN_GENERAL * size / budget.themes))
    others = _taken(sorted(found, key=lambda run: -run.score), pool, room)
    general = (*opening, *in_reading_order(others))
    return [*([Theme(wording.heading(wording.IN_GENERAL, pool.language), general)] if general else []), *made]


def _named(found: Sequence[Run], topic: Topic, pool: Pool) -> dict[str, list[Run]]:
    """The runs of each section that has a good name and enough to say; else of each document that has."""
    used = {word for run in found for item in run.items for word in words(item.passage.text)[1:]}
    capitals = frozenset(word for word in used if word.istitle() and word.lower() not in used)
    sections = _grouped([(run.first.passage.heading, run) for run in found], topic, pool)
    placed = {id(run) for group in sections.values() for run in group}
    rest = [(title_of(run.first.passage.title, topic), run) for run in found if id(run) not in placed]
    titled = _grouped(rest, topic, pool)
    return {in_sentence_case(heading, capitals): group for heading, group in {**titled, **sections}.items()}


def _grouped(labelled: Sequence[tuple[str, Run]], topic: Topic, pool: Pool) -> dict[str, list[Run]]:
    """The runs under each heading that names what they speak of; headings of the same thing are one."""
    groups: dict[Names, list[Run]] = defaultdict(list)
    spellings: dict[Names, str] = {}
    for heading, run in labelled:
        names = frozenset(name(heading, topic, pool.language))
        if names:
            groups[names].append(run)
            spellings.setdefault(names, heading)
    for names in sorted(groups, key=len, reverse=True):
        wider = next((other for other in groups if other < names), None)
        if wider is not None and sum(len(run.items) for run in groups[names]) < _FEWEST_SENTENCES:
            groups[wider] += groups.pop(names)
    return {spellings[names]: group for names, group in groups.items() if _is_theme(names, group)}


def _is_theme(names: Names, group: Sequence[Run]) -> bool:
    passages = [item.passage for run in group for item in run.items]
    return len(passages) >= _FEWEST_SENTENCES and is_spoken_of(names, passages)


def _weight(group: Sequence[Run], uses: Counter[int]) -> float:
    """What the best of a theme are worth together; less where its sources have had their say."""
    worth = (run.score * len(run.items) / (1 + _TIRED * uses[run.first.passage.source]) for run in group)
    return sum(sorted(worth, reverse=True)[:_TELLING_RUNS])


def _taken(found: Sequence[Run], pool: Pool, size: int) -> list[Scored]:
    """The best of `found` that are still free, together about `size`, taken out of the pool."""
    chosen: list[Scored] = []
    for run in sorted(found, key=lambda run: -run.score):
        if pool.size(chosen) >= size:
            break
        if all(pool.is_free(item) for item in run.items):
            pool.use(run.items)
            chosen += run.items
    return chosen
