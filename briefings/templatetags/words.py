"""The vocabulary of runs in words. A code that is no longer in use, of an old run, stands for itself."""

from collections.abc import Iterable
from typing import TypedDict

from django import template

from briefings.domain.outcome import FAULTS, REASONS
from briefings.rendering.labels import ENGLISH
from briefings.rendering.presentation import web_address

register = template.Library()

STAGES = {
    "plan": "Plan",
    "research": "Research",
    "outline": "Outline",
    "write": "Write",
    "verify": "Verify",
    "gate": "Final check",
    "render": "Files",
}
STATUSES = {
    "queued": "Queued",
    "running": "In progress",
    "awaiting_approval": "Waiting for approval",
    "done": "Done",
    "failed": "Failed",
    "rejected": "Rejected",
    "cancelled": "Cancelled",
    "success": "Success",
    "degraded": "Degraded",
}
QUOTA_HOLDERS = {
    "user": "for your account",
    "guest": "for a guest",
    "address": "for all guests at your network address",
    "site": "for this whole installation",
}
FORMATS = {"docx": "Word", "pdf": "PDF", "md": "Markdown", "json": "JSON"}
TRIGGERS = {
    "comparison": "it asks for a comparison",
    "superlative": "it asks for the best or the most",
    "temporal": "it depends on when it is asked",
    "quantitative": "it asks for figures",
    "named": "it names a person, an organisation or a product",
}
CASES = {
    "definition": "the definition of a stable concept",
    "creative": "a purely creative or formatting task",
    "supplied": "a task on material that came with the request",
}
REASON_TEXTS = {reason.value: text for reason, text in REASONS.items()}
_NO_SOURCE = (
    "Nothing was found that a briefing could rest on. Word the topic more broadly, paste material of your own, or try "
    "again later."
)
ADVICE = {
    "search": _NO_SOURCE,
    "fetch": _NO_SOURCE,
    "research": _NO_SOURCE,
    "model": "The model could not do its part. Try again later; if that does not help, whoever runs this installation "
    "has to look at the model's settings.",
    "budget": "What one briefing may spend did not suffice. Ask for a shorter document, or ask whoever runs this "
    "installation for a larger budget.",
    "gate": "The document was not good enough to be delivered. Word the topic more precisely, or paste material of "
    "your own.",
    "worker": "The fault lies with this installation and not with your request. Try again.",
}


class FaultEntry(TypedDict):
    """A fault as a run keeps it."""

    stage: str
    cause: str
    detail: str


@register.filter
def stage_name(code: str) -> str:
    return STAGES.get(code, code)


@register.filter
def status_name(code: str) -> str:
    """A status or an outcome."""
    return STATUSES.get(code, code)


@register.filter
def quota_holder(whose: str) -> str:
    return QUOTA_HOLDERS[whose]


@register.filter
def format_name(code: str) -> str:
    return FORMATS.get(code, code)


@register.filter
def tier_name(code: str) -> str:
    return ENGLISH.tiers.get(code, code)


@register.filter
def reason_text(code: str) -> str:
    return REASON_TEXTS.get(code, code)


@register.filter
def fault_code(fault: FaultEntry) -> str:
    return f"{fault['stage']}.{fault['cause']}"


@register.filter
def fault_text(code: str) -> str:
    return FAULTS.get(code, code)


@register.filter
def trigger_texts(codes: Iterable[str]) -> str:
    """Why a search was obligatory, as the second half of a sentence."""
    reasons = [TRIGGERS.get(code, code) for code in codes]
    return " and ".join([", ".join(reasons[:-1]), reasons[-1]] if len(reasons) > 1 else reasons)


@register.filter
def case_text(code: str) -> str:
    return CASES.get(code, code)


@register.filter
def advice(faults: Iterable[FaultEntry]) -> list[str]:
    """What the requester of a failed run can do about its faults, each hint once."""
    return list(dict.fromkeys(ADVICE[fault["stage"]] for fault in faults if fault["stage"] in ADVICE)) or [
        ADVICE["worker"]
    ]


@register.filter
def weblink(url: str | None) -> str:
    """The address where it may become a link, else an empty text."""
    return web_address(url)
