"""Streamed answers, read as if they had come in one go.

A stream is a series of server-sent events (WHATWG HTML, 9.2.6), each with a chunk of the answer as JSON, the last with
`[DONE]`. Whether a body is a stream is told by its first line: servers mislabel them, and ignore that one was wanted.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from briefings.backends.model.answers import Answer, decoded, received
from briefings.backends.model.fragments import GrowingMessage, Json

_STREAM = re.compile(r"\ufeff?\s*(data|event|id|retry)?:")
# Not what `splitlines` knows beyond these: JSON may hold a line separator as it is.
_LINE_END = re.compile(r"\r\n|\n|\r")
_DONE = "[DONE]"
_LAST_LINE = re.compile(rb"[\r\n]data: ?\[DONE\][ \t]*[\r\n]")
_LONGEST_LAST_LINE = 32


def ended(body: bytes | bytearray, before: int) -> bool:
    """Whether the stream in `body` came to its end with the bytes from `before` on. Servers may keep silent then
    without hanging up."""
    return _LAST_LINE.search(body, max(0, before - _LONGEST_LAST_LINE)) is not None


def assembled(text: str) -> str:
    """The body that the answer in `text` would have had without streaming; any other text as it is.

    The message is whole, unknown fields included. Of usage and model the last that was told counts. A stream that
    holds an error, something unreadable, or less than an answer, becomes an error body with the usage so far. Raises
    ModelFailed for JSON that is nested too deeply.
    """
    if not _STREAM.match(text):
        return text
    # ASCII joins the two halves of a character that were escaped in different chunks.
    return json.dumps(_whole(text))


def _whole(text: str) -> Json:
    answer = _GrowingAnswer()
    for event, data in _events(text):
        if data == _DONE:
            return answer.whole
        chunk = received(data)
        error = _error(event, chunk, data)
        if error:
            return answer.failed(error)
        answer.add(chunk)
    return answer.whole if answer.is_finished else answer.failed("the stream broke off before the answer was complete")


@dataclass
class _GrowingAnswer:
    _fields: Json = field(default_factory=dict)
    _choice: Json = field(default_factory=dict)
    _message: GrowingMessage = field(default_factory=GrowingMessage)

    def add(self, chunk: Json) -> None:
        choice = dict(_first_choice(chunk))
        delta = choice.pop("delta", None)
        if isinstance(delta, dict):
            self._message.add(delta)
        self._fields.update(_told(chunk))
        self._choice.update(_told(choice))

    @property
    def is_finished(self) -> bool:
        return "finish_reason" in self._choice

    @property
    def whole(self) -> Json:
        # A server that only pretends to stream sends its message in one piece, in the field of a plain answer.
        message = self._message.whole or self._choice.get("message")
        choices = [{**self._choice, "message": message}] if message else []
        return {**self._fields, "choices": choices, "usage": self._usage}

    def failed(self, error: Any) -> Json:
        return {"error": error, "usage": self._usage}

    @property
    def _usage(self) -> Any:
        # Moonshot counts in the last choice.
        return self._fields.get("usage") or self._choice.get("usage")


def _told(fields: Json) -> Json:
    return {name: value for name, value in fields.items() if value}


def _first_choice(chunk: Json) -> Json:
    choices = chunk.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else {}


def _error(event: str, chunk: Any, data: str) -> Any:
    """The failure that an event stands for, if it does; a chunk that is no object is one, too."""
    if not isinstance(chunk, dict) or event == "error" or chunk.get("object") == "error" or chunk.get("error"):
        return Answer(200, text=data).error or data
    return _first_choice(chunk).get("error")


def _events(text: str) -> Iterator[tuple[str, str]]:
    """Name and data of each event; comments, which keep the line alive, and events without data are left out."""
    name, data = "", list[str]()
    for line in [*_LINE_END.split(text.removeprefix("\ufeff")), ""]:
        if not line:
            yield from ((name, piece) for piece in _payloads(data))
            name, data = "", []
        label, _, value = line.partition(":")
        if label == "event":
            name = value.strip()
        elif label == "data":
            data.append(value.strip())


def _payloads(lines: list[str]) -> list[str]:
    """What the data lines of one event hold: one JSON text, or several where the blank lines between were lost."""
    joined = "\n".join(lines)
    several = len(lines) > 1 and decoded(joined) is None
    return [line for line in (lines if several else [joined]) if line]
