import json
import time
from datetime import UTC, datetime

import pytest

from briefings.backends.model.replies import read
from briefings.backends.model.streams import assembled
from briefings.domain.errors import ModelFailed
from briefings.domain.trace import NO_USAGE, Usage
from briefings.pipeline.ports import ModelRequest, Tool
from tests.doubles.openai_server import completion, streamed, tool_call

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SEARCH = Tool(name="web_search", description="Search.", parameters={"type": "object"})
ASK = ModelRequest(messages=({"role": "user", "content": "Why?"},), tools=(SEARCH,))
COUNTED = {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960}
BARE = {"id": "x", "object": "chat.completion", "created": 1, "model": "m"}


def plain(body):
    return body if isinstance(body, str) else json.dumps(body)


def in_a_stream(body):
    """A whole answer in pieces, anything else that is JSON as the only chunk; a page of HTML stays what it is."""
    if isinstance(body, str) and not body.startswith(('"', "null")):
        return body
    if isinstance(body, dict) and holds_messages(body.get("choices")):
        return b"".join(streamed(body, {"stream_options": {"include_usage": True}})).decode()
    return f"data: {plain(body)}\n\ndata: [DONE]\n\n"


def holds_messages(choices):
    return isinstance(choices, list) and all(isinstance(each, dict) and each.get("message") for each in choices)


@pytest.fixture(params=[plain, in_a_stream])
def reply_to(request):
    return lambda body, asked=ASK: read(assembled(request.param(body)), "m-test", asked, NOW)


def choice(finish, message, **fields):
    return {"index": 0, "finish_reason": finish, "message": {"role": "assistant", **message}, **fields}


def answer(finish, usage=COUNTED, **message):
    return {**BARE, "choices": [choice(finish, message)], "usage": usage}


@pytest.mark.parametrize(
    ("body", "code", "permanent", "said", "usage"),
    [
        (
            {
                "id": None,
                "choices": None,
                "created": None,
                "model": None,
                "usage": None,
                "error": {
                    "message": "Provider returned error",
                    "code": 429,
                    "metadata": {"raw": "Too Many Requests", "provider_name": "P"},
                },
            },
            "model.rate_limited",
            False,
            "Provider returned error: Too Many Requests",
            NO_USAGE,
        ),
        (
            {**BARE, "choices": [], "usage": COUNTED},
            "model.invalid_output",
            False,
            "empty answer",
            Usage(prompt=900, completion=60),
        ),
        ({"error": "model is loading"}, "model.unavailable", False, "model is loading", NO_USAGE),
        (
            "<html><title>502 Bad Gateway</title></html>",
            "model.unavailable",
            False,
            "502 Bad Gateway",
            NO_USAGE,
        ),
        (
            {**BARE, "choices": [choice("error", {"content": ""}, error={"code": 502, "message": "upstream died"})]},
            "model.unavailable",
            False,
            "upstream died",
            NO_USAGE,
        ),
        (
            answer("content_filter", content=None),
            "model.refused",
            True,
            "the provider's filter withheld the answer",
            Usage(prompt=900, completion=60),
        ),
        (answer("stop", content=None, refusal="I cannot help."), "model.refused", True, "I cannot help.", None),
        ({"error": {"code": "429", "message": "busy"}, "choices": []}, "model.rate_limited", False, "busy", NO_USAGE),
        ({"error": {"code": "rate_limit_exceeded", "message": "m"}}, "model.rate_limited", False, "m", NO_USAGE),
        ({"error": {"code": 401, "message": "no"}}, "model.auth", True, "no", NO_USAGE),
        ([{"error": {"code": 503, "message": "over"}}], "model.unavailable", False, "over", NO_USAGE),
        ({**BARE, "choices": [None]}, "model.invalid_output", False, "empty answer", NO_USAGE),
        ({**BARE, "choices": [{"message": None}]}, "model.invalid_output", False, "empty answer", NO_USAGE),
        ({**BARE, "choices": {"0": {}}}, "model.invalid_output", False, "empty answer", NO_USAGE),
        (answer("error", content="Half a sent"), "model.unavailable", False, "the provider broke off its answer", None),
        ('"just a string"', "model.unavailable", False, "just a string", NO_USAGE),
        ("", "model.unavailable", False, "HTTP 502", NO_USAGE),
        ("null", "model.unavailable", False, "null", NO_USAGE),
    ],
)
def test_a_failure_in_the_form_of_an_answer_is_a_typed_error(reply_to, body, code, permanent, said, usage):
    with pytest.raises(ModelFailed) as failed:
        reply_to(body)
    assert failed.value.fault.code == code
    assert failed.value.permanent is permanent
    assert failed.value.fault.detail == said
    if usage is not None:
        assert failed.value.usage == usage


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "length", None, "something_new"])
def test_a_call_is_accepted_whatever_the_finish_reason_says(reply_to, finish):
    reply = reply_to(answer(finish, content="", tool_calls=[tool_call("web_search", '{"query":"a"}')]))
    assert [(call.id, call.name) for call in reply.calls] == [("call_1", "web_search")]


