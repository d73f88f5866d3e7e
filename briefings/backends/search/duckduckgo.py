"""Web search over DuckDuckGo's HTML endpoint, which needs no key."""

from collections.abc import Callable
from typing import Self
from urllib.parse import urlencode

from briefings.backends.search.answers import check_status, endpoint, unanswered, words_of
from briefings.backends.search.duckduckgo_page import ResultPage, read
from briefings.backends.wire.client import Limits, Wire
from briefings.backends.wire.errors import WireError
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found, Hit

NAME = "duckduckgo"
URL = "https://html.duckduckgo.com/html/"
TIMEOUT = 15.0
MAX_BYTES = 2_000_000

_REGIONS = {
    "zh-Hans": "cn-zh",
    "zh-Hant": "tw-tzh",
    "fr": "fr-fr",
    "es": "es-es",
    "ru": "ru-ru",
    "ar": "xa-ar",
    "ja": "jp-jp",
    "de": "de-de",
}
_ALL_REGIONS = "wt-wt"


def no_objection(_: str) -> str | None:
    """Every address may be used."""
    return None


class DuckDuckGo:
    """A `Search`. Threads may share it; close it when done.

    `objection` says why a found address may not be used, or None. Raises ValueError when `url` is no web address.
    """

    def __init__(
        self,
        url: str = URL,
        *,
        objection: Callable[[str], str | None] = no_objection,
        timeout: float = TIMEOUT,
    ) -> None:
        self._url = endpoint(url)
        self._objection = objection
        self._wire = Wire(Limits(total=timeout, size=MAX_BYTES))

    def search(self, query: str, *, language: str, limit: int) -> Found:
        """At most `limit` hits for the words of `query`, best first. Raises SearchFailed."""
        page = read(self._ask(words_of(query), language), str(self._url), self._objection)
        _check(page)
        hits = [Hit(url=link.url, title=link.title, snippet=link.snippet, backend=NAME) for link in page.links]
        return Found(hits=tuple(hits[:limit]))

    def _ask(self, words: str, language: str) -> bytes:
        form = urlencode({"q": words, "kl": _REGIONS.get(language, _ALL_REGIONS)})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "text/html",
            "Accept-Language": f"{language},en;q=0.5",
        }
        try:
            with self._wire.open("POST", self._url, headers=headers, body=form.encode("ascii")) as answer:
                check_status(answer)
                return answer.read()
        except WireError as error:
            raise unanswered(error) from error

    def close(self) -> None:
        self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check(page: ResultPage) -> None:
    """Raises SearchFailed for a page without results: asking again would bring the same one."""
    if page.verdict == "challenge":
        raise SearchFailed("blocked", "the engine asks for a proof that a human is searching", permanent=True)
    if page.verdict == "none":
        raise SearchFailed("empty", "the engine has no results", permanent=True)
    if page.verdict == "filtered":
        reasons = ", ".join(f"{count} × {reason}" for reason, count in page.dropped.most_common())
        raise SearchFailed("filtered", f"no link of {page.dropped.total()} may be used: {reasons}", permanent=True)
    if page.verdict == "unknown":
        raise SearchFailed(
            "layout_unknown", "the page holds neither results nor a word that there are none", permanent=True
        )
