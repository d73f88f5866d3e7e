"""Search in a directory of Markdown and text files: the operator's knowledge corpus, and the starter notes.

A file may begin with YAML front matter: `title`, `language`, `collection`, `published`, `author`, and `sources`, the
texts that it rests on. Nothing is fetched: a hit carries its page.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

import frontmatter
import yaml

from briefings.backends.search.basis import basis
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found, Hit, Origin, Page
from briefings.domain.language import detect
from briefings.domain.outcome import Fault
from briefings.pipeline.retrieval.analysis import analyse
from briefings.pipeline.retrieval.corpus import Corpus, Match, Text
from briefings.pipeline.retrieval.layout import parse, plain
from briefings.pipeline.retrieval.markup import without_link_numbers, without_markdown
from briefings.pipeline.retrieval.titles import guess_title, shared_lines, title_of_file
from briefings.pipeline.retrieval.topic import Topic

NAME = "knowledge"
MARKDOWN = (".md", ".markdown")
SUFFIXES = (*MARKDOWN, ".txt", ".text")
_SNIPPET_CHARACTERS = 240
_ENOUGH_IN_LANGUAGE = 3
_LANGUAGE_SAMPLE = 4000
_MOST_BROKEN = 0.002
_REPLACEMENT = "\ufffd"

Stamp = tuple[int, int]
"""A file's time of change in nanoseconds and its size in bytes: the same stamp, the same content."""


MOST_BYTES = 5_000_000
"""A larger file is no note: reading it would stall every search."""


@dataclass(frozen=True)
class Subject:
    """What a document is about: its title, and the BCP 47 tag of its language. `own` is what the operator put there."""

    title: str
    language: str
    own: bool


@dataclass(frozen=True)
class _Document:
    """A file as it was read; `named` tells whether the file gives its own title."""

    page: Page
    text: Text
    named: bool


@dataclass(frozen=True)
class _Shelf:
    """What the directory held when it had these stamps."""

    stamps: dict[str, Stamp]
    documents: tuple[_Document, ...]
    corpus: Corpus
    unreadable: tuple[Fault, ...]


