"""An answer with status 200, read with distrust: it may hold an error, nothing at all, or a call in an odd place."""

import hashlib
import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from briefings.backends.model import usage as tokens
from briefings.backends.model.answers import Answer, received
from briefings.backends.model.failures import failure
from briefings.domain.errors import ModelFailed
from briefings.domain.trace import Usage
from briefings.pipeline.agents.tool_arguments import BadArguments, parse
from briefings.pipeline.ports import Message, ModelReply, ModelRequest, ToolCall

_THOUGHT = re.compile(r"<think(ing)?>.*?(</think(ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_TAGGED_CALL = re.compile(r"<tool_call>((?:(?!<tool_call>).)*?)</tool_call>", re.DOTALL)
_NOT_COUNTED = "The provider reported no usage."
_MISCOUNTED = "The provider reported a usage that cannot be right."
_ERROR_STATUS = re.compile(r"[45][0-9]{2}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_CUT = ("length", "max_tokens")
_FILTERED = ("content_filter", "safety")


def read(text: str, asked: str, request: ModelRequest, now: datetime) -> ModelReply:
    """The reply in `text`, the body of an answer of the model `asked`.

    Whether there is something to use decides, never the finish reason alone. An answer that was cut before it held
    anything is a reply too: empty and truncated. Raises ModelFailed.
    """
    body = _writable(received(text), text)
    counted = body.get("usage") if isinstance(body, dict) else None
    usage = tokens.read(counted)
    choice = _choice(body)
    if choice is None:
        raise _no_choice(text, body, usage, now)
    message = _with_ids(choice["message"])
    calls = tuple(_calls(message))
    words = _THOUGHT.sub("", _words(message.get("content"))).strip()
    notes: tuple[str, ...] = () if usage.prompt else (_MISCOUNTED if counted else _NOT_COUNTED,)
    if not calls and words:
        calls = tuple(_calls_in_text(words, request))
        notes += ("The model gave its call as text.",) if calls else ()
    finish = str(choice.get("finish_reason") or "").lower()
    reply = ModelReply(
        message=message,
        text=words,
        calls=calls,
        truncated=finish in _CUT,
        usage=usage,
        model=str(body.get("model") or asked),
        notes=notes,
    )
    _refuse_failures(reply, choice, finish, bool(request.tools), now)
    return reply


def _writable(body: Any, text: str) -> Any:
    """`body` with question marks for halves of surrogate pairs, which could be neither sent nor stored again."""
    if not _SURROGATE.search(text):
        return body
    return json.loads(json.dumps(body, ensure_ascii=False).encode(errors="replace"))


def _choice(body: Any) -> dict[str, Any] | None:
    """The first choice, if it is there with a message."""
    choices = body.get("choices") if isinstance(body, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) and isinstance(first.get("message"), dict) else None


def _no_choice(text: str, body: Any, usage: Usage, now: datetime) -> ModelFailed:
    if not isinstance(body, dict) or body.get("error"):
        return failure(Answer(status=_status(Answer(200, text=text).error), text=text), now, usage)
    return ModelFailed("invalid_output", "empty answer", usage=usage)


def _refuse_failures(
    reply: ModelReply, choice: dict[str, Any], finish: str, tools_were_offered: bool, now: datetime
) -> None:
    """Raises ModelFailed for an answer that is a failure in the form of an answer."""
    error = choice.get("error")
    if error or finish == "error":
        said = json.dumps({"error": error or "the provider broke off its answer"})
        raise failure(Answer(status=_status(error), text=said), now, reply.usage)
    if reply.calls or reply.text:
        return
    refusal = reply.message.get("refusal")
    if refusal or finish.startswith(_FILTERED):
        detail = str(refusal or "the provider's filter withheld the answer")
        raise ModelFailed("refused", detail, permanent=True, usage=reply.usage)
    if not tools_were_offered and not reply.truncated:
        raise ModelFailed("invalid_output", "empty answer", usage=reply.usage)


def _status(error: Any) -> int:
    """The HTTP status that an error inside a 200 stands for: its own code, else that of a provider in trouble."""
    code = error.get("code") if isinstance(error, dict) else None
    if _ERROR_STATUS.fullmatch(str(code)):
        return int(str(code))
    kinds = f"{code} {error.get('type')}" if isinstance(error, dict) else ""
    if "rate_limit" in kinds or "quota" in kinds:
        return 429
    return 400 if "context_length" in kinds or "invalid_request" in kinds else 502


def _with_ids(received: dict[str, Any]) -> Message:
    """The message as received; a role and ids of calls, which a later turn needs, are made up where missing or no
    text."""
    message = {"role": "assistant", **received}
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        message["tool_calls"] = [_with_id(call, place) for place, call in enumerate(calls)]
    return message


def _with_id(call: Any, place: int) -> Any:
    if not isinstance(call, dict) or (isinstance(call.get("id"), str) and call["id"]):
        return call
    return {**call, "id": _made_up_id(place, json.dumps(call, sort_keys=True))}


def _made_up_id(place: int, content: str) -> str:
    return "call_" + hashlib.sha256(f"{place} {content}".encode(errors="backslashreplace")).hexdigest()[:12]


def _calls(message: Message) -> Iterator[ToolCall]:
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict) and _name(function):
            yield ToolCall(id=call["id"], name=_name(function), arguments=function.get("arguments"))
    legacy = message.get("function_call")
    if isinstance(legacy, dict) and _name(legacy):
        identity = _made_up_id(0, json.dumps(legacy, sort_keys=True))
        yield ToolCall(id=identity, name=_name(legacy), arguments=legacy.get("arguments"))


def _name(function: dict[str, Any]) -> str:
    """The name of a function; empty where it has none that is a text."""
    name = function.get("name")
    return name.strip() if isinstance(name, str) else ""


def _words(content: Any) -> str:
    """The text of a message, which is a string or, with some providers, a list of parts."""
    if isinstance(content, list):
        return "".join(_words(part.get("text")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _calls_in_text(words: str, request: ModelRequest) -> Iterator[ToolCall]:
    """Calls that a model wrote as its text: nothing but JSON that names an offered tool and gives an object."""
    offered = {tool.name for tool in request.tools}
    for place, piece in enumerate(_TAGGED_CALL.findall(words) or [words]):
        try:
            call = parse(piece)
            arguments = parse(call.get("arguments", call.get("parameters")))
        except BadArguments:
            continue
        if _name(call) in offered:
            yield ToolCall(id=_made_up_id(place, piece), name=_name(call), arguments=arguments)
