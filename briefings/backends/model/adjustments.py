"""Parameters that some providers refuse, and how the call is put so that they take it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from briefings.backends.model.answers import Answer

Payload = dict[str, Any]

_LIMITS = ("max_tokens", "max_completion_tokens")


@dataclass(frozen=True)
class Adjustment:
    """One thing to do differently. `note` tells the trace; `lasting` where the model will never take the parameter,
    so that later calls spare themselves the refusal."""

    note: str
    fits: Callable[[Payload, str], bool]
    change: Callable[[Payload], Payload]
    lasting: bool = True


def next_adjustment(payload: Payload, answer: Answer) -> Adjustment | None:
    """What to do differently after `answer`, or null when it is about something else."""
    if answer.status not in (400, 422):
        return None
    return next((adjustment for adjustment in ADJUSTMENTS if adjustment.fits(payload, answer.marks)), None)


def _without(*names: str) -> Callable[[Payload], Payload]:
    return lambda payload: {key: value for key, value in payload.items() if key not in names}


def _with(**values: Any) -> Callable[[Payload], Payload]:
    return lambda payload: {**payload, **values}


def _renamed(payload: Payload) -> Payload:
    return {"max_completion_tokens" if key == "max_tokens" else key: value for key, value in payload.items()}


def _names(parameter: str, marks: str) -> bool:
    return re.search(rf"\b{parameter}\b", marks) is not None


ADJUSTMENTS = (
    # Both first, since a refusal may be of something else that is not to be had while streaming; the options before
    # the stream, since a refusal of the options names the stream, too.
    Adjustment(
        "The provider refused stream_options; the call was made without them.",
        lambda payload, marks: (
            "stream_options" in payload and (_names("stream_options", marks) or _names("include_usage", marks))
        ),
        _without("stream_options"),
    ),
    Adjustment(
        "The provider refused to stream; the answer was taken in one go.",
        lambda payload, marks: "stream" in payload and (_names("stream", marks) or _names("streaming", marks)),
        _without("stream", "stream_options"),
    ),
    Adjustment(
        "The provider refused the temperature; the call was made without it.",
        lambda payload, marks: "temperature" in payload and _names("temperature", marks),
        _without("temperature"),
    ),
    Adjustment(
        "The provider wanted max_completion_tokens in place of max_tokens.",
        lambda payload, marks: "max_tokens" in payload and _names("max_completion_tokens", marks),
        _renamed,
    ),
    # A limit that is too large for the model, or for what its context has left.
    Adjustment(
        "The provider refused the output limit; the call was made without one.",
        lambda payload, marks: any(name in payload and _names(name, marks) for name in _LIMITS),
        _without(*_LIMITS),
        lasting=False,
    ),
    # OpenAI's newer models take tools on this endpoint only when they do not reason.
    Adjustment(
        "The provider takes tools only without reasoning; the call was made with reasoning_effort none.",
        lambda payload, marks: "reasoning_effort" not in payload and _names("reasoning_effort", marks),
        _with(reasoning_effort="none"),
    ),
    Adjustment(
        "The provider refused a tool choice by name; the call was made with tool_choice required.",
        lambda payload, marks: (
            isinstance(payload.get("tool_choice"), dict) and _names("tool_choice", marks) and "thinking" not in marks
        ),
        _with(tool_choice="required"),
    ),
    # Models that think before every answer cannot be forced (DeepSeek, Qwen, Anthropic).
    Adjustment(
        "The provider refused a forced tool choice; the call was made with tool_choice auto.",
        lambda payload, marks: payload.get("tool_choice", "auto") != "auto" and _names("tool_choice", marks),
        _with(tool_choice="auto"),
    ),
)
"""In the order in which they are considered."""
