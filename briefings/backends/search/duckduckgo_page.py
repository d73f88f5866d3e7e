"""Reads a result page of DuckDuckGo's HTML endpoint."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import SplitResult, parse_qs, urldefrag, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from briefings.domain.plain_text import one_line

Verdict = Literal["results", "challenge", "none", "filtered", "unknown"]

_CHALLENGE = (
    "#challenge-form, form[action*='anomaly'], [class*='anomaly-modal'], [class*='captcha'], [id*='captcha'],"
    " [src*='captcha'], [class*='turnstile'], [id*='challenge']"
)
_NO_RESULTS = ".no-results, .result--no-result, [class^='no-results']"
_HOST = re.compile(r"(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*(?::\d+)?(?:[/?#]|$)", re.IGNORECASE)
_LINE_BREAKS = re.compile(r"[\t\r\n]")


class Dropped(Exception):
    """A link that is no result; the message is the reason, to be counted."""


@dataclass(frozen=True)
class Link:
    """One organic result: an absolute http or https address, with plain text."""

    url: str
    title: str
    snippet: str


@dataclass(frozen=True)
class ResultPage:
    """`dropped` counts, by reason, the result links that did not make it into `links`; `filtered` is a page on which
    none did."""

    verdict: Verdict
    links: tuple[Link, ...]
    dropped: Counter[str]


def read(markup: bytes, endpoint: str, objection: Callable[[str], str | None]) -> ResultPage:
    """The organic results of a page that came from `endpoint`. `objection` says why an address may not be used."""
    tree = LexborHTMLParser(markup)
    links: dict[str, Link] = {}
    dropped: Counter[str] = Counter()
    for anchor in tree.css("a.result__a"):
        if _is_related(anchor):
            continue
        try:
            link = _link(anchor, endpoint, objection)
        except Dropped as reason:
            dropped[str(reason)] += 1
        else:
            links.setdefault(urldefrag(link.url).url, link)
    verdict: Verdict = "results" if links else _verdict_without_links(tree, dropped)
    return ResultPage(verdict, tuple(links.values()), dropped)


def _verdict_without_links(tree: LexborHTMLParser, dropped: Counter[str]) -> Verdict:
    if tree.css_first(_CHALLENGE):
        return "challenge"
    if tree.css_first(_NO_RESULTS):
        return "none"
    return "filtered" if dropped else "unknown"


def _link(anchor: LexborNode, endpoint: str, objection: Callable[[str], str | None]) -> Link:
    container = _container(anchor)
    if "result--ad" in _classes(container):
        raise Dropped("advertisement")
    url = target(anchor.attributes.get("href") or "", endpoint)
    reason = objection(url)
    if reason:
        raise Dropped(reason)
    snippet = container.css_first(".result__snippet")
    return Link(url, one_line(anchor.text()), one_line(snippet.text()) if snippet else "")


def target(href: str, endpoint: str) -> str:
    """The address that a link of the page at `endpoint` leads to. Raises Dropped.

    DuckDuckGo's redirector is unwrapped in all its spellings, its parameter decoded once; whatever only looks like
    it stays as it is.
    """
    parts = _split(href)
    if not _is_own(parts, endpoint):
        return _web_address(parts, href)
    if _is_advertisement(parts):
        raise Dropped("advertisement")
    if _is_redirector(parts):
        return _unwrapped(parts, endpoint)
    if not parts.netloc:
        raise Dropped("link within the search engine")
    return _web_address(parts, href)


def _unwrapped(redirector: SplitResult, endpoint: str) -> str:
    wrapped = parse_qs(redirector.query).get("uddg", [""])[0]
    if not wrapped.strip():
        raise Dropped("no target")
    if _HOST.match(wrapped):
        wrapped = f"//{wrapped}"
    parts = _split(wrapped)
    if _is_own(parts, endpoint) and _is_advertisement(parts):
        raise Dropped("advertisement")
    if _is_own(parts, endpoint) and _is_redirector(parts):
        raise Dropped("redirector within a redirector")
    return _web_address(parts, wrapped)


def _is_redirector(parts: SplitResult) -> bool:
    return parts.path.rstrip("/") == "/l"


def _is_advertisement(parts: SplitResult) -> bool:
    return parts.path.endswith("/y.js")


def _is_own(parts: SplitResult, endpoint: str) -> bool:
    """Whether a link stays with the search engine: relative, on its host, or on the host that was asked."""
    if not parts.netloc:
        return parts.scheme in ("http", "https", "")
    host = (parts.hostname or "").rstrip(".")
    return host == "duckduckgo.com" or host.endswith(".duckduckgo.com") or parts.netloc == urlsplit(endpoint).netloc


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address.strip())
        parts.port  # noqa: B018  reading it is what checks it
    except ValueError:
        raise Dropped("unreadable address") from None
    return parts


def _web_address(parts: SplitResult, spelled: str) -> str:
    """The address as it was spelled: rebuilt from its parts it could become another one."""
    if parts.scheme not in ("http", "https", "") or not parts.hostname:
        raise Dropped("no web address")
    address = _LINE_BREAKS.sub("", spelled.strip())
    return address if parts.scheme else f"https:{address}"


def _is_related(anchor: LexborNode) -> bool:
    node: LexborNode | None = anchor
    while node is not None:
        if any("related" in name for name in _classes(node)):
            return True
        node = node.parent
    return False


def _container(anchor: LexborNode) -> LexborNode:
    """The block of one result; the link itself where the page has no such blocks."""
    node = anchor.parent
    while node is not None:
        if "result" in _classes(node):
            return node
        node = node.parent
    return anchor


def _classes(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "").split()
