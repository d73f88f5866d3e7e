"""A provider's answer as it came over the wire, and what its error bodies say in all their shapes."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Any

from briefings.domain.errors import ModelFailed
from briefings.pipeline.agents.nesting import is_too_deep

_TITLE = re.compile(r"<title[^<>]*>([^<]*)</title>", re.IGNORECASE)
_PROTOBUF_DURATION = re.compile(r"(\d+(?:\.\d+)?)s")
_LONGEST_MESSAGE = 300


@dataclass(frozen=True)
class Answer:
    """HTTP status (or the one that an error inside a 200 names), headers and body text."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    text: str = ""

    @cached_property
    def body(self) -> Any:
        """The body as JSON, or null when it is none."""
        return decoded(self.text)

    @cached_property
    def error(self) -> Any:
        """The innermost error: an object or a string as a rule. Bodies come as an array, too."""
        body = self.body[0] if isinstance(self.body, list) and self.body else self.body
        return body["error"] if isinstance(body, dict) and body.get("error") else body

    @property
    def message(self) -> str:
        """What the provider says in its own words, on one line; never empty."""
        text = " ".join((self._own_words() or f"HTTP {self.status}").split())
        return text if len(text) <= _LONGEST_MESSAGE else text[: _LONGEST_MESSAGE - 1] + "…"

    @property
    def marks(self) -> str:
        """The error's codes and words in lower case, to look for tell-tale terms in."""
        if not isinstance(self.error, dict):
            return self._own_words().lower()
        codes = [self.error.get(name) for name in ("code", "type", "status", "param")]
        return " ".join([*(str(code) for code in codes if code), self._own_words(), *self._quotas()]).lower()

    def asked_wait(self, now: datetime) -> float | None:
        """Seconds that the provider asks to wait: from `retry-after-ms`, `retry-after` (seconds or a date) or the
        body's RetryInfo. Null when it asks for none, or for none that lies ahead."""
        for seconds in (self._milliseconds(), self._retry_after(now), self._retry_info()):
            if seconds is not None and seconds > 0:
                return seconds
        return None

    def _own_words(self) -> str:
        error = self.error
        if isinstance(error, str):
            return error
        if isinstance(error, dict):
            parts = [error.get("message") or error.get("detail"), _raw(error.get("metadata"))]
            return ": ".join(str(part) for part in parts if part)
        title = _TITLE.search(self.text)
        return title[1] if title else self.text

    def _details(self) -> Iterator[dict[str, Any]]:
        details = self.error.get("details") if isinstance(self.error, dict) else None
        yield from (detail for detail in details or () if isinstance(detail, dict))

    def _quotas(self) -> Iterator[str]:
        for detail in self._details():
            violations = detail.get("violations")
            for violation in violations if isinstance(violations, list) else ():
                yield json.dumps(violation)

    def _milliseconds(self) -> float | None:
        seconds = _number(self.headers.get("retry-after-ms", ""))
        return None if seconds is None else seconds / 1000

    def _retry_after(self, now: datetime) -> float | None:
        value = self.headers.get("retry-after", "")
        seconds = _number(value)
        if seconds is not None or not value:
            return seconds
        try:
            moment = parsedate_to_datetime(value)
        except (ValueError, OverflowError):
            return None
        return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - now).total_seconds()

    def _retry_info(self) -> float | None:
        for detail in self._details():
            match = _PROTOBUF_DURATION.fullmatch(str(detail.get("retryDelay", "")))
            if match:
                return float(match[1])
        return None


def decoded(text: str) -> Any:
    """`text` as JSON, or null when it is none, or one that nobody could follow."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def received(text: str) -> Any:
    """`text`, a body or a part of a stream, as JSON, or null when it is none. Raises ModelFailed for JSON that is
    nested too deeply to be sent or stored again."""
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError:
        return None
    if is_too_deep(value):
        raise _too_deep()
    return value


def _too_deep() -> ModelFailed:
    return ModelFailed("invalid_output", "the answer is nested too deeply")


def _raw(metadata: Any) -> Any:
    """What the provider behind a router said."""
    return metadata.get("raw") if isinstance(metadata, dict) else None


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if abs(number) < float("inf") else None
