"""Leftover HTML and Markdown, turned into plain text. Every pattern takes time in proportion to the text."""

import re
from collections.abc import Callable

from briefings.pipeline.hygiene.html import strip_html

_TARGET = (
    r"(?:(?=[^\s()<>./#:?=]*[./#:?=])[^\s()<>]*+(?:\([^\s()]*\)[^\s()]*)?|<[^<>]*>|#?[\w-]*)(?:\s+[\"'“][^)\n]{0,300})?"
)
_DUNDER = r"(?!(?:init|name|main|call|str|repr|file|dict|doc|len|iter|next|new|del|eq|hash|all|class)__)"

Replacement = str | Callable[[re.Match[str]], str]


def _cells(row: re.Match[str]) -> str:
    return "; ".join(cell.strip() for cell in row[1].split("|") if cell.strip())


_RULES: tuple[tuple[re.Pattern[str], Replacement], ...] = (
    (re.compile(rf"!\[([^\[\]]*)\]\({_TARGET}\)"), r"\1"),
    (re.compile(rf"\[\[?\^?(\d{{1,3}})\]?\]\({_TARGET}\)"), r"[\1]"),
    (re.compile(rf"(?<!\w)\[([^\[\]]+)\]\({_TARGET}\)"), r"\1"),
    (re.compile(r"(?<!\w)\[(?!\^?\d)([^\[\]]+)\](?=\[\d{1,3}\])"), r"\1 "),
    (re.compile(r"^[ \t]*#{1,6}\s+(.*?)(?:\s+#+)?$", re.MULTILINE), r"\1"),
    (re.compile(r"^[ \t]*(?:>[ \t]*)+(?=[^\W\d_]|[\"“*]|$)", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:[*+•]\s+|-\s+(?=[^\W\d_]))(?=\S)", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+(?:[ \t]*:?-{3,}:?)?[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*\|(?=[^|\n]*\|[^\n]*\|)([^\n]*)\|[ \t]*$", re.MULTILINE), _cells),
    (re.compile(r"\*{2,3}(?=\S)((?:[^*\n]|\*(?!\*))+?)(?<=\S)\*{2,3}"), r"\1"),
    (re.compile(rf"(?<!\w)__(?=\S){_DUNDER}([^\n]{{1,300}}?)(?<=\S)__(?!\w)"), r"\1"),
    (re.compile(r"~~(?=\S)([^\n]{1,300}?)(?<=\S)~~"), r"\1"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]+?)(?<=[^\s_])_(?![\w_])"), r"\1"),
    (re.compile(r"(?<!\w)\*\*|\*\*(?!\w)"), ""),
    (re.compile(r"\\([*_#\[\]~`])"), r"\1"),
)


def strip_markup(text: str) -> tuple[str, int]:
    """`text` as plain text, and how many pieces of markup it held."""
    text, count = strip_html(text)
    for pattern, replacement in _RULES:
        changed, _ = pattern.subn(replacement, text)
        if changed != text:
            count += len(pattern.findall(text))
            text = changed
    return text, count
