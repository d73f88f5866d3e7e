"""The arguments of a tool call, which models do not always write as one JSON object."""

import json
import logging
import re
from typing import Any, NoReturn

from briefings.pipeline.agents.nesting import is_too_deep

logger = logging.getLogger(__name__)

_FENCE = re.compile(r"```\w*+(.*)```", re.DOTALL)
_STRING_OR_TRAILING_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])', re.DOTALL)
_CLOSERS = re.compile(r"[\s}\]]*")
_SPACE = re.compile(r"\s*")
_TOO_DEEP = "The arguments are nested too deeply."


class BadArguments(ValueError):
    """The arguments are no JSON object; the message says why, in words for the model."""


def parse(raw: Any) -> dict[str, Any]:
    """The arguments that `raw` stands for.

    Accepted beside one JSON object: an object already decoded; one that was fenced, encoded twice, repeated, or
    closed too often; raw line breaks inside strings; trailing commas. Of several objects the first that is not
    empty counts. Raises BadArguments for everything else.
    """
    value = raw if isinstance(raw, dict) else _object(_text(raw))
    if is_too_deep(value):
        raise BadArguments(_TOO_DEEP)
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError) as error:
        raise BadArguments("The arguments hold a number or a character that JSON does not have.") from error
    return value


def _text(raw: Any) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise BadArguments("The arguments are empty; a JSON object is needed.")
    return raw


def _object(text: str) -> dict[str, Any]:
    values = _values(text)
    if len(values) == 1 and isinstance(values[0], str):
        values = _values(values[0])
    objects = [value for value in values if isinstance(value, dict)]
    if not objects or len(objects) < len(values):
        raise BadArguments("The arguments are not a JSON object.")
    chosen = next((value for value in objects if value), {})
    if any(value not in ({}, chosen) for value in objects):
        logger.warning("A tool call came with several different objects as its arguments; the first one was taken.")
    return chosen


def _values(text: str) -> list[Any]:
    """The JSON values that `text` strings together."""
    fenced = _FENCE.fullmatch(text.strip())
    text = _STRING_OR_TRAILING_COMMA.sub(_without_comma, fenced[1] if fenced else text)
    values: list[Any] = []
    position = _skip(_SPACE, text, 0)
    while position < len(text):
        if values and _skip(_CLOSERS, text, position) == len(text):
            break
        try:
            value, position = _DECODER.raw_decode(text, position)
        except RecursionError as error:
            raise BadArguments(_TOO_DEEP) from error
        except ValueError as error:
            raise BadArguments(f"The arguments are not valid JSON: {error}.") from error
        values.append(value)
        position = _skip(_SPACE, text, position)
    return values


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _without_comma(match: re.Match[str]) -> str:
    return "" if match[0] == "," else match[0]


def _refuse(constant: str) -> NoReturn:
    raise BadArguments(f"The arguments hold {constant}, which is not JSON.")


_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse)