@pytest.mark.parametrize(
    "message",
    [
        {"content": "", "tool_calls": []},
        {"content": "I will now search the web for you."},
        {"content": None, "tool_calls": None},
        {"content": None, "tool_calls": [None, {"id": "x"}, {"id": "y", "function": {"name": ""}}]},
    ],
)
def test_a_reply_may_hold_no_call(reply_to, message):
    assert reply_to(answer("tool_calls", **message)).calls == ()


@pytest.mark.parametrize(
    "content",
    [
        '{"name":"web_search","arguments":{"query":"a"}}',
        '```json\n{"name": "web_search", "parameters": {"query": "a"}}\n```',
        '{"name":"web_search","arguments":"{\\"query\\":\\"a\\"}"}',
        '<think>hm</think>\n<tool_call>{"name": "web_search", "arguments": {"query": "a"}}</tool_call>',
    ],
)
def test_a_call_given_as_text_is_accepted_and_marked(reply_to, content):
    reply = reply_to(answer("stop", content=content))
    assert [(call.name, call.arguments) for call in reply.calls] == [("web_search", {"query": "a"})]
    assert reply.notes == ("The model gave its call as text.",)
    assert reply.message == {"role": "assistant", "content": content}


@pytest.mark.parametrize(
    "content",
    [
        '{"name":"browse","arguments":{"query":"a"}}',
        '{"name":"web_search","arguments":["a"]}',
        '{"query":"a"}',
        'Let me call {"name":"web_search","arguments":{"query":"a"}}',
    ],
)
def test_other_text_is_no_call(reply_to, content):
    reply = reply_to(answer("stop", content=content))
    assert (reply.calls, reply.text) == ((), content)


def test_a_missing_id_is_made_up_and_stands_in_the_message_too(reply_to):
    received = tool_call("web_search", '{"query":"a"}', id_="", extra={"kept": True})
    reply = reply_to(answer("tool_calls", content=None, tool_calls=[received, tool_call("web_search", "{}")]))
    first, second = reply.calls
    assert first.id
    assert second.id == "call_1"
    assert reply.message["tool_calls"][0] == {**received, "id": first.id}


def test_made_up_ids_differ(reply_to):
    twice = [tool_call("web_search", '{"query":"a"}', id_="")] * 2
    first, second = reply_to(answer("tool_calls", content=None, tool_calls=twice)).calls
    assert first.id != second.id


def test_a_legacy_function_call_is_a_call(reply_to):
    reply = reply_to(answer("function_call", function_call={"name": "web_search", "arguments": '{"query":"a"}'}))
    assert [(call.name, call.arguments) for call in reply.calls] == [("web_search", '{"query":"a"}')]


def test_an_answer_cut_before_it_began_is_a_truncated_reply_with_its_tokens(reply_to):
    spent = {
        "prompt_tokens": 3000,
        "completion_tokens": 8000,
        "total_tokens": 11000,
        "completion_tokens_details": {"reasoning_tokens": 8000},
    }
    reply = reply_to(answer("length", usage=spent, content=None, tool_calls=[]))
    assert (reply.truncated, reply.calls, reply.text) == (True, (), "")
    assert reply.usage == Usage(prompt=3000, completion=8000, reasoning=8000)


