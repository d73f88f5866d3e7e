"""Streamed answers over a real connection."""

import json
import threading
from itertools import repeat

import pytest

from briefings.backends.model.openai_compatible import OpenAICompatible
from briefings.domain.errors import ModelFailed
from briefings.domain.trace import Usage
from tests.backends.model.asking import ASK, CALLED, ask, complete, refused
from tests.doubles.openai_server import OpenAIServer, completion, event, in_turn, streamed, tool_call
from tests.doubles.web import Reply, Site

EVENT_STREAM = {"Content-Type": "text/event-stream"}
ASKED_FOR_USAGE = {"stream_options": {"include_usage": True}}


def test_every_sign_of_life_is_told_while_the_answer_is_on_its_way():
    told = threading.Semaphore(0)

    def answer(_):
        yield b": keep-alive\n\n"
        for piece in streamed(CALLED, {}):
            assert told.acquire(timeout=10)
            yield piece

    with OpenAIServer(lambda request: (200, EVENT_STREAM, answer(request))) as server:
        reply = OpenAICompatible(base_url=server.base_url).complete("m-test", ASK, alive=told.release)
    assert reply.calls


@pytest.mark.parametrize("size", [1, 7, 64])
def test_a_stream_may_be_cut_anywhere_on_its_way(size):
    answer = completion(tool_call("web_search", {"query": "潮汐发电"}), reasoning_content="先想想 🌊")
    stream = b"".join(streamed(answer, ASKED_FOR_USAGE)).replace(b"\n", b"\r\n")
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    with OpenAIServer(lambda _: (200, EVENT_STREAM, iter(pieces))) as server:
        reply = ask(server)
    assert reply.message == answer["choices"][0]["message"]
    assert reply.usage == Usage(prompt=900, completion=60)


def test_a_stream_is_over_with_its_last_line_even_if_nobody_hangs_up():
    released = threading.Event()

    def answer(request):
        yield from streamed(CALLED, request)
        released.wait(10)

    with OpenAIServer(lambda request: (200, EVENT_STREAM, answer(request))) as server:
        reply = ask(server, timeout=5)
        released.set()
    assert reply.calls


@pytest.mark.parametrize("media_type", ["text/event-stream", "application/json", "text/plain"])
@pytest.mark.parametrize("body", [json.dumps(CALLED), b"".join(streamed(CALLED, {}))])
def test_the_body_tells_what_it_is_whatever_the_head_says(media_type, body):
    with OpenAIServer(lambda _: (200, {"Content-Type": media_type}, body)) as server:
        assert ask(server).message == CALLED["choices"][0]["message"]


def test_a_page_in_place_of_a_stream_is_unavailable():
    page = "<html><title>502 Bad Gateway</title></html>"
    with OpenAIServer(lambda _: (200, EVENT_STREAM, page)) as server, pytest.raises(ModelFailed) as failed:
        ask(server)
    assert (failed.value.fault.code, failed.value.fault.detail) == ("model.unavailable", "502 Bad Gateway")


def test_an_error_inside_a_stream_is_what_it_says_and_costs_what_was_used():
    begun = completion(content="Half a sent")
    events = [event({"choices": [], "usage": begun["usage"]}), event({"error": {"code": 429, "message": "busy"}})]
    stream = b"".join([*list(streamed(begun, {}))[:3], *events])
    with OpenAIServer(lambda _: (200, EVENT_STREAM, stream)) as server, pytest.raises(ModelFailed) as failed:
        ask(server)
    assert (failed.value.fault.code, failed.value.fault.detail) == ("model.rate_limited", "busy")
    assert failed.value.usage == Usage(prompt=900, completion=60)


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("Unknown parameter: 'stream_options'.", 400),
        ("property 'stream_options' is unsupported, did you mean 'stream'?", 400),
        ("extraneous key [include_usage] is not permitted", 400),
        ([{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs"}], 422),
    ],
)
def test_refused_stream_options_are_left_out(message, status):
    with OpenAIServer(in_turn(refused(message, status=status), CALLED)) as server:
        reply = ask(server)
    assert server.bodies[1] == {key: value for key, value in server.bodies[0].items() if key != "stream_options"}
    assert reply.calls
    assert reply.notes == (
        "The provider refused stream_options; the call was made without them.",
        "The provider reported no usage.",
    )


@pytest.mark.parametrize(
    ("message", "parameter"),
    [
        ("Your organization must be verified to stream this model.", "stream"),
        ("Streaming is not supported for this model.", None),
        ("tool_choice is not supported with streaming", "tool_choice"),
    ],
)
def test_where_streaming_is_refused_the_answer_is_taken_in_one_go(message, parameter):
    def answer(request):
        return refused(message, parameter) if request.get("stream") else CALLED

    with OpenAIServer(answer) as server:
        provider = OpenAICompatible(base_url=server.base_url)
        replies = [complete(provider), complete(provider)]
    assert [body.keys() & {"stream", "stream_options"} for body in server.bodies[1:]] == [set(), set()]
    assert server.bodies[1]["tool_choice"] == server.bodies[0]["tool_choice"]
    assert {reply.notes for reply in replies} == {("The provider refused to stream; the answer was taken in one go.",)}


def test_an_answer_without_end_is_given_up():
    endless = 200, EVENT_STREAM, repeat(b": keep-alive\n\n" * 50_000)
    with OpenAIServer(lambda _: endless) as server, pytest.raises(ModelFailed) as failed:
        ask(server)
    assert (failed.value.fault.code, failed.value.permanent) == ("model.unavailable", True)


@pytest.mark.parametrize("length", [{}, {"Content-Length": "100000"}])
@pytest.mark.parametrize("events", [0, 1, 3])
def test_a_stream_that_is_cut_is_unavailable(length, events):
    body = b"".join(list(streamed(CALLED, {}))[:events])
    cut = Reply(headers={**EVENT_STREAM, **length}, body=body)
    with Site({"/chat/completions": cut}) as site, pytest.raises(ModelFailed) as failed:
        complete(OpenAICompatible(base_url=site.url("")))
    assert (failed.value.fault.code, failed.value.permanent) == ("model.unavailable", False)
