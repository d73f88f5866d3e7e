"""Answers in a given form: a forced tool call, checked, and asked for again when it cannot be used."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from briefings.domain.errors import ModelFailed
from briefings.pipeline.agents.prompting import load
from briefings.pipeline.agents.tool_arguments import BadArguments, parse
from briefings.pipeline.ports import Message, Model, ModelReply, ModelRequest, ToolCall

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

REPAIR = load("repair")
MORE_ROOM = 4
"""By how much the output limit grows after an answer that it cut off."""

NO_CALL = "no tool call: an answer in words alone is of no use here."

_MOST_COMPLAINTS = 8


class Unusable(Exception):
    """An answer cannot be used. The message says why; `objections` says it for each call, by its id."""

    def __init__(self, message: str, objections: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.objections = dict(objections or {})


class NoUsableAnswer(ModelFailed):
    """The model will not be asked again; `problem` is what was wrong with its last answer."""

    def __init__(self, problem: Unusable) -> None:
        super().__init__("invalid_output", str(problem), permanent=True)
        self.problem = problem


def ask(model: Model, request: ModelRequest, read: Callable[[ModelReply], T], *, repairs: int = 1) -> T:
    """What `read` makes of the model's answer. `read` raises Unusable for an answer that will not do.

    The model then sees its answer with the objections and may answer anew, `repairs` times. An answer that the output
    limit cut before it held anything is not shown again but repeated, once, with a larger limit. Raises ModelFailed.
    """
    reply = model.complete(request)
    if _is_cut_short(reply):
        request = _with_more_room(request)
        reply = model.complete(request)
        if _is_cut_short(reply):
            raise NoUsableAnswer(Unusable("The output limit was used up twice without an answer."))
    for _ in range(repairs):
        try:
            return read(reply)
        except Unusable as problem:
            request = _objecting(request, reply, problem)
            reply = model.complete(request)
    try:
        return read(reply)
    except Unusable as problem:
        raise NoUsableAnswer(problem) from problem


def calls(reply: ModelReply, schemas: Mapping[str, type[M]]) -> list[tuple[ToolCall, M]]:
    """The usable calls of `reply`, each with its checked arguments. `schemas` gives the form of each offered tool.

    Raises Unusable when there is none.
    """
    usable: list[tuple[ToolCall, M]] = []
    objections: dict[str, str] = {}
    for call in reply.calls:
        try:
            usable.append((call, _checked(call, schemas)))
        except BadArguments as error:
            objections[call.id] = str(error)
    if usable:
        return usable
    raise Unusable("; ".join(objections.values()) or NO_CALL, objections)


def within_context(ask_with: Callable[[int], T], budget: int) -> T:
    """`ask_with(budget)`, a number of characters; once more with a third of it when that is more than the model can
    read."""
    try:
        return ask_with(budget)
    except ModelFailed as error:
        if error.fault.cause != "context_length":
            raise
        return ask_with(budget // 3)


def tool_results(message: Message, results: Mapping[str, str], otherwise: str) -> list[Message]:
    """The messages that answer the calls in `message`, which was received from a model.

    A call that is not in `results` is told `otherwise`. A message without calls in their proper place, such as one
    that wrote its call as text, is answered by the user.
    """
    received = message.get("tool_calls")
    ids = [call["id"] for call in received or () if isinstance(call, dict) and call.get("id")]
    if not ids:
        return [{"role": "user", "content": "\n\n".join(results.values()) or otherwise}]
    return [{"role": "tool", "tool_call_id": id_, "content": results.get(id_, otherwise)} for id_ in ids]


def _checked(call: ToolCall, schemas: Mapping[str, type[M]]) -> M:
    schema = schemas.get(call.name)
    if schema is None:
        raise BadArguments(f"There is no tool called {call.name!r}. Available: {', '.join(schemas)}.")
    try:
        return schema.model_validate(parse(call.arguments))
    except ValidationError as error:
        raise BadArguments("The arguments do not fit the tool: " + "; ".join(_complaints(error))) from error


def _complaints(error: ValidationError) -> list[str]:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    return [f"{_place(problem['loc'])}{problem['msg']}" for problem in problems[:_MOST_COMPLAINTS]]


def _place(location: tuple[Any, ...]) -> str:
    return ".".join(str(step) for step in location) + ": " if location else ""


def _is_cut_short(reply: ModelReply) -> bool:
    return reply.truncated and not reply.calls and not reply.text


def _with_more_room(request: ModelRequest) -> ModelRequest:
    return request.model_copy(update={"max_tokens": request.max_tokens * MORE_ROOM})


def _objecting(request: ModelRequest, reply: ModelReply, problem: Unusable) -> ModelRequest:
    """The request with the model's own answer and what is wrong with it."""
    tools = " or ".join(tool.name for tool in request.tools)
    told = {call: REPAIR.fill(problem=text, tools=tools) for call, text in problem.objections.items()}
    again = [*_shown(reply), *tool_results(reply.message, told, REPAIR.fill(problem=problem, tools=tools))]
    enlarged = _with_more_room(request) if reply.truncated else request
    return enlarged.model_copy(update={"messages": (*request.messages, *again)})


def _shown(reply: ModelReply) -> list[Message]:
    """The model's own answer, as received where it holds calls: only then does a provider want all of it back."""
    if reply.message.get("tool_calls"):
        return [reply.message]
    return [{"role": "assistant", "content": reply.text}] if reply.text else []
