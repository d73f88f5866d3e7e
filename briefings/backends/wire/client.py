"""HTTP with hard limits, for every backend that reads from the network.

One request is one try: nothing is repeated, no redirect is followed, and no proxy of the environment is used, as a
proxy would undo what the caller found out about an address. httpcore, the layer beneath httpx, is used directly: it
alone lets the caller choose the address that a name stands for, and puts the limit of time under every single read,
so that a server which drips cannot stretch it.
"""

import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Self

import httpcore
import httpx

from briefings.backends.wire import body as bodies
from briefings.backends.wire.deadline import Deadline, enforced
from briefings.backends.wire.errors import TimedOut, Unreachable
from briefings.backends.wire.network import Network, Resolve, resolve

USER_AGENT = "Kyle/0.1 (self-hosted briefing writer)"

_CHARSET = re.compile(r"""charset\s*=\s*["']?([^\s;,"']+)""", re.IGNORECASE)


@dataclass(frozen=True)
class Limits:
    """Seconds for a connection, for the silence between two reads, and in all; bytes of a body, packed or not."""

    connect: float = 5.0
    read: float = 10.0
    total: float = 20.0
    size: int = 5_000_000


class Answer:
    """The head of a response, and its body while the request is open."""

    def __init__(self, response: httpcore.Response, limit: int) -> None:
        self.status = response.status
        self.headers = httpx.Headers(response.headers)
        self._response = response
        self._limit = limit

    @property
    def media_type(self) -> str:
        """In lower case; empty where the server tells none."""
        return self._content_type.split(";")[0].split(",")[0].strip().lower()

    @property
    def charset(self) -> str:
        """As the server spells it; empty where it tells none."""
        match = _CHARSET.search(self._content_type)
        return match[1] if match else ""

    @property
    def _content_type(self) -> str:
        return str(self.headers.get("content-type", ""))

    @property
    def retry_after(self) -> float | None:
        """The wait in seconds that the server asks for, if it does."""
        return _seconds_from(self.headers.get("retry-after", ""))

    def read(self) -> bytes:
        """The body, unpacked. Raises WireError."""
        packing = self.headers.get("content-encoding", "").strip().lower()
        return bodies.read(self._response.iter_stream(), packing, self._limit)


class Wire:
    """A pool of connections with limits. Threads may share it; close it when done."""

    def __init__(
        self, limits: Limits | None = None, *, resolve: Resolve = resolve, tls: ssl.SSLContext | None = None
    ) -> None:
        self._limits = limits or Limits()
        self._pool = httpcore.ConnectionPool(
            ssl_context=tls or _trust(),
            max_connections=64,
            max_keepalive_connections=8,
            keepalive_expiry=15.0,
            network_backend=Network(resolve),
        )

    @contextmanager
    def open(
        self,
        method: str,
        url: httpx.URL,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        deadline: Deadline | None = None,
    ) -> Iterator[Answer]:
        """Sends one request and yields its answer, the body still unread. Raises WireError.

        `deadline` is the caller's where several requests share one, else the total limit from now on.
        """
        try:
            with (
                enforced(deadline or Deadline(self._limits.total)),
                self._pool.stream(
                    method,
                    httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                    headers=_request_headers(url, headers or {}),
                    content=body,
                    extensions={"timeout": self._timeouts()},
                ) as response,
            ):
                yield Answer(response, self._limits.size)
        except httpcore.TimeoutException as error:
            raise TimedOut(f"no answer in time ({type(error).__name__})") from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise Unreachable(f"the connection failed ({error or type(error).__name__})") from error

    def _timeouts(self) -> dict[str, float]:
        limits = self._limits
        return {"connect": limits.connect, "read": limits.read, "write": limits.read, "pool": limits.total}

    def close(self) -> None:
        self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@cache
def _trust() -> ssl.SSLContext:
    """The certificates that the system trusts; one for all, as it takes some 50 ms to load them."""
    return httpx.create_ssl_context()


def _request_headers(url: httpx.URL, more: Mapping[str, str]) -> list[tuple[str, str]]:
    # httpcore would write the host of an IPv6 address without its brackets.
    own = {"Host": url.netloc.decode("ascii"), "User-Agent": USER_AGENT, "Accept-Encoding": "gzip"}
    return list({**own, **more}.items())


def _seconds_from(value: str) -> float | None:
    """Retry-After in both of its forms: seconds, or a date (RFC 9110, 10.2.3)."""
    if value.strip().isdecimal():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
