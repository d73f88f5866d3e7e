"""What a reader sees of an HTML page: its main text, and what it tells about itself."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml.html import HtmlElement, HTMLParser, document_fromstring
from selectolax.lexbor import LexborHTMLParser

from briefings.backends.fetch.blocks import blocks_of
from briefings.backends.fetch.dates import stated_dates
from briefings.backends.fetch.notices import remove_notices
from briefings.backends.fetch.visible import remove_hidden
from briefings.backends.fetch.walls import Impression
from briefings.pipeline.retrieval.layout import plain

if TYPE_CHECKING:
    from trafilatura.settings import Document

_EMPTY = "<html><head></head><body></body></html>"
_NOTE_MARK = re.compile(r"\[[^\]]{0,20}\]|[*†‡]+")
_EXPONENT = re.compile(r"[-+−]?[0-9n]{1,4}[-+−]?")
_RAISED = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")


@dataclass(frozen=True)
class HtmlText:
    """The impression a page makes, and its metadata as far as it tells them; `published` are the ISO dates of its
    publication that it states, the surest first."""

    impression: Impression
    title: str = ""
    author: str = ""
    site: str = ""
    published: tuple[str, ...] = ()
    language: str = ""


def read_html(source: str, url: str) -> HtmlText:
    """Reads `source`, which was fetched from `url`. Nothing that is hidden from a reader is part of the text."""
    tree = _parsed(source)
    titles, headings = _texts(tree, "//title"), _texts(tree, "//h1")
    needs_scripts = bool(tree.xpath("//script[@src] | //noscript"))
    had_notice = _clear(tree)
    published = tuple(stated_dates(tree))
    document = _extracted(tree, url)
    impression = Impression(
        title=titles[0] if titles else "",
        headings=tuple(headings),
        text=plain(tuple(blocks_of(document.body))),
        is_article=bool(tree.xpath("//article | //meta[@property='og:type'][@content='article']")),
        asks_for_password=bool(tree.xpath("//input[@type='password']")),
        needs_scripts=needs_scripts,
        had_notice=had_notice,
    )
    return HtmlText(
        impression,
        title=document.title or impression.title,
        author=document.author or "",
        site=document.sitename or "",
        published=published,
        language=tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "",
    )


def _clear(tree: HtmlElement) -> bool:
    """Leaves what is meant to be read; says whether a consent notice went."""
    remove_hidden(tree)
    had_notice = remove_notices(tree)
    _settle_asides(tree)
    _settle_raised(tree)
    return had_notice


def _extracted(tree: HtmlElement, url: str) -> "Document":
    """An empty document where there is nothing to extract."""
    # Half a second and 30 MB to import: only processes that read pages pay.
    from trafilatura import bare_extraction, external, metadata
    from trafilatura.settings import Document

    from briefings.backends.fetch.stop_words import stop_words

    # What it would guess from the page's words is not used (`stated_dates` are), and takes a quarter of the time.
    metadata.find_date = _no_date  # type: ignore[attr-defined]
    external.JT_STOPLIST = external.JT_STOPLIST or stop_words()  # type: ignore[assignment]
    found = bare_extraction(tree, url=url, favor_precision=True, include_comments=False, with_metadata=True)
    return found if isinstance(found, Document) else Document()


def _no_date(*_: object, **__: object) -> None:
    """In the place of a search for dates."""


def _parsed(source: str) -> HtmlElement:
    """The tree that a browser would build: lxml alone puts an article into the head where `body` is left out."""
    markup = LexborHTMLParser(source.replace("\0", "")).html or _EMPTY
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    return document_fromstring(markup.encode("utf-8", "ignore"), parser=parser)


def _texts(tree: HtmlElement, path: str) -> list[str]:
    return [" ".join(element.text_content().split()) for element in tree.xpath(path)]


def _settle_asides(tree: HtmlElement) -> None:
    """Some sites put their article into an `aside`, which extraction would throw away."""
    if not tree.xpath("//article[not(ancestor::aside)] | //main[not(ancestor::aside)]"):
        for aside in tree.xpath("//aside[.//article or .//main or .//h1]"):
            aside.tag = "div"


def _settle_raised(tree: HtmlElement) -> None:
    """Drops marks of notes and writes exponents as such: as bare text both would run into the number before them."""
    for raised in tree.xpath("//sup"):
        text = raised.text_content().strip()
        if raised.xpath(".//a") or _NOTE_MARK.fullmatch(text):
            raised.drop_tree()
        elif _EXPONENT.fullmatch(text):
            for child in list(raised):
                raised.remove(child)
            raised.text = text.translate(_RAISED)
