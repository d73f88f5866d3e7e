"""Text without what nobody sees: control characters, and invisible characters that can carry a hidden message.

What scripts and emoji need stays: joiners inside Persian or Hindi words, one variation selector behind a character
that has variants, direction marks in right-to-left text, the three flags that are spelled in tag characters.
Ranges: Unicode 16, Default_Ignorable_Code_Point, chapter 23 of the Unicode Standard, and UTS #51 for emoji.
"""

import re
import unicodedata

_LINE_ENDS = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")

_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_MONGOLIAN_SELECTORS = "\u180b-\u180f"
_JAMO_FILLERS = "\u115f\u1160"
_INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f"  # controls
    "\u00ad\u034f\u17b4\u17b5\u200b\u2060-\u2065\ufeff\ufff0-\ufffc\u3164\uffa0"  # zero width, fillers, reserved
    "\u202a-\u202e\u2066-\u206f"  # bidirectional embeddings, overrides, isolates
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # shorthand and musical format controls
    "\U000e0000-\U000e0fff"  # tags, and the plane's other ignorables
    "\ud800-\udfff\ufdd0-\ufdef"  # lone surrogates, noncharacters
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
)
_REMOVABLE = _INVISIBLE + _JOINERS + _SELECTORS + _MONGOLIAN_SELECTORS + _JAMO_FILLERS

_JOINING_SCRIPTS = (
    "\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\u1a20-\u1aaf\u1b00-\u1b7f\ua840-\ua8ff\ufb50-\ufdcf\ufe70-\ufefc"
    "\U00010a00-\U00011fff"
)
_PICTURES = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_WITH_VARIANTS = (
    "\u1000-\u109f\u2200-\u22ff\u2a00-\u2aff\u3000-\u303f\u3400-\u9fff\ua840-\ua87f\uf900-\ufaff\uff00-\uff60"
    "\U00020000-\U0003ffff"
)
_FLAGS = "|".join(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
_LONE = f"(?![{_REMOVABLE}])"

_KEPT_OR_REMOVED = re.compile(
    f"(?=[\U0001f3f4{_REMOVABLE}])"  # decides fast that an ordinary character is none of the below
    f"(?:(?P<kept>{_FLAGS}"
    f"|(?<=[{_JOINING_SCRIPTS}])[{_JOINERS}]{_LONE}"
    f"|(?<=[{_PICTURES}\ufe0f])\u200d(?=[{_PICTURES}])"
    f"|(?<=[{_PICTURES}])[\ufe0e\ufe0f](?:(?=\u200d[{_PICTURES}])|{_LONE})"
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    f"|(?<=[{_WITH_VARIANTS}])[\ufe00-\ufe02\U000e0100-\U000e01ef]{_LONE}"
    f"|(?<=[\u1800-\u18af])[{_MONGOLIAN_SELECTORS}]{_LONE}"
    f"|(?<=[\u1100-\u11ff])[{_JAMO_FILLERS}]|[{_JAMO_FILLERS}](?=[\u1100-\u11ff]))"
    f"|[{_REMOVABLE}])"
)
_DIRECTION_MARKS = re.compile("[\u200e\u200f\u061c]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")


def clean(text: str) -> str:
    """`text` in NFC, its lines ended by `\\n`, without control and invisible characters; tabs and newlines stay."""
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_ENDS.sub("\n", text)
    text = _KEPT_OR_REMOVED.sub(lambda match: match["kept"] or "", text)
    if _DIRECTION_MARKS.search(text):
        text = "\n".join(_without_stray_marks(line) for line in text.split("\n"))
    return unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """`text` cleaned, every run of white space turned into one space: for titles, names and snippets."""
    return " ".join(clean(text).split())


def _without_stray_marks(line: str) -> str:
    """A direction mark has a purpose only in a line that holds right-to-left letters, and then only once in a row."""
    if _RIGHT_TO_LEFT.search(_DIRECTION_MARKS.sub("", line)):
        return _DIRECTION_MARKS.sub(lambda marks: marks[0][0], line)
    return _DIRECTION_MARKS.sub("", line)