class KnowledgeSearch:
    """Keyword search over `directory` and its sub-directories.

    Files are read again when their time or size changes. A file that cannot be read is left out and reported among the
    setbacks of what was found.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._read: dict[str, tuple[Stamp, _Document | Fault]] = {}
        self._shelf: _Shelf | None = None
        self._lock = Lock()

    def search(self, query: str, *, language: str, limit: int) -> Found:
        """Documents about `query`, those in `language` first. Raises SearchFailed (`empty`)."""
        with self._lock:
            shelf = self._current()
        topic = analyse(query, (document.page.text for document in shelf.documents))
        matches = shelf.corpus.find(topic) if topic.groups else []
        if not matches:
            raise SearchFailed("empty", self._nothing(shelf, topic), permanent=True)
        found = [_hit(shelf.documents[match.number], match) for match in matches]
        hits = tuple(_in_language(found, language)[:limit])
        return Found(hits=hits, setbacks=shelf.unreadable)

    def subjects(self) -> tuple[Subject, ...]:
        """Every document in the order of its name; empty where there are too many to be read at once."""
        stamps = dict(_stamps(self._directory))
        if sum(size for _, size in stamps.values()) > MOST_BYTES:
            return ()
        with self._lock:
            return tuple(_subject(document) for document in self._current().documents)

    def neighbours(self, query: str, *, limit: int) -> tuple[Subject, ...]:
        """Documents that `query` comes near without their being about it, the nearest first; empty where `subjects` is
        empty, or none holds a good part of what is asked."""
        if not self.subjects():
            return ()
        with self._lock:
            shelf = self._current()
        topic = analyse(query, (document.page.text for document in shelf.documents))
        return tuple(_subject(shelf.documents[number]) for number in shelf.corpus.near(topic)[:limit])

    def _nothing(self, shelf: _Shelf, topic: Topic) -> str:
        if not shelf.documents:
            return f"The knowledge corpus in {self._directory} holds no readable text."
        sought = ", ".join(keyword.word for keyword in topic.keywords) or topic.text
        number = len(shelf.documents)
        return f"The {number} documents of the knowledge corpus were searched for {sought}; none is about it."

    def _current(self) -> _Shelf:
        stamps = dict(_stamps(self._directory))
        if self._shelf is None or self._shelf.stamps != stamps:
            self._shelf = self._load(stamps)
        return self._shelf

    def _load(self, stamps: dict[str, Stamp]) -> _Shelf:
        self._read = {
            name: self._read[name] if self._read.get(name, (None,))[0] == stamp else (stamp, self._open(name))
            for name, stamp in stamps.items()
        }
        contents = [content for _, content in self._read.values()]
        documents = _titled([content for content in contents if isinstance(content, _Document) and content.page.text])
        faults = tuple(content for content in contents if isinstance(content, Fault))
        return _Shelf(stamps, documents, Corpus([document.text for document in documents]), faults)

    def _open(self, name: str) -> _Document | Fault:
        try:
            return _document(name, _content(self._directory / name))
        except (OSError, ValueError, yaml.YAMLError) as error:
            detail = f"{name} of the knowledge corpus could not be read: {error}"
            return Fault(stage="fetch", cause="unusable", detail=detail)


def _stamps(directory: Path) -> Iterator[tuple[str, Stamp]]:
    for path in sorted(directory.rglob("*")):
        if path.suffix.lower() in SUFFIXES and path.is_file():
            status = path.stat()
            yield path.relative_to(directory).as_posix(), (status.st_mtime_ns, status.st_size)


def _content(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return path.read_bytes()


def _document(name: str, content: bytes) -> _Document:
    """Raises ValueError for a text that is not UTF-8, YAMLError for front matter that is not YAML."""
    matter, body = frontmatter.parse(_decoded(content))
    markdown = name.lower().endswith(MARKDOWN)
    blocks = parse(without_markdown(body) if markdown else without_link_numbers(body))
    text = plain(blocks)
    title = str(matter.get("title") or guess_title(blocks) or title_of_file(Path(name).stem))
    page = Page(
        url=None,
        title=title,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        fetched_at=datetime.now(UTC),
        origin=Origin.STARTER if matter.get("collection") == "starter" else Origin.KNOWLEDGE,
        locator=name,
        author=_named(matter, "author"),
        published=_named(matter, "published"),
        language=_named(matter, "language") or detect(text[:_LANGUAGE_SAMPLE]),
        basis=basis(matter),
    )
    return _Document(page, Text(title, blocks), named=bool(matter.get("title")))


def _titled(documents: Sequence[_Document]) -> tuple[_Document, ...]:
    """`documents` with a better guess at the titles of those that give none: what many of them begin with is the name
    of their site."""
    shared = shared_lines(document.text.blocks for document in documents)
    return tuple(document if document.named else _retitled(document, shared) for document in documents)


def _retitled(document: _Document, shared: Mapping[str, int]) -> _Document:
    title = guess_title(document.text.blocks, shared) or document.page.title
    if title == document.page.title:
        return document
    return _Document(document.page.model_copy(update={"title": title}), Text(title, document.text.blocks), named=False)


def _decoded(content: bytes) -> str:
    text = content.decode("utf-8-sig", errors="replace")
    if text.count(_REPLACEMENT) > _MOST_BROKEN * len(text):
        raise ValueError("it is not UTF-8 text")
    return text


def _named(matter: dict[str, Any], key: str) -> str:
    value = matter.get(key)
    return "" if value is None else str(value)


def _subject(document: _Document) -> Subject:
    page = document.page
    return Subject(page.title, page.language, own=page.origin is not Origin.STARTER)


def _in_language(hits: Sequence[Hit], language: str) -> list[Hit]:
    """The hits in `language`; where these are few, the others after them."""
    own = [hit for hit in hits if hit.page and hit.page.language.split("-")[0] == language.split("-")[0]]
    return own if len(own) >= _ENOUGH_IN_LANGUAGE else [*own, *(hit for hit in hits if hit not in own)]


def _hit(document: _Document, match: Match) -> Hit:
    snippet = " ".join(match.passage.text.split())[:_SNIPPET_CHARACTERS]
    return Hit(url=None, title=document.page.title, snippet=snippet, backend=NAME, page=document.page)
