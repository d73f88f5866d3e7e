"""Taking the marks of Markdown, and of numbered link lists, out of a text. Layout marks (headings, bullets) stay."""

import re
from collections.abc import Iterator
from itertools import groupby

_FENCE = re.compile(r"^[ \t]*(```|~~~)")

# What stands between two marks holds no opening mark, so that none of the patterns looks far ahead in vain: the time
# they take grows with the length of a text and not with its square. Emphasis in emphasis is taken out from the inside.
_ADDRESS = r"(?:[^()\s]|\([^()\s]*\))*"
_EMPHASIS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])((?:[^*\n]|(?<=\w)\*(?=\w))+)(?<=[^\s*])\1(?![\w*])"), r"\2"),
    (re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])((?:[^_\n]|(?<=\w)_(?=\w))+)(?<=[^\s_])\1(?![\w_])"), r"\2"),
)
_INLINE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"<!--(?:(?!<!--|-->).)*-->", re.DOTALL), ""),
    (re.compile(r"^[ ]{0,3}\[[^\[\]\n]+\]:[ \t]+\S.*$", re.MULTILINE), ""),
    (re.compile(r"!\[[^\[\]]*\]\((?:[^()]|\([^()]*\))*\)"), ""),
    (re.compile(rf"\[([^\[\]]+)\]\({_ADDRESS}(?:\s+\"[^\"\n]*\")?\)"), r"\1"),
    (re.compile(r"\[([^\[\]]+)\]\[[^\[\]]*\]"), r"\1"),
    (re.compile(r"\[\^[^\[\]]+\]:?"), ""),
    (re.compile(r"^[ ]{0,3}>[ \t]?", re.MULTILINE), ""),
    (re.compile(r"</?(?:br|p|div|span|sup|sub|b|i|em|strong|a|kbd|code)\b[^<>]*>", re.IGNORECASE), ""),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    *_EMPHASIS,
    *_EMPHASIS,
    (re.compile(r"\\([\\`*_{}\[\]()#+.!>-])"), r"\1"),
)
_LINK_LIST = re.compile(r"^[ \t]*(?:Visible links:?|References)[ \t\r]*\n(?=\s*1\.\s+\w+:)", re.MULTILINE)
_LINK_NUMBER = re.compile(r"\[\d{1,4}\](?=\S)")


def without_markdown(text: str) -> str:
    """`text` with the inline marks of Markdown taken out: what a reader of the rendered page would read. Code stays."""
    parts = groupby(_lines(text), key=lambda line: line[0])
    return "".join(_part("".join(line for _, line in lines), fenced=fenced) for fenced, lines in parts)


def without_link_numbers(text: str) -> str:
    """`text` without the numbers that a text browser puts before each link and without the list of addresses they
    point to, which stands at the end. A text that has no such list is returned as it is."""
    found = list(_LINK_LIST.finditer(text))
    return _LINK_NUMBER.sub("", text[: found[-1].start()]) if found else text


def _lines(text: str) -> Iterator[tuple[bool, str]]:
    """The lines of `text`, each with whether it belongs to a fenced block of code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        yield bool(fence or mark), line
        if mark and not fence:
            fence = mark.group(1)
        elif fence and line.strip() == fence:
            fence = ""


def _part(text: str, *, fenced: bool) -> str:
    if fenced:
        return text
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text
