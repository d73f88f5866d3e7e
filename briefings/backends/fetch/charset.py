"""From the bytes of a page to its text."""

import codecs
import re
from collections.abc import Iterator

# What a label means on the web is often more than what it says (WHATWG Encoding Standard, 4.2).
_MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "shift_jis_2004": "cp932",
    "euc_jis_2004": "euc_jp",
    "euc_kr": "cp949",
}
# Python knows codecs that are no encodings of a page, such as unicode_escape.
_READABLE = re.compile(
    r"utf-8|utf-16(-[lb]e)?|gb18030|big5hkscs|cp932|euc_jp|iso2022_jp|cp949|cp125\d|cp874|cp866"
    r"|koi8-[ru]|iso8859-\d+|mac-(roman|cyrillic)"
)
_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_OWN_WORD = re.compile(
    rb"""(?:<meta[^>]{0,300}?charset|^\s*<\?xml[^>]{0,100}?encoding)\s*=\s*["']?\s*([a-z0-9_.:-]{2,30})""",
    re.IGNORECASE,
)
_OWN_WORD_WITHIN = 4_096
_SAMPLE = 50_000
_DAMAGE = 200


def decode(body: bytes, declared: str = "") -> str:
    """`body` as text: by byte order mark, by what the server declared, by the page's own word, by what fits.

    Never fails; a declaration under which more than one character in 200 is damaged is not believed.
    """
    first = ""
    for encoding in _candidates(body, declared):
        text = body.decode(encoding, errors="replace").lstrip("\ufeff")
        if text.count("\ufffd") * _DAMAGE <= len(text):
            return text
        first = first or text
    return first


def _candidates(body: bytes, declared: str) -> Iterator[str]:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            yield encoding
    own_word = _OWN_WORD.search(body[:_OWN_WORD_WITHIN])
    for label in (declared, own_word[1].decode("ascii") if own_word else ""):
        known = _codec(label)
        if known:
            yield known
    yield "utf-8"
    yield from _guessed(body)
    yield "cp1252"


def _codec(label: str) -> str | None:
    """The Python codec for `label` as the web means it, or None for an unknown one."""
    try:
        name = codecs.lookup(label.strip().lower().removeprefix("x-")).name
    except (LookupError, ValueError):
        return None
    meant = _MEANT.get(name, name)
    return meant if _READABLE.fullmatch(meant) else None


def _guessed(body: bytes) -> Iterator[str]:
    # Slow to import, and hardly ever reached.
    from charset_normalizer import from_bytes

    plausible = [_codec(match.encoding) for match in from_bytes(body[:_SAMPLE])]
    # Western texts look plausible in many code pages; the web's own default is the likeliest of them.
    if "cp1252" not in plausible:
        yield from (encoding for encoding in plausible[:1] if encoding)
