"""The vocabulary of runs in words. A code that is no longer in use, of an old run, stands for itself."""

from collections.abc import Iterable
from typing import TypedDict

from django import template
from django.utils.html import format_html

from briefings.domain.outcome import FAULTS, REASONS
from briefings.rendering.labels import ENGLISH
from briefings.rendering.presentation import other_script, web_address

register = template.Library()

PAGE_LANGUAGE = "en"

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
    "comparison": "a comparison",
    "superlative": "the best or the most of something",
    "temporal": "a time or a change",
    "quantitative": "figures",
    "named": "a name (of a person, place, organisation or product)",
}
CASES = {
    "definition": "the definition of a stable concept",
    "creative": "a purely creative or formatting task",
    "supplied": "a task on material that came with the request",
}
REASON_TEXTS = {reason.value: text for reason, text in REASONS.items()}


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
def origin_name(code: str) -> str:
    return ENGLISH.origins.get(code, code)


@register.filter
def lang(text: str | None) -> str:
    """The attribute that tells the language of a text in a page, where its script shows that it is not English."""
    other = other_script(text or "", PAGE_LANGUAGE)
    return format_html(' lang="{}"', other) if other else ""


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
    """What the wording of a topic pointed to, so that a search was obligatory; code reads words, not minds."""
    reasons = [TRIGGERS.get(code, code) for code in codes]
    return " and ".join([", ".join(reasons[:-1]), reasons[-1]] if len(reasons) > 1 else reasons)


@register.filter
def case_text(code: str) -> str:
    return CASES.get(code, code)


@register.filter
def weblink(url: str | None) -> str:
    """The address where it may become a link, else an empty text."""
    return web_address(url)
