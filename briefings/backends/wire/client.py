"""HTTP with hard limits, for every backend that reads from the network.

One request is one try: nothing is repeated, no redirect is followed, no cookie is kept, and no proxy of the environment
is used, as a proxy would undo what the caller found out about an address.
"""

import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Self

import httpx

from briefings.backends.wire import body as bodies
from briefings.backends.wire.deadline import Deadline, enforced
from briefings.backends.wire.network import Resolve, resolve
from briefings.backends.wire.transport import Transport

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

    def __init__(self, response: httpx.Response, limit: int) -> None:
        self.status = response.status_code
        self.headers = response.headers
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
        return bodies.read(self._response.iter_raw(), packing, self._limit)


class Wire:
    """A pool of connections with limits. Threads may share it; close it when done."""

    def __init__(
        self, limits: Limits | None = None, *, resolve: Resolve = resolve, tls: ssl.SSLContext | None = None
    ) -> None:
        self._limits = limits or Limits()
        self._client = httpx.Client(
            transport=Transport(resolve, tls),
            headers={"User-Agent": USER_AGENT, "Accept-Encoding": "gzip"},
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            trust_env=False,
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
        deadline = deadline or Deadline(self._limits.total)
        timeout = self._timeout(deadline)
        with (
            enforced(deadline),
            self._client.stream(method, url, headers=headers, content=body, timeout=timeout) as response,
        ):
            yield Answer(response, self._limits.size)

    def _timeout(self, deadline: Deadline) -> httpx.Timeout:
        limits = self._limits
        return httpx.Timeout(connect=limits.connect, read=limits.read, write=limits.read, pool=deadline.cap(None))

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _seconds_from(value: str) -> float | None:
    """Retry-After in both of its forms: seconds, or a date (RFC 9110, 10.2.3)."""
    if value.strip().isdecimal():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
