"""Search over the MediaWiki API of Wikipedia (https://www.mediawiki.org/wiki/API:Search)."""

import re
from typing import Self

import httpx
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from briefings.backends.search.answers import check_status, endpoint, unanswered, words_of
from briefings.backends.wire.client import Answer, Limits, Wire
from briefings.backends.wire.errors import WireError
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found, Hit
from briefings.domain.plain_text import one_line

NAME = "wikipedia"
URL = "https://{language}.wikipedia.org/w/api.php"
TIMEOUT = 15.0
MAX_BYTES = 2_000_000

_MOST = 20
"""The API gives extracts of no more than 20 pages at a time."""

_SNIPPET = 300
_CODE = re.compile(r"[a-z]{2,3}")
_BUSY = re.compile(r"maxlag|readonly|.*(too-busy|backend-error|pool).*|internal_api_error.*")
_LIMITED = re.compile(r"ratelimited|.*blocked|.*permission.*|readapidenied")


class _Article(BaseModel):
    title: str
    url: str = Field(alias="fullurl")
    index: int
    extract: str = ""


class _Pages(BaseModel):
    pages: list[_Article] = []


class _Fault(BaseModel):
    code: str
    info: str = ""


class _Reply(BaseModel):
    """An answer of the API in format version 2. Without hits there is no `query` in it."""

    model_config = ConfigDict(extra="ignore")

    batchcomplete: bool = False
    query: _Pages | None = None
    error: _Fault | None = None


class Wikipedia:
    """A `Search` over the articles in the query's own language. Threads may share it; close it when done.

    `{language}` in `url` stands for the language code. Raises ValueError when `url` is no web address.
    """

    def __init__(self, url: str = URL, *, timeout: float = TIMEOUT) -> None:
        endpoint(url.replace("{language}", "en"))
        self._template = url
        self._wire = Wire(Limits(total=timeout, size=MAX_BYTES))

    def search(self, query: str, *, language: str, limit: int) -> Found:
        """At most `limit` hits for the words of `query`, best first, 20 at most. Raises SearchFailed."""
        url = endpoint(self._template.replace("{language}", _code(language)))
        reply = self._ask(url.copy_merge_params(_parameters(words_of(query), min(limit, _MOST))))
        articles = sorted(reply.query.pages if reply.query else [], key=lambda article: article.index)
        if not articles:
            raise SearchFailed("empty", "no article matches", permanent=True)
        return Found(hits=tuple(_hit(article) for article in articles))

    def _ask(self, url: httpx.URL) -> _Reply:
        try:
            with self._wire.open("GET", url, headers={"Accept": "application/json"}) as answer:
                check_status(answer)
                return _checked(_parsed(answer.read()), answer)
        except WireError as error:
            raise unanswered(error) from error

    def close(self) -> None:
        self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _code(language: str) -> str:
    """The code that Wikipedia uses in its host names for a BCP 47 tag: `zh` for `zh-Hans`."""
    code = language.lower().split("-")[0]
    return code if _CODE.fullmatch(code) else "en"


def _parameters(words: str, limit: int) -> dict[str, str]:
    return {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "generator": "search",
        "gsrsearch": words,
        "gsrnamespace": "0",
        "gsrlimit": str(limit),
        "prop": "info|extracts",
        "inprop": "url",
        "exintro": "1",
        "explaintext": "1",
        "exchars": str(_SNIPPET),
        "exlimit": str(limit),
    }


def _parsed(body: bytes) -> _Reply:
    try:
        return _Reply.model_validate_json(body)
    except ValidationError as error:
        raise SearchFailed(
            "layout_unknown", "the answer is not what the API is known to give", permanent=True
        ) from error


def _checked(reply: _Reply, answer: Answer) -> _Reply:
    """Raises SearchFailed for an error, which the API reports under status 200."""
    if reply.error:
        detail = one_line(f"{reply.error.code}: {reply.error.info}")[:300]
        if _BUSY.fullmatch(reply.error.code):
            raise SearchFailed("network", detail, retry_after=answer.retry_after)
        if _LIMITED.fullmatch(reply.error.code):
            raise SearchFailed("blocked", detail, retry_after=answer.retry_after)
        raise SearchFailed("layout_unknown", detail, permanent=True)
    if reply.query is None and not reply.batchcomplete:
        raise SearchFailed("layout_unknown", "the answer holds neither results nor an error", permanent=True)
    return reply


def _hit(article: _Article) -> Hit:
    return Hit(url=article.url, title=one_line(article.title), snippet=one_line(article.extract), backend=NAME)
