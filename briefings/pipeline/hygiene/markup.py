"""Leftover Markdown and HTML, turned into plain text."""

import html
import re
from collections.abc import Callable

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_TAGS = """a abbr answer article aside b big blockquote body br caption cite code dd del details div dl dt em figcaption
    figure font footer h1 h2 h3 h4 h5 h6 head header hr html i img input ins kbd label li link main mark meta nav ol
    output p pre q ref response result s samp section small source span strike strong sub summary sup table tbody
    td tfoot th thead title tr tt u ul var""".split()
_TARGET = r"(?:[^\s()<>]*[./#:?=][^\s()<>]*(?:\([^\s()]*\)[^\s()]*)?|<[^<>]*>|#?[\w-]*)(?:\s+[\"'“][^)]*)?"
_DUNDER = r"(?!(?:init|name|main|call|str|repr|file|dict|doc|len|iter|next|new|del|eq|hash|all|class)__)"

Replacement = str | Callable[[re.Match[str]], str]


def _cells(row: re.Match[str]) -> str:
    return "; ".join(cell.strip() for cell in row[1].split("|") if cell.strip())


_RULES: tuple[tuple[re.Pattern[str], Replacement], ...] = (
    (re.compile(r"<!--.*?-->", re.DOTALL), ""),
    (re.compile(r"<(think|thinking|reasoning|script|style)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE), ""),
    (re.compile(r"</?(?:think|thinking|reasoning|script|style)\b[^>]*>|<\|[^|<>]*\|>|\[cite_(?:start|end)\]"), ""),
    (re.compile(r"<sup>\s*(\d+)\s*</sup>", re.IGNORECASE), lambda match: match[1].translate(_SUPERSCRIPT)),
    (re.compile(r"<sub>\s*(\d+)\s*</sub>", re.IGNORECASE), lambda match: match[1].translate(_SUBSCRIPT)),
    (re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE), " "),
    (re.compile(rf"</?(?:{'|'.join(_TAGS)})(?:\s[^<>]*)?/?>", re.IGNORECASE), ""),
    (re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});"), lambda match: html.unescape(match[0])),
    (re.compile(rf"!\[([^\[\]]*)\]\({_TARGET}\)"), r"\1"),
    (re.compile(rf"\[\[?\^?(\d{{1,3}})\]?\]\({_TARGET}\)"), r"[\1]"),
    (re.compile(rf"(?<!\w)\[([^\[\]]+)\]\({_TARGET}\)"), r"\1"),
    (re.compile(r"(?<!\w)\[(?!\^?\d)([^\[\]]+)\](?=\[\d{1,3}\])"), r"\1 "),
    (re.compile(r"^[ \t]*#{1,6}\s+(.*?)(?:\s+#+)?$", re.MULTILINE), r"\1"),
    (re.compile(r"^[ \t]*(?:>\s*)+(?=[^\W\d_]|[\"“*])", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:[*+•]\s+|-\s+(?=[^\W\d_]))(?=\S)", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?)?[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*\|(.*\|.*)\|[ \t]*$", re.MULTILINE), _cells),
    (re.compile(r"\*{2,3}(?=\S)([^\n]+?)(?<=\S)\*{2,3}"), r"\1"),
    (re.compile(rf"(?<!\w)__(?=\S){_DUNDER}([^\n]+?)(?<=\S)__(?!\w)"), r"\1"),
    (re.compile(r"~~(?=\S)([^\n]+?)(?<=\S)~~"), r"\1"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]+?)(?<=[^\s_])_(?![\w_])"), r"\1"),
    (re.compile(r"(?<!\w)\*\*|\*\*(?!\w)"), ""),
    (re.compile(r"\\([*_#\[\]~`])"), r"\1"),
)


def strip_markup(text: str) -> tuple[str, int]:
    """`text` as plain text, and how many pieces of markup it held."""
    count = 0
    for pattern, replacement in _RULES:
        changed, _ = pattern.subn(replacement, text)
        if changed != text:
            count += len(pattern.findall(text))
            text = changed
    return text, count
