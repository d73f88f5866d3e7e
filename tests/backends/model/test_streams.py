import json

import pytest

from briefings.backends.model.streams import assembled, ended
from briefings.domain.errors import ModelFailed
from tests.doubles.openai_server import completion, streamed, tool_call

USAGE = {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960}
DONE = "data: [DONE]\n\n"
BROKEN_OFF = "the stream broke off before the answer was complete"


def chunk(delta=None, finish=None, **fields):
    return {"model": "m", "choices": [{"index": 0, "delta": delta or {}, "finish_reason": finish}], **fields}


def sent(*chunks, end=DONE):
    return "".join(f"data: {json.dumps(each, ensure_ascii=False)}\n\n" for each in chunks) + end


def answer(text):
    return json.loads(assembled(text))


def content(text):
    return answer(text)["choices"][0]["message"]["content"]


HELLO = [chunk({"role": "assistant", "content": "Hel"}), chunk({"content": "lo."}), chunk(finish="stop")]
COUNT = {"model": "m", "choices": [], "usage": USAGE}


def test_a_stream_amounts_to_the_answer_in_one_go():
    whole = completion(
        tool_call("web_search", {"query": "潮汐"}, "call_a", extra_content={"google": {"thought_signature": "é+/="}}),
        tool_call("web_search", {"query": "b"}, "call_b"),
        content="Two searches.",
        reasoning_content="First this,\nthen that.",
        refusal=None,
    )
    text = b"".join(streamed(whole, {"stream_options": {"include_usage": True}})).decode()
    assert text.count("data:") > 8
    (choice,) = answer(text)["choices"]
    assert choice["message"] == whole["choices"][0]["message"]
    assert choice["finish_reason"] == "tool_calls"
    assert answer(text)["usage"] == whole["usage"]
    assert answer(text)["model"] == whole["model"]


@pytest.mark.parametrize("text", ["", "{}", '{"choices": []}', "<html>data: x</html>", "\n\n {}", "Bad gateway: no"])
def test_what_is_no_stream_is_left_as_it_is(text):
    assert assembled(text) == text


PLAIN = sent(*HELLO, COUNT)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace("data: ", "data:"),
        "\ufeff" + PLAIN,
        ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n" + PLAIN.replace("\n\n", "\n\n: keep-alive\n\n"),
        PLAIN.replace("data:", "event: chunk\nid: 7\nretry: 10\ndata:"),
        PLAIN.replace("data:", "data:\n\ndata: {}\n\nevent: ping\ndata: {}\n\ndata:", 1),
        # The blank lines lost on the way, and one chunk over several lines.
        PLAIN.replace("\n\n", "\n"),
        PLAIN.replace('{"model"', '{\ndata: "model"'),
        # Either end is enough.
        sent(*HELLO, COUNT, end=""),
        sent(*HELLO, COUNT, end="").rstrip(),
        sent(*HELLO[:2], COUNT),
        PLAIN + "data: {not for us\n\n",
    ],
)
def test_every_form_of_a_stream_is_read(text):
    assert content(text) == "Hello."
    assert answer(text)["usage"] == USAGE


def test_line_separators_inside_a_text_end_no_line():
    assert content(sent(chunk({"content": "a\u2028b\x85c"}, "stop"))) == "a\u2028b\x85c"


def test_the_halves_of_an_escaped_character_are_joined():
    halves = [chunk({"content": half}) for half in ("\ud83d", "\ude00")]
    assert content("".join(f"data: {json.dumps(half)}\n\n" for half in halves) + DONE) == "😀"


@pytest.mark.parametrize(
    "chunks",
    [
        [*HELLO, {"choices": [], "usage": USAGE}],
        [*HELLO, {"choices": [], "usage": USAGE}, {"choices": [], "usage": None}, {"choices": [], "usage": {}}],
        [{**each, "usage": {**USAGE, "completion_tokens": count}} for count, each in enumerate(HELLO)] + [COUNT],
        [*HELLO[:2], {**HELLO[2], "usage": USAGE}],
        [*HELLO[:2], {"choices": [{"delta": {}, "finish_reason": "stop", "usage": USAGE}]}],
    ],
)
def test_the_last_usage_counts(chunks):
    assert answer(sent(*chunks))["usage"] == USAGE


