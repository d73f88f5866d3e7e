"""The key points: the few sentences that say most about the topic, each understandable alone."""

import re
from collections.abc import Collection

from briefings.pipeline.extractive.material import size
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored

_SAME_SOURCE = 0.88
_CONDITIONAL = re.compile(
    r"(?:Although|Though|While|If|When|Unless|Even|Once|Before|After|Until|Where)\b|如果|当|虽然|尽管|一旦"
)
# "the error", "the value": what they are of was said before, perhaps.
_BARE = re.compile(
    r"\b[Tt]he\s+(?P<noun>[a-z]{3,})\b(?!\s+(?:of|that|which|who|in|for|to|from|between|[a-z]+(?:ing|ed)\s+by)\b)"
)
_FOCUS = (0.7, 0.5)
_CLEAR = 1.0
_DIRECTNESS = 0.6
_SAYS_WHAT = 0.3
_SAYS_WHAT_IT_IS = 0.4
_LEANS = 0.9
_MOST_BARE = 2
_FURTHER = 0.5
_LONGEST = {True: 100, False: 38}


def key_points(pool: Pool, number: int, *, chinese: bool) -> list[Scored]:
    """At most `number` sentences, best first, taken out of the pool; several sources where several have something."""
    chosen: list[Scored] = []
    most = max((item.direct for item in pool.free()), default=0.0)
    for focus in _FOCUS:
        while len(chosen) < number:
            candidates = [
                item
                for item in _short(pool, chinese=chinese)
                if item.direct >= focus * most and item.clarity >= _CLEAR * focus
            ]
            if not candidates:
                break
            best = max(candidates, key=lambda item: _value(item, chosen))
            chosen.append(best)
            pool.use([best])
    return chosen


def further_sources(pool: Pool, cited: Collection[int], wanted: int, *, chinese: bool) -> list[Scored]:
    """The best sentences of sources not in `cited`, one of each, until `wanted` sources are cited."""
    chosen: dict[int, Scored] = {}
    candidates = _short(pool, chinese=chinese)
    most = max((item.direct for item in pool.scored), default=0.0)
    for item in sorted(candidates, key=lambda item: item.clarity < _CLEAR):
        if item.direct < _FURTHER * most:
            continue
        if len(cited) + len(chosen) < wanted and item.passage.source not in cited:
            chosen.setdefault(item.passage.source, item)
    pool.use(chosen.values())
    return list(chosen.values())


def _short(pool: Pool, *, chinese: bool) -> list[Scored]:
    return [
        item
        for item in pool.free()
        if item.score >= pool.floor and size(item.passage.text, pool.language) <= _LONGEST[chinese]
    ]


def _value(item: Scored, chosen: list[Scored]) -> float:
    from_same = sum(other.passage.source == item.passage.source for other in chosen)
    lead = 1.1 if item.passage.place == 0 else 1.0
    if _CONDITIONAL.match(item.passage.text):
        lead *= 0.55
    lead *= _LEANS ** _bare(item.passage.text)
    says_what = (_SAYS_WHAT + _SAYS_WHAT_IT_IS * (item.direct >= 1.0)) if item.defines else 0.0
    telling = item.score + item.section + (says_what + _DIRECTNESS * item.direct + item.contrast) * item.clarity
    return telling * lead * _SAME_SOURCE**from_same


def _bare(text: str) -> int:
    """How many things a sentence speaks of as known without having named them or saying of what they are; at most 2."""
    found = (match for match in _BARE.finditer(text) if match["noun"] not in text[: match.start()].lower())
    return min(_MOST_BARE, sum(1 for _ in found))