@pytest.mark.parametrize("content", ["<think>I wonder", "<think>I wonder</think>"])
def test_thoughts_are_no_text_but_stay_in_the_message(reply_to, content):
    reply = reply_to(answer("length", content=content))
    assert reply.text == ""
    assert reply.message["content"] == content


def test_the_text_of_content_parts_is_joined(reply_to):
    parts = [{"type": "text", "text": "One. "}, {"type": "image"}, {"type": "text", "text": "Two."}]
    assert reply_to(answer("stop", content=parts)).text == "One. Two."


def test_without_tools_an_empty_answer_is_a_failure(reply_to):
    with pytest.raises(ModelFailed, match="empty answer"):
        reply_to(completion(content=""), ModelRequest(messages=ASK.messages))


def test_missing_usage_is_noted_not_invented(reply_to):
    reply = reply_to({**answer("stop", content="Hm."), "usage": None})
    assert reply.usage == NO_USAGE
    assert reply.notes == ("The provider reported no usage.",)


@pytest.mark.parametrize("depth", [64, 300, 900, 100_000])
def test_an_answer_that_is_nested_too_deeply_is_a_failure(depth):
    body = '{"choices":[{"message":{"content":' + "[" * depth + "]" * depth + "}}]}"
    with pytest.raises(ModelFailed) as failed:
        read(body, "m-test", ASK, NOW)
    assert failed.value.fault.code == "model.invalid_output"


@pytest.mark.parametrize("name", [["web_search"], {"a": 1}, 7, None])
def test_a_name_that_is_no_text_names_no_call(reply_to, name):
    as_text = json.dumps({"name": name, "arguments": {"query": "a"}})
    assert reply_to(answer("stop", content=as_text)).calls == ()
    plain_call = {"id": "a", "type": "function", "function": {"name": name, "arguments": "{}"}}
    body = plain(answer("tool_calls", content="", tool_calls=[plain_call], function_call={"name": name}))
    assert read(body, "m-test", ASK, NOW).calls == ()


@pytest.mark.parametrize("id_", [["x"], {"a": 1}, 7, True])
def test_an_id_that_is_no_text_is_replaced_everywhere(reply_to, id_):
    reply = reply_to(answer(["stop"], content=None, tool_calls=[{**tool_call("web_search", "{}"), "id": id_}]))
    (call,) = reply.calls
    assert call.id.startswith("call_")
    assert reply.message["tool_calls"][0]["id"] == call.id


def test_half_a_surrogate_pair_becomes_a_question_mark_and_a_whole_one_stays():
    reply = read('{"choices":[{"message":{"content":"a\\ud800 \\ud83d\\ude00"}}]}', "m-test", ASK, NOW)
    assert reply.text == reply.message["content"] == "a? \U0001f600"


@pytest.mark.parametrize("code", ["\u00b2", "9" * 5000, ["a"], True])
def test_a_code_that_is_no_status_stands_for_a_provider_in_trouble(code):
    with pytest.raises(ModelFailed) as failed:
        read(json.dumps({"error": {"message": "m", "code": code}}), "m-test", ASK, NOW)
    assert failed.value.fault.code == "model.unavailable"


def test_a_usage_that_cannot_be_right_is_noted_and_not_counted(reply_to):
    counted = {"prompt_tokens": 9e14, "completion_tokens": 9e14, "total_tokens": 9e14}
    reply = reply_to(answer("stop", usage=counted, content="Hm."))
    assert reply.usage == NO_USAGE
    assert reply.notes == ("The provider reported a usage that cannot be right.",)


@pytest.mark.parametrize("content", ["<tool_call>" * 30_000, "```" + " " * 30_000 + "x", "```" + "` " * 15_000])
def test_no_text_takes_long_to_be_searched_for_calls(content):
    start = time.process_time()
    assert read(plain(answer("stop", content=content)), "m-test", ASK, NOW).calls == ()
    assert time.process_time() - start < 2
