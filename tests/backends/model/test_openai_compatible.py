import json
import socket
import threading
from functools import partial

import pytest

from briefings.backends.model.openai_compatible import OpenAICompatible
from briefings.domain.errors import ModelFailed
from briefings.domain.trace import Usage
from briefings.pipeline.ports import ModelRequest, Tool
from tests.backends.model.asking import ASK, CALLED, SEARCH, ask, complete, refused
from tests.doubles.openai_server import OpenAIServer, completion, in_turn
from tests.doubles.web import Reply, Site

SKIP = Tool(name="skip_search", description="Do without.", parameters={"type": "object", "properties": {}})
SIGNED = {
    "role": "assistant",
    "content": None,
    "reasoning_content": "Two angles.",
    "tool_calls": [
        {
            "id": "call_a",
            "type": "function",
            "function": {"name": "web_search", "arguments": '{"query":"tidal barrage cost"}'},
            "extra_content": {"google": {"thought_signature": "CpQBAY+/=éxyz", "later_field": {"n": [1, 2.5, None]}}},
        },
        {
            "id": "call_b",
            "type": "function",
            "function": {"name": "web_search", "arguments": '{"query":"tidal barrage output"}'},
        },
    ],
}


@pytest.fixture(params=[True, False], ids=["streaming", "plain"])
def serve(request):
    """A server that streams, and one that takes no notice of the wish for a stream."""
    return partial(OpenAIServer, streams=request.param)


def test_a_request_goes_out_as_the_protocol_wants_it(serve):
    with serve(lambda _: CALLED) as server:
        ask(server, api_key="sk-secret", request=ASK.model_copy(update={"max_tokens": 77}))
    sent = server.requests[0]
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == "Bearer sk-secret"
    assert sent.body == {
        "model": "m-test",
        "messages": [{"role": "user", "content": "潮汐 power?"}],
        "max_tokens": 77,
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.0,
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "web_search",
                    "description": "Search the web.",
                    "parameters": {
                        "type": "object",
                        "properties": {"query": {"type": "string"}},
                        "required": ["query"],
                    },
                },
            }
        ],
        "tool_choice": {"type": "function", "function": {"name": "web_search"}},
    }


def test_a_choice_between_tools_is_required_and_one_can_be_forced(serve):
    with serve(lambda _: CALLED) as server:
        ask(server, ASK.model_copy(update={"tools": (SEARCH, SKIP)}))
        ask(server, ASK.model_copy(update={"tools": (SEARCH, SKIP), "only": "skip_search"}))
    free, forced = server.bodies
    assert free["tool_choice"] == "required"
    assert forced["tool_choice"] == {"type": "function", "function": {"name": "skip_search"}}


def test_without_tools_nothing_is_said_of_tools_or_temperature(serve):
    with serve(lambda _: completion(content="Hello.")) as server:
        reply = ask(server, ModelRequest(messages=ASK.messages))
    assert server.bodies[0].keys() == {"model", "messages", "max_tokens", "stream", "stream_options"}
    assert reply.text == "Hello."


def test_a_server_without_keys_gets_a_dummy(serve):
    with serve(lambda _: CALLED) as server:
        ask(server)
    assert server.requests[0].headers["authorization"].startswith("Bearer ")


def test_a_reply_tells_calls_usage_and_the_model_that_answered(serve):
    with serve(lambda _: {**CALLED, "model": "m-test-2026-08-01"}) as server:
        reply = ask(server)
    assert [(call.id, call.name, call.arguments) for call in reply.calls] == [
        ("call_1", "web_search", '{"query": "a"}')
    ]
    assert reply.usage == Usage(prompt=900, completion=60)
    assert reply.model == "m-test-2026-08-01"
    assert reply.notes == ()


def test_unknown_fields_of_a_message_survive_the_round_trip(serve):
    answer = completion()
    answer["choices"][0]["message"] = SIGNED
    with serve(lambda _: answer) as server:
        reply = ask(server)
        ask(server, ModelRequest(messages=(*ASK.messages, reply.message), tools=(SEARCH,)))
    assert reply.message == SIGNED
    assert server.bodies[1]["messages"][1] == SIGNED


def test_a_plain_answer_is_a_sign_of_life_too(serve):
    signs = []
    with serve(lambda _: CALLED) as server:
        OpenAICompatible(base_url=server.base_url).complete("m-test", ASK, alive=lambda: signs.append(1))
    assert signs


