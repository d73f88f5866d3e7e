"""What all renderers share: a document cleaned for print, its citations numbered, its sources described."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from briefings.domain.document import Callout, Document, References, Sentence, Table, rewrite
from briefings.domain.evidence import Source
from briefings.domain.language import detect, normalise
from briefings.rendering.errors import RenderFailed
from briefings.rendering.labels import labels_for

_BREAKS = re.compile(r"[\t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
# Control characters, lone surrogates and noncharacters: XML cannot hold them and no font draws them.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_JOINER = "\u200d"
_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ps", "sd", "ur", "yi"})
_EAST_ASIAN = frozenset({"zh", "ja"})
_OTHER_SCRIPTS = frozenset({"ar", "ru"})
_LONGEST_RUNNING_TITLE = 80


@dataclass(frozen=True)
class Citation:
    """A citation as its reader sees it. `anchor` names its reference: empty where a document has no references."""

    number: int
    source: int
    title: str
    anchor: str


@dataclass(frozen=True)
class Linked:
    """A title, and the http(s) address that it leads to; empty where there is none."""

    title: str
    href: str


@dataclass(frozen=True)
class SourceEntry:
    """A source as its reader sees it. `href` is an http(s) address or empty; `place` is where the text was read;
    `basis` are the texts that the source itself rests on, as far as it tells."""

    number: int
    source: int
    anchor: str
    title: str
    language: str
    byline: str
    published: str
    tier: str
    read_on: str
    href: str
    place: str
    basis: tuple[Linked, ...]

    @property
    def particulars(self) -> tuple[str, ...]:
        """What is known of the source beside its title, in order, without what is not known."""
        return tuple(text for text in (self.byline, self.published, self.tier, self.read_on) if text)


class Presentation:
    """A document with all that a renderer needs to know about it.

    Raises RenderFailed, on `form`'s behalf, where the document cites a source that it was not given.
    """

    def __init__(self, document: Document, sources: Iterable[Source], form: str) -> None:
        self.document = rewrite(document, _ready)
        self.language = known_language(document.language)
        self.labels = labels_for(self.language)
        self._form = form
        self._sources = {source.id: source for source in sources}
        self._anchored = any(isinstance(block, References) for block in document.blocks)
        self._numbers = reference_numbers(document)

    @property
    def direction(self) -> str:
        return direction(self.document.language)

    @property
    def label_language(self) -> str:
        """The language of what Kyle adds to the document, where that is not the document's own; else empty."""
        return "" if self.labels.tag == self.language else self.labels.tag

    @property
    def title_language(self) -> str:
        """The language of the title, where its script shows that it is not the document's; else empty."""
        return other_script(self.document.title, self.language)

    @property
    def east_asian(self) -> bool:
        """Whether the document is written in Chinese or Japanese: wide signs, and no spaces between sentences."""
        return _primary(self.document.language) in _EAST_ASIAN

    @property
    def running_title(self) -> str:
        """The title, cut to what fits one line above a page; a Chinese character takes the room of two letters."""
        return shortened(self.document.title, _LONGEST_RUNNING_TITLE // (2 if self.east_asian else 1))

    @property
    def sentence_gap(self) -> str:
        return "" if self.east_asian else " "

    @property
    def as_of(self) -> str:
        return f"{self.labels.as_of} {self.labels.day(self.document.as_of)}"

    def language_name(self, tag: str) -> str:
        return self.labels.languages.get(known_language(tag), tag)

    def citations(self, cites: Sequence[int]) -> tuple[Citation, ...]:
        """The citations of one sentence, in the order in which they are given, each once."""
        return tuple(self._citation(source) for source in dict.fromkeys(cites))

    def entry(self, source_id: int) -> SourceEntry:
        """The source with this id, described."""
        source, labels = self._source(source_id), self.labels
        page = source.page
        number = self._numbers[source_id]
        href = web_address(page.url)
        origin = labels.origins[page.origin]
        return SourceEntry(
            number=number,
            source=source_id,
            anchor=self._anchor(number),
            title=printable(page.title) or href or origin,
            language=page.language,
            byline=" · ".join(printable(text) for text in (page.author, page.site) if text),
            published=f"{labels.published} {labels.published_day(printable(page.published))}" if page.published else "",
            tier=labels.tiers[source.tier],
            read_on=f"{labels.read_on} {labels.day(page.fetched_at.date())}",
            href=href,
            place=href or labels.colon.join(text for text in (origin, printable(page.locator)) if text),
            basis=tuple(Linked(printable(text.title), web_address(text.url)) for text in page.basis),
        )

    def callout(self, block: Callout) -> tuple[str, tuple[tuple[Sentence, ...], ...]]:
        """The label of a callout and its lines: several open questions stand on a line each."""
        if block.tone == "open_question" and len(block.sentences) > 1:
            return self.labels.open_questions, tuple((question,) for question in block.sentences)
        return self.labels.tones[block.tone], (block.sentences,)

    def _citation(self, source_id: int) -> Citation:
        source = self._source(source_id)
        number = self._numbers[source_id]
        return Citation(number, source_id, printable(source.page.title), self._anchor(number))

    def _anchor(self, number: int) -> str:
        return f"ref-{number}" if self._anchored else ""

    def _source(self, source_id: int) -> Source:
        if source_id not in self._sources:
            raise RenderFailed(self._form, f"source {source_id} is cited, but was not handed over")
        if source_id not in self._numbers:
            raise RenderFailed(self._form, f"source {source_id} is cited, but has no reference")
        return self._sources[source_id]


def reference_numbers(document: Document) -> dict[int, int]:
    """The number under which a reader knows each cited source, by source id: that of its reference, or its place in the
    order of first citation where the document has no references yet."""
    references = [block for block in document.blocks if isinstance(block, References)]
    if not references:
        return {source: number for number, source in enumerate(document.cited, start=1)}
    return {entry.source: entry.number for block in references for entry in block.entries}


def known_language(tag: str) -> str:
    """The tag as Kyle spells it (`zh-TW` is `zh-Hant`), or the tag itself where Kyle does not know the language."""
    try:
        return normalise(tag)
    except ValueError:
        return tag


def other_script(text: str, language: str) -> str:
    """The likely language of `text`, where its script shows that it is not in `language`; else empty.

    Chinese and Japanese share a script, and so do the languages that are written in Latin letters.
    """
    likely = detect(text)
    return "" if _script(likely) == _script(language) else likely


def direction(language: str) -> str:
    """`rtl` or `ltr`, as HTML's `dir` wants it, for a BCP 47 tag."""
    return "rtl" if _primary(language) in _RIGHT_TO_LEFT else "ltr"


def printable(text: str) -> str:
    """`text` on one line, without characters that cannot be shown in any format."""
    return _UNPRINTABLE.sub("", _BREAKS.sub(" ", text))


def shortened(text: str, limit: int) -> str:
    """`text` in at most `limit` characters, the last of them an ellipsis where it was cut.

    A character is not parted from what belongs to it: an accent, a joiner, a variant.
    """
    if len(text) <= limit:
        return text
    end = limit - 1
    while end and (unicodedata.category(text[end]) in ("Mn", "Mc", "Me", "Cf") or text[end - 1] == _JOINER):
        end -= 1
    return f"{text[:end].rstrip()}…"


def web_address(url: str | None) -> str:
    """`url` where it is an http or https address with a host, else an empty text: nothing else becomes a link."""
    address = printable(url or "").strip()
    try:
        parts = urlsplit(address)
        # Asked for its port, a split address says whether that is one.
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return ""
    return address if usable and " " not in address else ""


def _script(language: str) -> str:
    primary = _primary(language)
    return "han" if primary in _EAST_ASIAN else primary if primary in _OTHER_SCRIPTS else "latin"


def _primary(language: str) -> str:
    return language.lower().split("-")[0]


def _ready(node: Any) -> Any:
    """The node with texts that can be shown; a table also with as many cells in every row as there are columns."""
    fields = {name: getattr(node, name) for name in type(node).model_fields}
    cleaned = {name: _printable_value(value) for name, value in fields.items()}
    changes = {name: value for name, value in cleaned.items() if value != fields[name]}
    ready = node.model_copy(update=changes) if changes else node
    return _squared(ready) if isinstance(ready, Table) else ready


def _printable_value(value: object) -> object:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return tuple(printable(item) for item in value)
    return value


def _squared(table: Table) -> Table:
    width = max(len(table.columns), *(len(row) for row in table.rows), 0)
    columns = table.columns + ("",) * (width - len(table.columns))
    rows = tuple(row + (Sentence(text=""),) * (width - len(row)) for row in table.rows)
    return table.model_copy(update={"columns": columns, "rows": rows})
