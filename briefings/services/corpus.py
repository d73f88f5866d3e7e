"""What can be searched here: the local corpus by its subjects, and whether the web is asked besides."""

from collections.abc import Sequence

from django.conf import settings

from briefings.backends.search.combined import parse
from briefings.backends.search.knowledge import NAME, Subject
from briefings.pipeline.retrieval.tokens import terms
from briefings.services import plugs


def asks_the_web() -> bool:
    """Whether any search backend is configured beside the local corpus."""
    return bool(_backends() - {NAME})


def subjects() -> tuple[Subject, ...]:
    """What the local corpus covers, the operator's own documents first; empty where it is not searched."""
    if NAME not in _backends():
        return ()
    return tuple(sorted(plugs.knowledge().subjects(), key=lambda subject: not subject.own))


def neighbours(topic: str, *, limit: int) -> tuple[Subject, ...]:
    """What the local corpus holds close to a topic that it does not cover, the nearest first."""
    return plugs.knowledge().neighbours(topic, limit=limit) if NAME in _backends() else ()


def examples(limit: int, language: str) -> list[Subject]:
    """A few subjects of the local corpus that have little in common: those in `language` where there are any."""
    known = subjects()
    spoken = [subject for subject in known if subject.language.split("-")[0] == language]
    return _spread(spoken or known, limit)


def _spread(given: Sequence[Subject], limit: int) -> list[Subject]:
    """Subjects in their order, each the one whose title shares least with those before it."""
    left, chosen = list(given), list[Subject]()
    told: set[str] = set()
    while left and len(chosen) < limit:
        nearest = min(left, key=lambda subject: (not subject.own, _shared(subject, told)))
        left.remove(nearest)
        chosen.append(nearest)
        told.update(terms(nearest.title))
    return chosen


def _shared(subject: Subject, told: set[str]) -> float:
    words = set(terms(subject.title))
    return len(words & told) / (len(words) or 1)


def _backends() -> set[str]:
    groups = parse(settings.KYLE_SEARCH, plugs.backends())
    return {name for group in groups for name in group}
