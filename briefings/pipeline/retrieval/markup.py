"""Taking the marks of Markdown, and of numbered link lists, out of a text. Layout marks (headings, bullets) stay."""

import re

_FENCED = re.compile(r"(^\s*(?:```|~~~).*?^\s*(?:```|~~~)\s*$)", re.MULTILINE | re.DOTALL)
_INLINE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"<!--.*?-->", re.DOTALL), ""),
    (re.compile(r"^\s{0,3}\[[^\]]+\]:\s+\S+.*$", re.MULTILINE), ""),
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), ""),
    (re.compile(r"\[([^\]]+)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)"), r"\1"),
    (re.compile(r"\[([^\]]+)\]\[[^\]]*\]"), r"\1"),
    (re.compile(r"\[\^[^\]]+\]:?"), ""),
    (re.compile(r"^\s{0,3}>\s?", re.MULTILINE), ""),
    (re.compile(r"</?(?:br|p|div|span|sup|sub|b|i|em|strong|a|kbd|code)\b[^>]*>", re.IGNORECASE), ""),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"(?<![\w*])(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])"), r"\2"),
    (re.compile(r"(?<![\w_])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w_])"), r"\2"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!>-])"), r"\1"),
)
_LINK_LIST = re.compile(r"^\s*(?:Visible links:?|References)\s*\n(?:\s*\n)*(?=\s*1\.\s+\w+:)", re.MULTILINE)
_LINK_NUMBER = re.compile(r"\[\d{1,4}\](?=\S)")


def without_markdown(text: str) -> str:
    """`text` with the inline marks of Markdown taken out: what a reader of the rendered page would read. Code stays."""
    parts = _FENCED.split(text)
    return "".join(part if place % 2 else _without_inline(part) for place, part in enumerate(parts))


def without_link_numbers(text: str) -> str:
    """`text` without the numbers that a text browser puts before each link and without the list of addresses they
    point to, which stands at the end. A text that has no such list is returned as it is."""
    found = list(_LINK_LIST.finditer(text))
    return _LINK_NUMBER.sub("", text[: found[-1].start()]) if found else text


def _without_inline(text: str) -> str:
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text
