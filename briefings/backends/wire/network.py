"""Connections: to the addresses that a resolver names and to nothing else, no wait longer than the deadline."""

import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import Any

import httpcore

from briefings.backends.wire.deadline import capped
from briefings.backends.wire.errors import TimedOut, UnknownHost, Unreachable

Resolve = Callable[[str, int, float], Sequence[str]]
"""From a host name, a port and a limit in seconds to the IP addresses to connect to, in order."""


def resolve(host: str, port: int, timeout: float) -> Sequence[str]:
    """What the system's name service says. Raises UnknownHost, Unreachable or TimedOut."""
    # getaddrinfo knows no time limit, so it is left behind in a thread when it takes too long.
    answer: Future[Sequence[str]] = Future()
    Thread(target=_look_up, args=(host, port, answer), daemon=True).start()
    try:
        return answer.result(timeout)
    except TimeoutError as error:
        raise TimedOut(f"the name {host} was not resolved within {timeout:.3g} s") from error


def _look_up(host: str, port: int, answer: Future[Sequence[str]]) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        unknown = isinstance(error, UnicodeError) or error.errno == socket.EAI_NONAME
        kind = UnknownHost if unknown else Unreachable
        answer.set_exception(kind(f"the name {host} could not be resolved"))
    else:
        answer.set_result(tuple(dict.fromkeys(str(entry[4][0]) for entry in found)))


class Network(httpcore.NetworkBackend):
    """Where httpcore gets its connections from."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError(f"the name {host} has no address")
        for address in self._resolve(host, port, capped(timeout)):
            try:
                return _Stream(self._sockets.connect_tcp(address, port, capped(timeout), local_address, socket_options))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


class _Stream(httpcore.NetworkStream):
    """A connection whose every wait ends with the deadline of the request that it serves."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, capped(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, capped(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, capped(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
