"""A loopback server that speaks the OpenAI chat completions protocol, with scripted answers."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Json = dict[str, Any]
Answer = Json | tuple[int, dict[str, str], Any]
"""A completion, or status, headers and body; a body that is no text, bytes or iterator of bytes is sent as JSON."""


@dataclass
class Received:
    """One request; the times are those of `time.monotonic`, the end being when the answer was known."""

    path: str
    headers: dict[str, str]
    body: Json
    started: float
    ended: float = 0.0


class OpenAIServer:
    """Answers every request with what `answer(body)` returns. Used as a context manager.

    A completion is streamed to whoever asks for a stream, its texts in pieces, unless the server does not stream. An
    exception in `answer` becomes a 500, and is raised again when the context ends.
    """

    def __init__(self, answer: Callable[[Json], Answer], *, streams: bool = True) -> None:
        self.answer = answer
        self.streams = streams
        self.requests: list[Received] = []
        self.errors: list[Exception] = []
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def bodies(self) -> list[Json]:
        return [request.body for request in self.requests]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        if self.errors and exception[0] is None:
            raise self.errors[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up once it has its answer is nothing to print."""


def tool_call(name: str, arguments: Any, id_: str = "call_1", **unknown: Any) -> Json:
    """A call as it stands in a message; arguments that are no text are sent as JSON text."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": text}, **unknown}


def completion(
    *calls: Json, content: str | None = None, finish: str | None = None, usage: Json | None = None, **message: Any
) -> Json:
    """A whole answer that holds one message with `calls`, or with `content`."""
    spoken: Json = {"role": "assistant", "content": content, **message}
    if calls:
        spoken["tool_calls"] = list(calls)
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1760000000,
        "model": "m-test",
        "choices": [{"index": 0, "finish_reason": finish or ("tool_calls" if calls else "stop"), "message": spoken}],
        "usage": usage or {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960},
    }


def in_turn(*answers: Answer) -> Callable[[Json], Answer]:
    """Answers in this order; the last one is repeated."""
    waiting = list(answers)
    return lambda _: waiting.pop(0) if len(waiting) > 1 else waiting[0]


def _handler(double: OpenAIServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Received(self.path, headers, body, time.monotonic())
            double.requests.append(request)
            try:
                answer = double.answer(body)
            except Exception as error:  # noqa: BLE001
                double.errors.append(error)
                answer = 500, {}, {"error": {"message": repr(error)}}
            request.ended = time.monotonic()
            status, extra, content = answer if isinstance(answer, tuple) else (200, {}, answer)
            if status == 200 and double.streams and body.get("stream") and isinstance(content, dict):
                extra, content = {"Content-Type": "text/event-stream", **extra}, streamed(content, body)
            self.reply(status, {"Content-Type": "application/json", **extra}, content)

        def reply(self, status: int, headers: dict[str, str], content: Any) -> None:
            whole = None if isinstance(content, Iterator) else _encoded(content)
            length = {"Transfer-Encoding": "chunked"} if whole is None else {"Content-Length": str(len(whole))}
            self.send_response(status)
            for name, value in {**headers, **length}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.writelines(_chunked(content) if whole is None else [whole])

        def log_message(self, format: str, *args: Any) -> None:
            """Tests read what they need from `requests`."""

    return Handler


def _encoded(content: Any) -> bytes:
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).encode()


def _chunked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        yield b"%x\r\n%b\r\n" % (len(piece), piece)
    yield b"0\r\n\r\n"


def streamed(answer: Json, request: Json) -> Iterator[bytes]:
    """The answer as server-sent events: its messages in pieces, the reasons why they ended, the usage if wanted."""
    head = {**answer, "object": "chat.completion.chunk", "usage": None}
    for choice in answer["choices"]:
        for delta in _deltas(choice["message"]):
            yield event({**head, "choices": [{"index": choice["index"], "delta": delta, "finish_reason": None}]})
        yield event({**head, "choices": [{**choice, "message": None, "delta": {}}]})
    if (request.get("stream_options") or {}).get("include_usage"):
        yield event({**head, "choices": [], "usage": answer.get("usage")})
    yield b"data: [DONE]\n\n"


def _deltas(message: Json) -> Iterator[Json]:
    """The message with empty texts, then the texts, each in two pieces."""
    texts = {name: message[name] for name in ("content", "reasoning_content") if isinstance(message.get(name), str)}
    calls = [call for call in message.get("tool_calls") or () if call]
    heads = [{"index": place, **_emptied(call)} for place, call in enumerate(calls)]
    yield {**message, **dict.fromkeys(texts, ""), **({"tool_calls": heads} if heads else {})}
    yield from ({name: half} for name, text in texts.items() for half in _halves(text))
    for place, call in enumerate(calls):
        for half in _halves(call.get("function", {}).get("arguments", "")):
            yield {"tool_calls": [{"index": place, "function": {"arguments": half}}]}


def _emptied(call: Json) -> Json:
    return {**call, "function": {**call["function"], "arguments": ""}} if "function" in call else call


def _halves(text: str) -> Iterator[str]:
    middle = len(text) // 2
    yield from (half for half in (text[:middle], text[middle:]) if half)


def event(chunk: Json) -> bytes:
    """One server-sent event."""
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode()