@pytest.mark.parametrize("message", ["temperature is not supported", "Unsupported value: 'temperature' must be 1"])
def test_a_refused_temperature_is_left_out_once_and_noted(serve, message):
    with serve(in_turn(refused(message), CALLED)) as server:
        reply = ask(server)
    first, second = server.bodies
    assert first.pop("temperature") == 0.0
    assert first == second
    assert reply.notes == ("The provider refused the temperature; the call was made without it.",)


def fussy(request):
    """Takes calls as OpenAI's reasoning models do."""
    if "max_tokens" in request:
        return refused("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens")
    if "temperature" in request:
        return refused("Unsupported value: 'temperature' does not support 0 with this model.", "temperature")
    if request.get("reasoning_effort") != "none":
        return refused("Function tools with reasoning_effort are not supported for this model.", "reasoning_effort")
    return CALLED


def test_several_refused_parameters_are_put_right_and_remembered_for_the_model(serve):
    with serve(fussy) as server:
        provider = OpenAICompatible(base_url=server.base_url)
        first = complete(provider)
        again = complete(provider)
    assert len(server.bodies) == 5
    assert server.bodies[-1] == server.bodies[-2]
    assert server.bodies[-1]["max_completion_tokens"] == ASK.max_tokens
    assert len(first.notes) == len(again.notes) == 3


@pytest.mark.parametrize(
    ("message", "choice"),
    [
        ("Invalid tool_choice type: 'object'. Supported string values: none, auto, required", "required"),
        ("Thinking mode does not support this tool_choice", "auto"),
    ],
)
def test_a_refused_tool_choice_is_loosened(serve, message, choice):
    with serve(in_turn(refused(message), CALLED)) as server:
        assert ask(server).calls
    assert server.bodies[1]["tool_choice"] == choice


def test_a_limit_that_is_too_large_is_dropped_for_this_call_only(serve):
    too_large = refused("max_tokens is too large: 4096. At most 1024 are possible.", "max_tokens")
    with serve(in_turn(too_large, CALLED)) as server:
        provider = OpenAICompatible(base_url=server.base_url)
        complete(provider)
        complete(provider)
    assert [body.get("max_tokens") for body in server.bodies] == [4096, None, 4096]


def test_a_parameter_that_is_refused_again_and_again_ends_the_call(serve):
    with (
        serve(lambda _: refused("temperature: no", "temperature")) as server,
        pytest.raises(ModelFailed) as failed,
    ):
        ask(server)
    assert len(server.bodies) == 2
    assert failed.value.fault.code == "model.refused"


def test_there_is_one_try_only(serve):
    with serve(lambda _: (503, {}, {})) as server, pytest.raises(ModelFailed) as failed:
        ask(server)
    assert len(server.bodies) == 1
    assert (failed.value.fault.code, failed.value.permanent) == ("model.unavailable", False)


def test_silence_is_a_timeout(serve):
    released = threading.Event()

    def late(_):
        released.wait(10)
        return CALLED

    with serve(late) as server:
        with pytest.raises(ModelFailed) as failed:
            ask(server, timeout=0.2)
        released.set()
    assert (failed.value.fault.code, failed.value.permanent) == ("model.timeout", False)


@pytest.mark.parametrize(
    ("media_type", "body"), [("application/json", json.dumps(CALLED)), ("text/event-stream", ": keep-alive\n\n" * 1000)]
)
def test_an_answer_that_drips_for_ever_is_a_timeout(media_type, body):
    dripping = Reply(headers={"Content-Type": media_type}, body=body, drip=0.005)
    with Site({"/chat/completions": dripping}) as site, pytest.raises(ModelFailed) as failed:
        complete(OpenAICompatible(base_url=site.url(""), timeout=0.5))
    assert failed.value.fault.code == "model.timeout"


def test_a_refused_connection_is_unavailable():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        with pytest.raises(ModelFailed) as failed:
            complete(OpenAICompatible(base_url=address))
    assert (failed.value.fault.code, failed.value.permanent) == ("model.unavailable", False)
    assert address in failed.value.fault.detail


def test_a_connection_that_breaks_off_is_unavailable():
    with Site({"/chat/completions": Reply(body=None)}) as site, pytest.raises(ModelFailed) as failed:
        complete(OpenAICompatible(base_url=site.url("")))
    assert (failed.value.fault.code, failed.value.permanent) == ("model.unavailable", False)


def test_the_key_is_not_repeated_in_a_failure(serve):
    leaking = refused("Incorrect API key provided: sk-secret.", status=401)
    with serve(lambda _: leaking) as server, pytest.raises(ModelFailed) as failed:
        ask(server, api_key="sk-secret")
    assert failed.value.fault.code == "model.auth"
    assert failed.value.permanent
    assert "sk-secret" not in failed.value.fault.detail
