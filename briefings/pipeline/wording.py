"""What the pipeline itself says in a document, in English and in Chinese."""

from collections import Counter
from collections.abc import Iterable

from briefings.domain.document import PipelineNote
from briefings.domain.language import is_chinese
from briefings.domain.outcome import FAULTS, REASONS, Fault, Reason
from briefings.pipeline import wording_chinese

REMARKS: dict[str, str] = {
    "verbatim": "Every sentence of this document was taken word for word from its source; no model took part.",
    "starter_only": "This document rests only on the starter notes that come with Kyle, not on sources searched "
    "for it.",
    "audience_ignored": "The audience asked for could not be taken into account: sentences are taken as they stand.",
    "language_kept": "The document keeps the language of its sources, since without a model nothing is translated.",
    "sections_empty": "{empty} of {total} sections came out empty and were left out.",
    "citations_removed": "{count} citations of sources that were never fetched were removed.",
    "markup_removed": "{count} pieces of markup, addresses or references of the writer's own making were removed "
    "from the text.",
    "process_talk": "{count} sentences in which the writer spoke of its own work were removed.",
    "cited_share": "{cited} of {statements} statements of fact carry a citation.",
    "revised": "This is version {version} of the document; the final check did not let the earlier ones pass.",
    "skip_refused": "The planner wanted to do without a search in a way that is not allowed; Kyle searched for "
    "the topic.",
    "searched_anyway": "The planner made no usable tool call, so Kyle searched for the topic itself.",
    "budget_plan": "The budget left no room to plan the research, so Kyle searched for the topic itself.",
    "budget_outline": "The budget left no room to lay out the document, so Kyle gave it the usual form.",
    "budget_sections": "The budget did not reach for all sections. Left out: {headings}.",
    "simplified": "Earlier attempts at this briefing were lost, so Kyle worked in simplified mode: it asked fewer "
    "questions and wrote a shorter document.",
    "caution": "No source was read for this document. Every statement in it rests on what the model knows and "
    "must be checked before it is used.",
    "several_times": "{meaning} This happened {count} times.",
}

_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


def remark(key: str, language: str, **figures: int | str) -> str:
    """A remark in the language of the document where Kyle speaks it, else in English."""
    return _told(REMARKS[key], wording_chinese.REMARKS[key], language).format(**figures)


def reason(degradation: Reason, language: str) -> str:
    return _told(REASONS[degradation], wording_chinese.REASONS[degradation], language)


def faults(met: Iterable[Fault], language: str) -> tuple[PipelineNote, ...]:
    """What the faults mean to a reader, each kind of them once. What happened in detail is the operator's: it comes as
    machines report it, in English."""
    return tuple(PipelineNote(code=code, text=_fault(code, count, language)) for code, count in _counted(met).items())


def _counted(met: Iterable[Fault]) -> Counter[str]:
    return Counter(fault.code for fault in met)


def _fault(code: str, count: int, language: str) -> str:
    meaning = _told(FAULTS[code], wording_chinese.FAULTS[code], language)
    return meaning if count == 1 else remark("several_times", language, meaning=meaning.rstrip("。"), count=count)


def _told(english: str, chinese: wording_chinese.Both, language: str) -> str:
    if not is_chinese(language):
        return english
    simplified, traditional = chinese
    return traditional if language.lower().startswith(_TRADITIONAL) else simplified
