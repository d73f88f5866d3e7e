"""A small web site on loopback, for everything that speaks HTTP.

with Site({"/": page("<p>Hello"), "/old": Reply(301, {"Location": "/"})}) as site:
    fetch(site.url("/old"))
assert [request.path for request in site.requests] == ["/old", "/"]
"""

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """What the site was asked; names of headers are in lower case."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the address, the last of each name."""
        return _fields(urlsplit(self.target).query)

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form in the body, the last of each name."""
        return _fields(self.body.decode())


@dataclass(frozen=True)
class Reply:
    """`delay` seconds pass before the answer, `drip` seconds between any two of its bytes, the head included. A null
    `body` hangs up without an answer. `chunked` sends a body whose length nobody tells."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | str | None = b""
    delay: float = 0.0
    drip: float = 0.0
    chunked: bool = False

    @property
    def content(self) -> bytes | None:
        return self.body.encode() if isinstance(self.body, str) else self.body


Answering = Reply | Callable[[Request], Reply]


def page(html: str, **more: Any) -> Reply:
    """A reply that holds HTML."""
    return Reply(200, {"Content-Type": "text/html; charset=utf-8"}, html, **more)


class Site:
    """Serves `pages` in a thread, from `with` to its end, and keeps the requests it got.

    A key of `pages` is a path, or a path with its query, which goes first; any other gets 404. The dictionary may be
    changed while the site is up.
    """

    def __init__(self, pages: Mapping[str, Answering] | None = None, *, tls: ssl.SSLContext | None = None) -> None:
        self.pages: dict[str, Answering] = dict(pages or {})
        self.requests: list[Request] = []
        self.closing = Event()
        self._scheme = "https" if tls else "http"
        self._server = _Server(self)
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)

    @property
    def port(self) -> int:
        return self._server.server_port

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"{self._scheme}://{host}:{self.port}{path}"

    def answer(self, request: Request) -> Reply:
        self.requests.append(request)
        answering = self.pages.get(request.target) or self.pages.get(request.path) or Reply(404)
        return answering if isinstance(answering, Reply) else answering(request)

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, site: Site) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up in the middle is what many tests are about: nothing to print."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.site.answer(Request(self.command, self.path, headers, body))
        self.server.site.closing.wait(reply.delay)
        self.close_connection = True
        content = reply.content
        if content is not None:
            self._write(_head(reply, content), reply.drip)
            self._write(b"" if self.command == "HEAD" else _coded(reply, content), reply.drip)

    def do_POST(self) -> None:
        self.do_GET()

    def do_HEAD(self) -> None:
        self.do_GET()

    def _write(self, data: bytes, drip: float) -> None:
        size = 1 if drip else max(len(data), 1)
        for start in range(0, len(data), size):
            self.wfile.write(data[start : start + size])
            if drip and self.server.site.closing.wait(drip):
                return

    def log_message(self, *_: Any) -> None:
        """Tests read `Site.requests` instead."""


def _head(reply: Reply, content: bytes) -> bytes:
    length = {"Transfer-Encoding": "chunked"} if reply.chunked else {"Content-Length": str(len(content))}
    headers = {**length, "Connection": "close", **reply.headers}
    lines = [f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def _coded(reply: Reply, content: bytes) -> bytes:
    return b"%x\r\n%b\r\n0\r\n\r\n" % (len(content), content) if reply.chunked else content


def _fields(encoded: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(encoded, keep_blank_values=True).items()}
