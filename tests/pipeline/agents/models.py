"""A model that answers from a list, for tests of the agents."""

import json
from collections.abc import Sequence
from typing import Any

from briefings.domain.errors import ModelFailed
from briefings.pipeline.ports import ModelReply, ModelRequest, ToolCall
from tests.doubles.openai_server import tool_call


class ScriptedModel:
    """Gives `replies` one after the other and remembers what it was asked."""

    def __init__(self, *replies: ModelReply | ModelFailed) -> None:
        self.replies = list(replies)
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, ModelFailed):
            raise reply
        return reply


def calling(name: str, arguments: Any, id_: str = "call_1", **fields: Any) -> ModelReply:
    """A reply with one call; arguments that are no text are encoded as JSON."""
    return calling_all((name, arguments, id_), **fields)


def calling_all(*calls: tuple[str, Any, str], **fields: Any) -> ModelReply:
    made = [tool_call(*call) for call in calls]
    return ModelReply(
        message={"role": "assistant", "content": None, "tool_calls": made},
        calls=tuple(
            ToolCall(id=call["id"], name=call["function"]["name"], arguments=call["function"]["arguments"])
            for call in made
        ),
        **fields,
    )


def saying(text: str = "", **fields: Any) -> ModelReply:
    """A reply without a call."""
    return ModelReply(message={"role": "assistant", "content": text or None}, text=text, **fields)


def text_call(name: str, arguments: Any) -> ModelReply:
    """A reply that gives its call as text."""
    text = json.dumps({"name": name, "arguments": arguments})
    call = ToolCall(id="call_text", name=name, arguments=arguments)
    return ModelReply(message={"role": "assistant", "content": text}, text=text, calls=(call,))


def contents(messages: Sequence[dict[str, Any]]) -> str:
    return "\n".join(str(message.get("content")) for message in messages)
