"""What search engines have in common: how they are addressed, and what their failures mean."""

from urllib.parse import urlsplit

import httpx

from briefings.backends.search.query import literal
from briefings.backends.wire.client import Answer
from briefings.backends.wire.errors import Garbled, TooLarge, UnknownHost, WireError
from briefings.domain.errors import SearchFailed

_REFUSALS = frozenset({202, 401, 403, 407, 429})
"""DuckDuckGo puts its challenge under 202, a status of success."""

_PASSING = frozenset({408, 425})


def endpoint(address: str) -> httpx.URL:
    """The configured address of an engine. Raises ValueError unless it is an absolute web address."""
    try:
        urlsplit(address)  # finds mistakes that httpx lets pass
        url = httpx.URL(address)
        url.host  # noqa: B018  a host in Punycode is decoded, and may fail, each time that it is read
    except (httpx.InvalidURL, ValueError) as error:
        raise ValueError(f"{address!r} is not an address: {error}") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(f"{address!r} is not an http or https address")
    return url


def words_of(query: str) -> str:
    """`query` as plain words. Raises SearchFailed (`empty`) when there are none."""
    words = literal(query)
    if not words:
        raise SearchFailed("empty", "the query holds no words to look for", permanent=True)
    return words


def unanswered(error: WireError) -> SearchFailed:
    """The failure of a search whose request got no usable answer."""
    unreadable = isinstance(error, (Garbled, TooLarge))
    permanent = unreadable or isinstance(error, UnknownHost)
    return SearchFailed("layout_unknown" if unreadable else "network", str(error), permanent=permanent)


def check_status(answer: Answer) -> None:
    """Raises SearchFailed for every status but 200. A redirect is never followed: it leads to somebody else."""
    status, wait = answer.status, answer.retry_after
    if status == 200:
        return
    if status in _REFUSALS:
        raise SearchFailed(
            "blocked", f"HTTP status {status}", permanent=status != 429 and wait is None, retry_after=wait
        )
    if status >= 500 or status in _PASSING:
        raise SearchFailed("network", f"HTTP status {status}", retry_after=wait)
    if 300 <= status < 400:
        where = answer.headers.get("location", "nowhere")[:200]
        raise SearchFailed("layout_unknown", f"redirected to {where}, which was not followed", permanent=True)
    raise SearchFailed("layout_unknown", f"HTTP status {status}", permanent=True)
