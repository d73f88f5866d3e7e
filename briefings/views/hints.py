"""What the requester of a failed run can do about it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from briefings.backends.search.knowledge import Subject
from briefings.models import Run
from briefings.pipeline.routing import mentions_supplied
from briefings.services import corpus

NEIGHBOURS = 5

_MODEL = (
    "The model could not do its part. Try again later; if that does not help, whoever runs this installation has to "
    "look at the model's settings."
)
_BUDGET = (
    "What one briefing may spend did not suffice. Ask for a shorter document, or ask whoever runs this installation "
    "for a larger budget."
)
_INSTALLATION = "The fault lies with this installation and not with your request. Try again."
_NO_SETTING = (
    "This installation searches its local corpus alone. Whoever runs it can connect the web with the setting "
    "KYLE_SEARCH, for example KYLE_SEARCH=duckduckgo+wikipedia,knowledge."
)
_OFFLINE = (
    "No search engine on the web could be reached. Whoever runs this installation should look at its connection to the "
    "internet; the setting KYLE_SEARCH names the engines that it asks."
)
_BLOCKED = "A search engine refused to answer just now. Try again in a while."
_SPELLING = "Check the spelling of the topic, word it more broadly, or leave out what is not essential."
_PASTE = "Paste text about the topic under “Your own material”, a page or two: the briefing can then rest on it."
_PRECISE = (
    "The document was not good enough to be delivered. Word the topic more precisely, or paste material of your own."
)

_NOTHING_FOUND = ("research.empty", "outline.failed")
"""Faults of a run whose topic has no source that a document could be made of; the latter where no model takes part."""


@dataclass(frozen=True)
class Advice:
    """Hints in the order of their worth. `neighbours` are subjects of the local corpus near to the topic; `subjects`
    are all of them where none is near. Both are empty where the run did not fail for want of a source."""

    hints: tuple[str, ...]
    neighbours: tuple[Subject, ...] = ()
    subjects: tuple[Subject, ...] = ()


def advice(run: Run) -> Advice:
    """Advice on a failed run."""
    codes = {fault.code for fault in run.read_faults()}
    found = not _found_nothing(run, codes)
    hints = tuple(dict.fromkeys(_hints(run, codes, found=found))) or (_INSTALLATION,)
    if found or mentions_supplied(run.topic):
        return Advice(hints)
    near = corpus.neighbours(run.topic, limit=NEIGHBOURS)
    return Advice(hints, near, () if near else corpus.subjects())


def _found_nothing(run: Run, codes: set[str]) -> bool:
    if any(code.startswith("model.") for code in codes):
        return False
    return any(code in codes for code in _NOTHING_FOUND if run.cast == "extractive" or code.startswith("research"))


def _hints(run: Run, codes: set[str], *, found: bool) -> Iterator[str]:
    stages = {code.partition(".")[0] for code in codes}
    if "model" in stages:
        yield _MODEL
    if "budget" in stages:
        yield _BUDGET
    yield from _on_material(run, codes, found=found)
    if not found:
        yield from _on_sources(run, codes)
    elif "gate" in stages and not run.read_brief().supplied_text:
        yield _PRECISE


def _on_material(run: Run, codes: set[str], *, found: bool) -> Iterator[str]:
    """Says of pasted material how long it is, where the document came out too short."""
    pasted = len(run.read_brief().supplied_text.strip())
    if pasted and (not found or "gate.too_short" in codes):
        yield (
            f"Your own material has {pasted:,} characters, and a briefing needs at least "
            f"{settings.KYLE_GATE_CHARACTERS:,} characters of text that answers the topic. Paste more of it, best a "
            "page or two, or name a topic that it speaks about."
        )


def _on_sources(run: Run, codes: set[str]) -> Iterator[str]:
    """What may bring sources; nothing where the topic is all about the requester's own text."""
    material = run.read_brief().supplied_text
    if material and mentions_supplied(run.topic):
        return
    if not corpus.asks_the_web():
        yield _NO_SETTING
    elif "search.network" in codes:
        yield _OFFLINE
    elif "search.blocked" in codes:
        yield _BLOCKED
    yield _SPELLING
    if not material:
        yield _PASTE
