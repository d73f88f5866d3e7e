import json
from typing import Any

import openai
import pytest

from tests.doubles.openai_server import OpenAIServer, completion, tool_call

HELLO: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}


def client_of(server):
    return openai.OpenAI(base_url=server.base_url, api_key="sk-1", max_retries=0)


def test_an_answer_is_streamed_to_whoever_asks_for_a_stream():
    answer = completion(tool_call("web_search", {"query": "a"}, extra_content={"kept": True}))
    asked = {**HELLO, "stream_options": {"include_usage": True}}
    with OpenAIServer(lambda _: answer) as server:
        chunks = [chunk.to_dict() for chunk in client_of(server).chat.completions.create(**asked, stream=True)]
    *deltas, end, usage = chunks
    calls = [call for chunk in deltas for call in chunk["choices"][0]["delta"]["tool_calls"]]
    assert calls[0]["extra_content"] == {"kept": True}
    assert json.loads("".join(call["function"]["arguments"] for call in calls)) == {"query": "a"}
    assert end["choices"][0]["finish_reason"] == "tool_calls"
    assert usage["usage"]["total_tokens"] == 960


def test_usage_is_streamed_only_to_whoever_wants_it():
    with OpenAIServer(lambda _: completion(content="Yes.")) as server:
        chunks = list(client_of(server).chat.completions.create(**HELLO, stream=True))
    assert {chunk.usage for chunk in chunks} == {None}
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "Yes."


def test_a_server_may_not_stream_at_all():
    with OpenAIServer(lambda _: completion(content="Yes."), streams=False) as server:
        answer = client_of(server).chat.completions.with_raw_response.create(**HELLO, stream=True)
    assert answer.headers["content-type"] == "application/json"


def test_requests_are_kept_with_their_times():
    with OpenAIServer(lambda _: completion(content="Yes.")) as server:
        client_of(server).chat.completions.create(**HELLO)
    (received,) = server.requests
    assert received.body == HELLO
    assert received.headers["authorization"] == "Bearer sk-1"
    assert received.started <= received.ended


def ask_a_broken_script():
    with OpenAIServer(lambda body: body["nonsense"]) as server:
        with pytest.raises(openai.InternalServerError):
            client_of(server).chat.completions.create(**HELLO)
        assert server.requests


def test_a_script_that_fails_fails_the_test():
    with pytest.raises(KeyError, match="nonsense"):
        ask_a_broken_script()