def test_the_last_model_and_the_reason_of_the_end_are_told():
    chunks = [chunk({"content": "a"}, model=""), chunk(finish="length", model="m-2"), chunk(finish=None, model=None)]
    made = answer(sent({"choices": [], "prompt_filter_results": []}, *chunks))
    assert made["model"] == "m-2"
    assert made["choices"][0]["finish_reason"] == "length"


@pytest.mark.parametrize(
    "text",
    [
        sent(*HELLO[:2], end=""),
        sent(*HELLO[:2], COUNT, end=""),
        sent(HELLO[0], end='data: {"choices": [{"delta": {"content": "lo'),
        ": keep-alive\n\n",
        sent({"choices": []}, end=""),
    ],
)
def test_a_stream_without_an_end_is_no_answer(text):
    made = answer(text)
    assert made["error"] == BROKEN_OFF or made["error"].startswith('{"choices"')
    assert "choices" not in made


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ('data: {"error": {"code": 429, "message": "busy"}}', {"code": 429, "message": "busy"}),
        ('data: {"error": "busy", "choices": [{"delta": {"content": ""}, "finish_reason": "error"}]}', "busy"),
        ('data: {"choices": [{"delta": {}, "error": {"code": 502}, "finish_reason": "error"}]}', {"code": 502}),
        ('event: error\ndata: {"message": "busy"}', {"message": "busy"}),
        ("event: error\ndata: busy", "busy"),
        ('data: {"object": "error", "message": "busy"}', {"object": "error", "message": "busy"}),
        ('data: [{"error": {"code": 503}}]', {"code": 503}),
        ("data: Internal Server Error", "Internal Server Error"),
    ],
)
def test_an_error_inside_a_stream_undoes_what_came_before(event, error):
    text = sent(*HELLO[:2], COUNT, end=f"{event}\n\n{DONE}")
    assert answer(text) == {"error": error, "usage": USAGE}


@pytest.mark.parametrize("depth", [35, 100, 250, 480, 100_000])
def test_an_answer_that_is_nested_too_deeply_is_of_no_use(depth):
    deep = '{"text":[' * depth + "]}" * depth
    with pytest.raises(ModelFailed) as failed:
        assembled(f'data: {{"choices": [{{"delta": {{"content": [{deep}]}}}}]}}\n\n{DONE}')
    assert failed.value.fault.code == "model.invalid_output"
    assert not failed.value.permanent


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        ([completion(content="Hello.")], {"role": "assistant", "content": "Hello."}),
        ([chunk({"content": "a"}), {"choices": [{"delta": {}, "message": {"content": "b"}}]}], {"content": "a"}),
    ],
)
def test_a_message_that_comes_whole_counts_where_there_are_no_pieces(chunks, message):
    assert answer(sent(*chunks))["choices"][0]["message"] == message


@pytest.mark.parametrize("chunks", [[], [{"choices": []}], [{"choices": None}], [{"choices": [None]}], [COUNT]])
def test_a_stream_may_hold_nothing(chunks):
    assert answer(sent(*chunks))["choices"] == []


@pytest.mark.parametrize(
    ("pieces", "place"),
    [
        ([b"data: {}\n\ndata: [DONE]\n\n"], 0),
        ([b"data: {}\r\n\r\n", b"data:[DONE]\r\n\r\n: bye"], 1),
        ([b"data: {}\n\nda", b"ta: [DO", b"NE]", b"\n\n"], 3),
        ([b'data: "data: [DONE]"\n', b'{"content": "\\ndata: [DONE]\\n"}'], None),
        ([b"data: {}\n\n", b": [DONE]\n\n"], None),
    ],
)
def test_the_end_is_noticed_when_it_comes(pieces, place):
    body, noticed = bytearray(), []
    for piece in pieces:
        before = len(body)
        body += piece
        noticed.append(ended(body, before))
    assert noticed.index(True) == place if place is not None else not any(noticed)
