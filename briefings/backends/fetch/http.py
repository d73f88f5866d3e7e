"""Reads web pages: one try, every hop of the way checked, within limits of time and size."""

import ssl
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Self
from urllib.parse import urljoin

import httpx

from briefings.backends.fetch.extraction import Download, is_readable, read_page
from briefings.backends.fetch.guard import Guard
from briefings.backends.wire.client import Answer, Limits, Wire
from briefings.backends.wire.deadline import Deadline
from briefings.backends.wire.errors import TooLarge, UnknownHost, WireError
from briefings.backends.wire.network import Resolve, resolve
from briefings.domain.errors import FetchFailed
from briefings.domain.evidence import Page
from briefings.pipeline.ports import Alive

TIMEOUT = 20.0
MAX_BYTES = 5_000_000
REDIRECTS = 5
_REDIRECT_STATUS = frozenset({301, 302, 303, 307, 308})
_PASSING_STATUS = frozenset({408, 425, 429})
_ACCEPT = {"Accept": "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8"}


def read_here(download: Download, alive: Alive) -> Page:
    """Reads a download at once, in this process."""
    return read_page(download)


class HttpFetch:
    """A `Web` over HTTP. Threads may share it; close it when done.

    `allow` names hosts and CIDR blocks, with an optional port, that may be fetched although private (ValueError for
    an entry that is neither). `timeout` in seconds is for all of it, redirects included; `max_bytes` counts on the wire
    and unpacked. `read` makes a page of what was downloaded, here or in another process.
    """

    def __init__(
        self,
        allow: Sequence[str] = (),
        *,
        timeout: float = TIMEOUT,
        max_bytes: int = MAX_BYTES,
        redirects: int = REDIRECTS,
        read: Callable[[Download, Alive], Page] = read_here,
        look_up: Resolve = resolve,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._guard = Guard(allow, look_up=look_up)
        self._timeout = timeout
        self._wire = Wire(Limits(total=timeout, size=max_bytes), resolve=self._guard.resolve, tls=tls)
        self._redirects = redirects
        self._read = read

    def fetch(self, url: str, *, alive: Alive) -> Page:
        """The page's main text. Raises FetchFailed, whose detail begins with `url`."""
        try:
            return self._read(self._download(url), alive)
        except FetchFailed as failure:
            raise FetchFailed(
                failure.fault.cause,
                f"{url}: {failure.fault.detail}",
                permanent=failure.permanent,
                retry_after=failure.retry_after,
            ) from failure

    def close(self) -> None:
        self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _download(self, address: str) -> Download:
        """Follows redirects; one limit of time holds for the whole way."""
        deadline = Deadline(self._timeout)
        visited: set[httpx.URL] = set()
        for _ in range(self._redirects + 1):
            url = self._guard.check(address)
            if url in visited:
                raise FetchFailed("failed", "redirect loop", permanent=True)
            visited.add(url)
            outcome = self._visit(url, deadline)
            if isinstance(outcome, Download):
                return outcome
            address = outcome
        raise FetchFailed("failed", f"more than {self._redirects} redirects", permanent=True)

    def _visit(self, url: httpx.URL, deadline: Deadline) -> Download | str:
        """What lies at `url`, or the address that it redirects to."""
        try:
            with self._wire.open("GET", url, headers=_ACCEPT, deadline=deadline) as answer:
                if answer.status in _REDIRECT_STATUS and "location" in answer.headers:
                    return _joined(url, answer.headers["location"])
                _check_head(answer)
                return Download(str(url), answer.media_type, answer.charset, answer.read(), datetime.now(UTC))
        except TooLarge as error:
            raise FetchFailed("refused", str(error), permanent=True) from error
        except WireError as error:
            raise FetchFailed("failed", str(error), permanent=isinstance(error, UnknownHost)) from error


def _joined(url: httpx.URL, location: str) -> str:
    try:
        return urljoin(str(url), location)
    except ValueError as error:
        raise FetchFailed(
            "refused", f"redirected to an address that cannot be read ({error})", permanent=True
        ) from error


def _check_head(answer: Answer) -> None:
    """Raises FetchFailed unless the answer holds a text of a kind that Kyle reads."""
    if not 200 <= answer.status < 300:
        permanent = answer.status < 500 and answer.status not in _PASSING_STATUS
        raise FetchFailed("failed", f"HTTP status {answer.status}", permanent=permanent, retry_after=answer.retry_after)
    if not is_readable(answer.media_type):
        raise FetchFailed("refused", f"{answer.media_type} is not a kind of text that Kyle reads", permanent=True)
