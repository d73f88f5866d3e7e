"""Which failure of the taxonomy a provider's error is, and whether trying again can help."""

import re
from datetime import datetime

from briefings.backends.model.answers import Answer
from briefings.domain.errors import ModelFailed
from briefings.domain.trace import NO_USAGE, Usage

LONGEST_WAIT = 3600.0
"""Seconds. A provider that asks for a longer wait has no answer for this run."""

_TOO_LONG = re.compile(
    r"context[ _]?length|context (window|size)|maximum context|prompt is too long|too many (input )?tokens"
    r"|input token count|reduce the length"
)
_BAD_KEY = re.compile(
    r"api[ _-]?key[^.]{0,40}(invalid|not valid|incorrect|expired|missing)|(invalid|incorrect)[ _]api[ _]key"
)
_MODERATED = re.compile(r"content[ _]?(filter|policy|management)|moderation|flagged|safety|responsibleai")
# Not every word of "quota" and "billing": Gemini uses them for limits that clear within a minute.
_SPENT = re.compile(r"insufficient[_ ](quota|balance|credits|funds)|billing_(hard_limit|not_active)|balance is too low")
_BY_THE_DAY = re.compile(r"per[ _-]?day|daily|\b[rt]pd\b")
_TIMEOUTS = frozenset({408, 504, 522, 524})
_PASSING = frozenset({409, 425})


def failure(answer: Answer, now: datetime, usage: Usage = NO_USAGE) -> ModelFailed:
    """The failure that `answer`, an error, amounts to. `usage` is what the call cost all the same."""
    cause, permanent = _cause(answer)
    wait = answer.asked_wait(now)
    out_of_reach = wait is not None and wait > LONGEST_WAIT
    return ModelFailed(
        cause,
        answer.message,
        permanent=permanent or out_of_reach,
        retry_after=None if permanent or out_of_reach else wait,
        usage=usage,
    )


def _cause(answer: Answer) -> tuple[str, bool]:
    """The cause, and whether it is there to stay."""
    status, marks = answer.status, answer.marks
    if status == 429:
        return "rate_limited", bool(_SPENT.search(marks) or _BY_THE_DAY.search(marks))
    if status == 413 or _TOO_LONG.search(marks):
        return "context_length", True
    if status < 500 and status not in _TIMEOUTS | _PASSING:
        return _refusal(status, marks), True
    return "timeout" if status in _TIMEOUTS else "unavailable", False


def _refusal(status: int, marks: str) -> str:
    if status == 402 or _SPENT.search(marks):
        return "rate_limited"
    if status == 401 or _BAD_KEY.search(marks):
        return "auth"
    if status == 403 and not _MODERATED.search(marks):
        return "auth"
    return "refused"
