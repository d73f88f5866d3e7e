"""From what was downloaded to a page of plain text, or the reason why it holds none that could be cited."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import unquote, urlsplit

from briefings.backends.fetch.charset import decode
from briefings.backends.fetch.html import HtmlText, read_html
from briefings.backends.fetch.walls import LEAST_TEXT, objection, weigh
from briefings.domain.errors import FetchFailed
from briefings.domain.evidence import Origin, Page
from briefings.domain.language import LANGUAGES, detect, normalise
from briefings.domain.plain_text import clean, one_line
from briefings.pipeline.retrieval.layout import parse, plain
from briefings.pipeline.retrieval.markup import without_link_numbers, without_markdown
from briefings.pipeline.retrieval.titles import guess_title

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_MARKDOWN = frozenset({"text/markdown", "text/x-markdown"})
_TEXT = _MARKDOWN | {"text/plain"}

_LONGEST_NAME = 300
_LANGUAGE_SAMPLE = 4_000
_TAG = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", re.IGNORECASE)
_OTHER_SCRIPTS = frozenset({"zh", "ja", "ru", "ar"})
_DAMAGE = 100
_LONGEST_PIECE = 2_000


@dataclass(frozen=True)
class Download:
    """What came over the wire. `url` is the address it came from in the end; `media_type` and `charset` are what the
    server said of it, empty where it said nothing."""

    url: str
    media_type: str
    charset: str
    body: bytes
    fetched_at: datetime


def is_readable(media_type: str) -> bool:
    """Whether `read_page` knows this kind; one that the server does not tell may turn out to be HTML."""
    return media_type in _HTML | _TEXT or not media_type


def read_page(download: Download) -> Page:
    """The page with its main text. Raises FetchFailed: `unusable`, or `refused` for an untold kind that is not HTML."""
    text = decode(download.body, download.charset)
    if text.count("\ufffd") * _DAMAGE > len(text):
        raise _unusable("its characters cannot be read")
    if download.media_type in _TEXT:
        return _from_text(download, text)
    if not download.media_type and not text.lstrip().startswith("<"):
        raise FetchFailed("refused", "the server does not say what kind of text this is", permanent=True)
    return _from_html(download, read_html(text, download.url))


def _from_html(download: Download, found: HtmlText) -> Page:
    reason = objection(found.impression)
    if reason:
        raise _unusable(reason)
    text = found.impression.text
    return Page(
        url=download.url,
        title=_name(found.title) or _name_from(download.url),
        text=text,
        sha256=_digest(text),
        fetched_at=download.fetched_at,
        origin=Origin.WEB,
        author=_name(found.author),
        site=_name(found.site),
        published=_published(found, download),
        language=_language(found.language, text),
    )


def _published(found: HtmlText, download: Download) -> str:
    """The date of publication that is stated and can be true: nothing is read before it is published."""
    read_on = download.fetched_at.date().isoformat()
    return next((day for day in found.published if day <= read_on), "")


def _from_text(download: Download, raw: str) -> Page:
    blocks = parse(_without_markdown(clean(raw)) if _is_markdown(download) else without_link_numbers(clean(raw)))
    text = plain(blocks)
    if weigh(text) < LEAST_TEXT:
        raise _unusable(f"too little text ({weigh(text):.0f} characters)")
    return Page(
        url=download.url,
        title=_name(guess_title(blocks)) or _name_from(download.url),
        text=text,
        sha256=_digest(text),
        fetched_at=download.fetched_at,
        origin=Origin.WEB,
        language=_language("", text),
    )


def _is_markdown(download: Download) -> bool:
    """By its name, too: most servers call Markdown plain text."""
    return download.media_type in _MARKDOWN or urlsplit(download.url).path.lower().endswith((".md", ".markdown"))


def _without_markdown(text: str) -> str:
    # Taking marks out costs the square of the length, so what no author writes in one piece is left as it is.
    pieces = text.split("\n\n")
    return "\n\n".join(without_markdown(piece) if len(piece) <= _LONGEST_PIECE else piece for piece in pieces)


def _language(declared: str, text: str) -> str:
    """The declared tag as Kyle spells it, unless the script of the text belies it, as templates often do."""
    seen = detect(text[:_LANGUAGE_SAMPLE])
    tag = declared.strip().replace("_", "-")
    if not _TAG.fullmatch(tag):
        return seen
    base, seen_base = tag.lower().split("-")[0], seen.split("-")[0]
    if not any(known.split("-")[0] == base for known in LANGUAGES):
        return tag
    if base != seen_base and {base, seen_base} & _OTHER_SCRIPTS:
        return seen
    return seen if tag.lower() == "zh" else normalise(tag)


def _name(text: str) -> str:
    return one_line(text)[:_LONGEST_NAME].strip()


def _name_from(url: str) -> str:
    """A name for a page that tells none: its file name, else its host."""
    parts = urlsplit(url)
    return _name(unquote(parts.path.rstrip("/").rsplit("/", 1)[-1])) or parts.netloc


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _unusable(reason: str) -> FetchFailed:
    return FetchFailed("unusable", reason, permanent=True)
