"""Themes: groups of sentences that speak of the same thing, named by it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

from briefings.pipeline.extractive import wording
from briefings.pipeline.extractive.budget import Budget
from briefings.pipeline.extractive.general import answering, in_general
from briefings.pipeline.extractive.ordering import in_reading_order
from briefings.pipeline.extractive.phrases import Key, Phrase, phrases
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored
from briefings.pipeline.extractive.titled import titled
from briefings.pipeline.retrieval.tokens import is_cjk, term_of, terms
from briefings.pipeline.retrieval.topic import Topic
from briefings.pipeline.retrieval.vocabulary import is_function_word

_CANDIDATES = 1.9
_BEST_MEMBERS = 7
_LONGEST_RUN = 3
_FEWEST_SENTENCES = (5, 4, 3)
_LEAST_ROOM = 0.06
_ENOUGH = 0.8
_FULL = 0.95
_LEAST_FILLED = 0.6
_WEAK = 0.7
_TOO_COMMON = 0.5
_MORE_SOURCES = 0.15
_MUST_KEEP = 0.55
_MOST_IN_GENERAL = 2
_MOST_OF_THE_KIND = 2
_SHORTEST_CLIPPED = 4


@dataclass(frozen=True)
class Theme:
    """A named group of sentences in reading order."""

    heading: str
    key: Key
    items: tuple[Scored, ...]

    @property
    def strength(self) -> float:
        return sum(item.score for item in self.items) / len(self.items)


def themes(pool: Pool, topic: Topic, headings: Iterable[str], budget: Budget, size: int) -> list[Theme]:
    """Themes of together about `size`, in the order of their weight, their sentences taken out of the pool.

    What answers the question as such comes first, with what is left of the topic when the themes are made.
    """
    opening = answering(pool, size // budget.themes)
    rest = size - pool.size(opening)
    made = _named(pool, topic, headings, budget, rest)
    left = rest - sum(pool.size(theme.items) for theme in made)
    most = max(_MOST_IN_GENERAL * size // budget.themes, left - round((1 - _FULL) * size))
    others = in_general(pool, min(left, most), round(_LEAST_FILLED * size) - size + left)
    general = (*opening, *in_reading_order(others))
    heading = wording.heading(wording.IN_GENERAL, pool.language)
    return [*([Theme(heading, (), general)] if general else []), *made]


def _named(pool: Pool, topic: Topic, headings: Iterable[str], budget: Budget, size: int) -> list[Theme]:
    """The themes that have names. Weak ones are made only where the strong ones do not fill the document."""
    candidates = pool.free()
    found = _names(candidates, _prefix(candidates, pool, _CANDIDATES * size), topic, headings, pool.language)
    made: list[Theme] = []
    for fewest in _FEWEST_SENTENCES:
        for phrase in _by_value(found, candidates, pool):
            left = size - sum(pool.size(theme.items) for theme in made)
            if left < _LEAST_ROOM * size or len(made) >= 2 * budget.themes:
                return made
            if any(_alike(phrase.key, theme.key) for theme in made):
                continue
            members = [candidates[number] for number in sorted(phrase.members)]
            if left < (1 - _ENOUGH) * size and _strength(members) < _WEAK * max(theme.strength for theme in made):
                continue
            made += _theme(phrase, members, pool, min(left, size // budget.themes), fewest)
    return made


def _prefix(candidates: Sequence[Scored], pool: Pool, room: float) -> int:
    """How many of `candidates`, best first, fill `room`."""
    for number, item in enumerate(candidates):
        room -= pool.size([item])
        if room <= 0:
            return number + 1
    return len(candidates)


def _names(
    candidates: Sequence[Scored], best: int, topic: Topic, headings: Iterable[str], language: str
) -> list[Phrase]:
    """What themes may be called: what sources call their sections, and what the `best` of the sentences speak of."""
    passages = [item.passage for item in candidates]
    found = [*titled(passages, topic, language), *phrases(passages[:best], headings, language)]
    return _with_their_nouns([phrase for phrase in found if not _is_the_topic(phrase.key, topic)])


def _with_their_nouns(found: Sequence[Phrase]) -> list[Phrase]:
    """The phrases, each joined by the sentences that speak of its last noun alone: "pin priority" and "priorities"."""
    nouns = {phrase.key[0]: phrase.members for phrase in found if len(phrase.key) == 1}
    return [_with_noun(phrase, nouns.get(phrase.key[-1], frozenset())) for phrase in found]


def _with_noun(phrase: Phrase, speaking: frozenset[int]) -> Phrase:
    """`phrase` joined by the sentences `speaking` of its noun, unless most of these speak of others of the kind."""
    if not _ends_in_head(phrase) or len(speaking | phrase.members) > _MOST_OF_THE_KIND * len(phrase.members):
        return phrase
    return replace(phrase, members=phrase.members | speaking)


def _ends_in_head(phrase: Phrase) -> bool:
    """Whether the last word is what the phrase is about: so in "pin priority", not in "features moved to QUIC"."""
    if len(phrase.key) < 2 or is_cjk(phrase.text):
        return False
    return not any(is_function_word(word) for word in phrase.text.split())


def _by_value(found: Sequence[Phrase], candidates: Sequence[Scored], pool: Pool) -> Iterator[Phrase]:
    """The phrases, the one that says most of what is still free first.

    A phrase's value only falls as sentences are used, so a value that is out of date is looked at again when its turn
    comes, and not before.
    """
    heap = [(-_value(phrase, candidates, pool), number) for number, phrase in enumerate(found)]
    heapify(heap)
    while heap:
        stale, number = heappop(heap)
        value = _value(found[number], candidates, pool)
        if value < -stale and heap:
            heappush(heap, (-value, number))
        elif value > 0.0:
            yield found[number]


def _value(phrase: Phrase, candidates: Sequence[Scored], pool: Pool) -> float:
    members = [candidates[number] for number in phrase.members if pool.is_free(candidates[number])]
    if len(members) < 2:
        return 0.0
    best = sorted((pool.worth(item) for item in members), reverse=True)[:_BEST_MEMBERS]
    sources = len({item.passage.source for item in members})
    common = len(phrase.members) / len(candidates)
    telling = sum(worth * worth for worth in best) * phrase.quality
    return telling * (1 + _MORE_SOURCES * (sources - 1)) * (1.0 if common < _TOO_COMMON else 0.4)


def _strength(members: Sequence[Scored]) -> float:
    return sum(item.score for item in members) / max(1, len(members))


def _theme(phrase: Phrase, members: Sequence[Scored], pool: Pool, size: int, fewest: int) -> list[Theme]:
    """The theme of `phrase`, or none when fewer than `fewest` of its sentences are free."""
    if sum(pool.is_free(item) for item in members) < fewest:
        return []
    chosen: list[Scored] = []
    while pool.size(chosen) < size:
        free = [item for item in members if pool.is_free(item)]
        if not free:
            break
        run = _run(max(free, key=pool.worth), members, pool)
        pool.use(run)
        chosen += run
    if len(chosen) < min(fewest, _FEWEST_SENTENCES[-1]):
        pool.give_back(chosen)
        return []
    return [Theme(_as_heading(phrase.text), phrase.key, tuple(in_reading_order(chosen)))]


def _run(first: Scored, members: Sequence[Scored], pool: Pool) -> list[Scored]:
    """`first` with the sentences after it that belong to it: those that lean on it, and members of the same theme."""
    run = [first]
    while len(run) < _LONGEST_RUN:
        following = pool.following(run[-1])
        if following is None or following.score < _MUST_KEEP * first.score:
            break
        if not (following.passage.dependent or following in members):
            break
        run.append(following)
    return run


def _is_the_topic(key: Key, topic: Topic) -> bool:
    """Whether a phrase names the topic as a whole, under which everything would fall."""
    if is_cjk(key[0]):
        return any(key[0] in keyword.word for keyword in topic.keywords)
    own = {part for keyword in topic.keywords for part in term_of(keyword.word)} | set(topic.terms)
    return set(key) <= own and (len(key) < 2 or len(topic.keywords) <= len(key) + 1)


def _alike(one: Key, other: Key) -> bool:
    if is_cjk("".join(one)) or is_cjk("".join(other)):
        return _shared(terms("".join(one)), terms("".join(other))) >= 0.5
    return one[-1] == other[-1] or _is_clipped(one[-1], other[-1]) or _shared(one, other) >= 0.5


def _is_clipped(one: str, other: str) -> bool:
    """Whether one word is the other cut short, as "repo" is of "repository"."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_CLIPPED and long.startswith(short)


def _shared(one: Collection[str], other: Collection[str]) -> float:
    return len(set(one) & set(other)) / min(len(set(one)), len(set(other)))


def _as_heading(text: str) -> str:
    return text[0].upper() + text[1:]
