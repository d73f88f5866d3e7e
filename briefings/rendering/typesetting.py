"""Prepares the text of a printed page for a line breaker that knows only spaces and a font that lacks some characters.

The line breaker of xhtml2pdf takes whatever stands between two spaces for one word. A word that is wider than its line
may be parted between any two characters that both allow it (`word-wrap: break-word`); text inside `<span class="keep">`
does not allow it and clings to both its neighbours. Chinese is therefore set as one long word, in which every cluster
that must stay whole (a Latin word, a character with its closing punctuation) has its inner characters kept.
"""

import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser

_WIDE = (
    "\u2e80-\u2fdf\u3021-\u3029\u3040-\u30fa\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff10-\uff5a"
    "\U00020000-\U0003ffff"
)
_CLOSING = (
    "、。，．：；！？％）］｝」』】》〉〕〗〙〛’”…—～·‧・ー々〻ぁぃぅぇぉっゃゅょゎゝゞァィゥェォッャュョヮヵヶヽヾ"
)
_OPENING = "（［｛「『【《〈〔〖〘〚‘“￥＄"
_IS_WIDE = re.compile(f"[{_WIDE}]")
_CLUSTER = re.compile(
    f"[{_OPENING}]*(?:(?![{_CLOSING}])[{_WIDE}]|[^\\s{_WIDE}{_OPENING}{_CLOSING}]+)?[{_CLOSING}]*\\s*"
)
_CITATION = re.compile(r"\[\d+\]")
_LONGEST_WHOLE = 30
_NO_BREAK_SPACE = "\u00a0"


@dataclass(frozen=True)
class Typeset:
    """HTML ready to be drawn, the characters that it draws, and those that it names because no font has them."""

    html: str
    characters: frozenset[str]
    named: frozenset[str]


def typeset(html: str, drawable: Container[str], *, east_asian: bool = False) -> Typeset:
    """Prepare a whole page; `drawable` are the characters that the fonts have. Attributes are left alone.

    In an `east_asian` document every text is set as Chinese is, also one that happens to be all Latin: the real spaces
    of one sentence would make a single unbroken word of the Chinese one beside it.
    """
    setter = _Typesetter(drawable, east_asian)
    setter.feed(html)
    setter.close()
    return Typeset("".join(setter.parts), frozenset(setter.characters), frozenset(setter.named))


class _Typesetter(HTMLParser):
    """Copies tags as they are and rewrites the text between them."""

    def __init__(self, drawable: Container[str], east_asian: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.characters: set[str] = set()
        self.named: set[str] = set()
        self._drawable = drawable
        self._able: set[str] = set()
        self._east_asian = east_asian
        self._inside = ""

    def handle_decl(self, decl: str) -> None:
        self.parts.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        self.parts.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""
        self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self.parts.append(data)
            return
        text = self._drawn(data)
        self.characters.update(text)
        # The title is set in no line: it goes into the file's properties, but is tried with the fonts all the same.
        self.parts.append(escape(text) if self._inside == "title" else self._set(text))

    def _drawn(self, text: str) -> str:
        """`text` with a bracketed name in the place of every character that no font has."""
        composed = unicodedata.normalize("NFC", text)
        self._able.update(filter(self._drawable.__contains__, set(composed) - self._able))
        if self._able.issuperset(composed):
            return composed
        return "".join(
            character if character in self._able or character.isspace() else self._name(character)
            for character in composed
        )

    def _set(self, text: str) -> str:
        if _CITATION.fullmatch(text):
            return f"{_keep(text[:-1])}{text[-1]}"
        if not self._east_asian and len(_IS_WIDE.findall(text)) * 4 < len(text.strip()):
            return escape(text)
        body = text.strip()
        start = text.index(body)
        clusters = "".join(_cluster(found.group()) for found in _CLUSTER.finditer(body))
        return f"{text[:start]}{clusters}{text[start + len(body) :]}"

    def _name(self, character: str) -> str:
        category = unicodedata.category(character)
        if category == "Cf" or "VARIATION SELECTOR" in unicodedata.name(character, ""):
            return ""  # it only steers how its neighbours are drawn
        self.named.add(character)
        code = f"U+{ord(character):04X}"
        return f"[{unicodedata.name(character, code) if category.startswith('S') else code}]"


def _cluster(cluster: str) -> str:
    cluster = re.sub(r"\s", _NO_BREAK_SPACE, cluster)
    if len(cluster) < 2 or len(cluster) > _LONGEST_WHOLE:
        return escape(cluster)
    first, last = (1, 1) if len(cluster) > 2 else (1, 0) if cluster[0] in _OPENING else (0, 1)
    inner = cluster[first : len(cluster) - last]
    return f"{escape(cluster[:first])}{_keep(inner)}{escape(cluster[len(cluster) - last :])}"


def _keep(text: str) -> str:
    return f'<span class="keep">{escape(text)}</span>'
