"""Any provider that speaks the OpenAI chat completions protocol. One try per call; retries belong to the pipeline."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from briefings.backends.model import streams
from briefings.backends.model.adjustments import Adjustment, Payload, next_adjustment
from briefings.backends.model.answers import Answer
from briefings.backends.model.failures import failure
from briefings.backends.model.replies import read
from briefings.domain.errors import ModelFailed
from briefings.pipeline.ports import ModelReply, ModelRequest, Tool

if TYPE_CHECKING:
    import openai
    from openai._response import APIResponse

DEFAULT_BASE_URL = "https://api.openai.com/v1"

# The client insists on a key; local servers have none.
_NO_KEY = "none"
_CONNECT_SECONDS = 10.0
_MOST_BYTES = 16 * 1024 * 1024


def _now() -> datetime:
    return datetime.now(UTC)


class OpenAICompatible:
    """The provider behind `base_url`. `timeout`: the seconds that an answer may take, and that it may be silent."""

    def __init__(
        self, *, api_key: str = "", base_url: str = "", timeout: float = 120.0, now: Callable[[], datetime] = _now
    ) -> None:
        self._api_key = api_key
        self._base_url = base_url or DEFAULT_BASE_URL
        self._timeout = timeout
        self._now = now
        self._habits: dict[str, tuple[Adjustment, ...]] = {}

    def complete(self, model: str, request: ModelRequest, *, alive: Callable[[], None]) -> ModelReply:
        """One call, streamed where the provider can; `alive` is called with everything that arrives of the answer.

        A parameter that the provider refuses is left out and the call made once more, with a note. A stream that
        breaks off is a failure, never a shorter answer. Raises ModelFailed.
        """
        adjustments = self._habits.get(model, ())
        while True:
            payload = _payload(model, request)
            for adjustment in adjustments:
                payload = adjustment.change(payload)
            answer = self._post(payload, alive)
            if answer.status < 300:
                break
            refused = next_adjustment(payload, answer)
            if refused is None or refused in adjustments:
                raise failure(answer, self._now())
            adjustments = (*adjustments, refused)
        self._habits[model] = tuple(adjustment for adjustment in adjustments if adjustment.lasting)
        reply = read(answer.text, model, request, self._now())
        notes = tuple(adjustment.note for adjustment in adjustments)
        return reply.model_copy(update={"notes": (*notes, *reply.notes)})

    @cached_property
    def _client(self) -> openai.OpenAI:
        # Importing the client costs most of a second, which no web process should pay.
        import httpx2
        import openai

        return openai.OpenAI(
            api_key=self._api_key or _NO_KEY,
            base_url=self._base_url,
            max_retries=0,
            timeout=httpx2.Timeout(self._timeout, connect=min(_CONNECT_SECONDS, self._timeout)),
        )

    def _post(self, payload: Payload, alive: Callable[[], None]) -> Answer:
        """The answer, put together where it was streamed: its JSON is read by us, for the client's objects lose errors
        that come with status 200, and break on streams that are not quite as OpenAI's."""
        import httpx2
        import openai

        deadline = time.monotonic() + self._timeout
        try:
            # What is sent is ours as it stands. As arguments it would be looked through for what the client knows
            # better, schemas and all, which takes a tenth of all that a run computes.
            create = self._client.chat.completions.with_streaming_response.create
            with create(model=payload["model"], messages=[], extra_body=payload) as response:
                alive()
                return self._answer(response.status_code, response.headers, self._body(response, deadline, alive))
        except openai.APIStatusError as error:
            return self._answer(error.status_code, error.response.headers, error.response.text)
        except (openai.APITimeoutError, httpx2.TimeoutException) as error:
            raise self._too_slow() from error
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            raise ModelFailed("unavailable", f"{self._base_url}: {error.__cause__ or error}") from error

    def _body(self, response: APIResponse[Any], deadline: float, alive: Callable[[], None]) -> str:
        """The body, however slowly it drips: within the time and size that one answer may have."""
        body = bytearray()
        for piece in response.iter_bytes():
            alive()
            before = len(body)
            body += piece
            if time.monotonic() > deadline:
                raise self._too_slow()
            if len(body) > _MOST_BYTES:
                raise ModelFailed("unavailable", "the provider's answer does not end", permanent=True)
            if streams.ended(body, before):
                break
        return body.decode("utf-8", errors="replace")

    def _answer(self, status: int, headers: Any, text: str) -> Answer:
        whole = streams.assembled(text)
        # Some providers repeat the key in their error messages, which end up on the run's page.
        safe = whole.replace(self._api_key, "[key]") if self._api_key else whole
        return Answer(status=status, headers=headers, text=safe)

    def _too_slow(self) -> ModelFailed:
        return ModelFailed("timeout", f"no answer within {self._timeout:g} seconds")


def _payload(model: str, request: ModelRequest) -> Payload:
    payload: Payload = {
        "model": model,
        "messages": list(request.messages),
        "max_tokens": request.max_tokens,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if request.temperature is not None:
        payload["temperature"] = request.temperature
    if request.tools:
        payload["tools"] = [_tool(tool) for tool in request.tools]
        payload["tool_choice"] = _choice(request)
    return payload


def _tool(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _choice(request: ModelRequest) -> Any:
    only = request.only or (request.tools[0].name if len(request.tools) == 1 else None)
    return {"type": "function", "function": {"name": only}} if only else "required"
