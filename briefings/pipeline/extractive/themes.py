"""Themes: what several runs of sentences speak of, named as a source names the section where they stand."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from briefings.pipeline.extractive import wording
from briefings.pipeline.extractive.budget import Budget
from briefings.pipeline.extractive.headings import in_sentence_case, is_spoken_of, name, title_of
from briefings.pipeline.extractive.material import Place
from briefings.pipeline.extractive.ordering import in_reading_order
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored
from briefings.pipeline.extractive.runs import Run, runs
from briefings.pipeline.retrieval.tokens import words
from briefings.pipeline.retrieval.topic import Topic

Names = frozenset[str]

_FEWEST_SENTENCES = 2
_FURTHER_THEMES = 2
_SAME = 0.6
_TELLING_RUNS = 4
_TIRED = 0.3
_LEAST_IN_ALL = 0.75
_TELLING = 1.3
_SHORTEST = 900
"""How many characters the themes have together at least, where enough was said: a document of less is refused."""


@dataclass(frozen=True)
class Theme:
    """A named group of sentences in reading order."""

    heading: str
    items: tuple[Scored, ...]


def themes(pool: Pool, topic: Topic, budget: Budget, size: int, leading: Sequence[int] = ()) -> list[Theme]:
    """Themes of together at most `size`, their sentences taken out of the pool: first what is about the topic as such,
    then what has a name, the weightiest chosen first and all in the order of their sources, those in `leading` before
    the others. What says much less than the best is left out."""
    found = [run for run in runs(pool) if run.score >= pool.floor]
    share = size // budget.themes
    opening = _taken([run for run in runs(pool) if run.first.answers], pool, share, in_order=True)
    named = _weightiest(_named(found, topic, pool), pool, budget, size - pool.size(opening))
    scoped = [run for run in found if _keeps_its_scope(run, topic, pool)]
    left = size - pool.size(opening) - sum(pool.size(theme.items) for theme in named)
    room = min(left, max(share - pool.size(opening), round(_LEAST_IN_ALL * size) - (size - left)))
    others = _taken([run for run in scoped if run.score >= _TELLING * pool.floor], pool, room)
    if _characters([*opening, *others, *(item for theme in named for item in theme.items)]) < _SHORTEST:
        others += _taken(found, pool, left - pool.size(others))
    general = (*opening, *in_reading_order(others))
    first = [Theme(wording.heading(wording.IN_GENERAL, pool.language), general)] if general else []
    return [*first, *sorted(named, key=lambda theme: _place(theme, leading))]


def _weightiest(named: dict[str, list[Run]], pool: Pool, budget: Budget, size: int) -> list[Theme]:
    """The themes that say most, together about `size`."""
    made: list[Theme] = []
    left = size
    uses: Counter[int] = Counter()
    while named and left > 0 and len(made) < budget.themes + _FURTHER_THEMES:
        heading = max(named, key=lambda one: _weight(named[one], uses))
        items = _taken(named.pop(heading), pool, min(left, size // budget.themes))
        if len(items) < _FEWEST_SENTENCES:
            pool.give_back(items)
            continue
        uses.update({item.passage.source for item in items})
        left -= pool.size(items)
        made.append(Theme(heading, tuple(in_reading_order(items))))
    return made


def _place(theme: Theme, leading: Sequence[int]) -> tuple[int, Place]:
    """Where a theme stands: the sources that say most of the topic as such come first."""
    first = theme.items[0].passage
    return leading.index(first.source) if first.source in leading else len(leading), first.at


def _characters(items: Sequence[Scored]) -> int:
    return sum(len(item.passage.text) for item in items)


def _named(found: Sequence[Run], topic: Topic, pool: Pool) -> dict[str, list[Run]]:
    """The runs of each section that has a good name and enough to say; else of each document that has."""
    used = {word for run in found for item in run.items for word in words(item.passage.text)[1:]}
    capitals = frozenset(word for word in used if word.istitle() and word.lower() not in used)
    sections = _grouped([(run.first.passage.heading, run) for run in found], topic, pool)
    placed = {id(run) for group in sections.values() for run in group}
    free = [run for run in found if id(run) not in placed and _keeps_its_scope(run, topic, pool)]
    rest = [(title_of(run.first.passage.title, topic), run) for run in free]
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
        wider = next((other for other in groups if other < names or _are_alike(other, names)), None)
        if wider is not None and (_is_small(groups[names]) or _are_alike(wider, names)):
            groups[wider] += groups.pop(names)
    return {spellings[names]: group for names, group in groups.items() if _is_theme(names, group)}


def _keeps_its_scope(run: Run, topic: Topic, pool: Pool) -> bool:
    """Whether a run can be read under another heading than its own: it holds a word of that, where that names
    anything. What is said under "Cookies" is else taken for the rule."""
    names = set(name(run.first.passage.heading, topic, pool.language))
    return not names or any(not names.isdisjoint(item.passage.term_set) for item in run.items)


def _are_alike(one: Names, other: Names) -> bool:
    return one != other and len(one & other) >= _SAME * len(one | other)


def _is_small(group: Sequence[Run]) -> bool:
    return sum(len(run.items) for run in group) <= _FEWEST_SENTENCES


def _is_theme(names: Names, group: Sequence[Run]) -> bool:
    passages = [item.passage for run in group for item in run.items]
    return len(passages) >= _FEWEST_SENTENCES and is_spoken_of(names, passages)


def _weight(group: Sequence[Run], uses: Counter[int]) -> float:
    """What the best of a theme are worth together; less where its sources have had their say."""
    worth = (run.score * len(run.items) / (1 + _TIRED * uses[run.first.passage.source]) for run in group)
    return sum(sorted(worth, reverse=True)[:_TELLING_RUNS])


def _taken(found: Sequence[Run], pool: Pool, size: int, *, in_order: bool = False) -> list[Scored]:
    """The best of `found` that are still free, or the first if `in_order`, together about `size`, taken out of the
    pool."""
    chosen: list[Scored] = []
    for run in found if in_order else sorted(found, key=lambda run: -run.score):
        if pool.size(chosen) >= size:
            break
        if all(pool.is_free(item) for item in run.items):
            pool.use(run.items)
            chosen += run.items
    return chosen
