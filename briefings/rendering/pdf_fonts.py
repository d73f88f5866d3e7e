"""The fonts of a PDF, cut down to the characters of one document and kept on disk.

The Chinese font of textflowkit-fonts is a variable one whose default weight is hairline, and reportlab can use neither
a variable font nor 18 MB of it in passing. So its regular and bold instances are made of the characters at hand. Two
static fonts stand behind it: one for signs that the Chinese font lacks, one for Arabic.
"""

import hashlib
import os
import sys
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from briefings.rendering.errors import RenderFailed

WEIGHTS = {"regular": 400, "bold": 700}
_VARIABLE = "NotoSansSC.ttf"
_STATIC = ("NotoSans.ttf", "NotoSansArabic.ttf")
# The characters of every European language: nearly all documents that hold no Chinese share one pair of fonts.
_ALWAYS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x250),
    *range(0x370, 0x530),
    *range(0x1E00, 0x2000),
    *range(0x2010, 0x2070),
    *range(0x20A0, 0x20D0),
    *range(0x2190, 0x2270),
)


def default_cache() -> Path:
    """A folder for made fonts that belongs to the user of this process alone."""
    return Path(tempfile.gettempdir()) / f"kyle-fonts-{os.getuid()}"


class Repertoire:
    """A set of characters that takes a bit for each code point: those of the fonts would take 12 MB otherwise."""

    def __init__(self, characters: Iterable[str]) -> None:
        bits = bytearray(sys.maxunicode // 8 + 1)
        for character in characters:
            bits[ord(character) // 8] |= 1 << ord(character) % 8
        self._bits = bytes(bits)

    def __contains__(self, character: object) -> bool:
        return isinstance(character, str) and bool(self._bits[ord(character) // 8] & 1 << ord(character) % 8)

    def __iter__(self) -> Iterator[str]:
        for place in range(len(self._bits)):
            if self._bits[place]:
                yield from filter(self.__contains__, map(chr, range(8 * place, 8 * place + 8)))


@cache
def drawable() -> Repertoire:
    """Every character that one of the fonts has."""
    return Repertoire(character for name in (_VARIABLE, *_STATIC) for character in _repertoire(name))


def folder_for(characters: Iterable[str], cache_folder: Path, *, east_asian: bool) -> Path:
    """The folder inside `cache_folder` that holds `regular.ttf` and `bold.ttf` for these characters, made if need be.

    The Chinese font draws quotation marks, dots and the like as wide as a Chinese character; where the text is not
    `east_asian` they are left to the font behind it. Raises RenderFailed where the fonts cannot be read or written.
    """
    of_font = _repertoire(_VARIABLE)
    wanted = {code for code in {*_ALWAYS, *map(ord, characters)} if chr(code) in of_font}
    codes = sorted(wanted if east_asian else wanted - _wide_signs())
    folder = cache_folder / _digest(codes)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, weight in WEIGHTS.items():
            if not (folder / f"{name}.ttf").exists():
                _make(codes, weight, folder / f"{name}.ttf")
    except OSError as error:
        raise RenderFailed("pdf", f"the fonts could not be made: {error}") from error
    return folder


def _make(codes: list[int], weight: int, file: Path) -> None:
    """Make one font beside `file`, then move it there at once: a reader never meets half a font."""
    with tempfile.TemporaryDirectory(dir=file.parent) as fresh:
        made = Path(fresh) / file.name
        _instance(codes, weight, f"Kyle-{file.parent.name}-{file.stem}").save(made)
        made.replace(file)


def _instance(codes: list[int], weight: int, name: str) -> Any:
    # Imported here because fontTools is slow to import and only this needs it.
    from fontTools import subset
    from fontTools.varLib import instancer

    options = subset.Options(layout_features=[], hinting=False, glyph_names=False, notdef_outline=True)
    font = subset.load_font(str(static_folder() / _VARIABLE), options, lazy=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
    # All instances come out with the name of the variable font, and reportlab knows a font by its name alone.
    for name_id in (1, 4, 6):
        font["name"].setName(name, name_id, 3, 1, 0x409)
    return font


@cache
def _wide_signs() -> frozenset[int]:
    """Signs whose width depends on the script around them, as far as the font for signs has them too."""
    return frozenset(
        ord(character)
        for character in _repertoire(_STATIC[0])
        if unicodedata.east_asian_width(character) == "A" and unicodedata.category(character)[0] in "PS"
    )


@cache
def _repertoire(name: str) -> Repertoire:
    from fontTools.ttLib import TTFont

    with TTFont(static_folder() / name, lazy=True) as font:
        return Repertoire(map(chr, font.getBestCmap()))


def static_folder() -> Path:
    """The folder that holds the fonts that are used as they are."""
    import textflowkit_fonts

    return Path(textflowkit_fonts.__file__).parent / "fonts"


def _digest(codes: list[int]) -> str:
    return hashlib.sha256(f"{_recipe()} {codes}".encode()).hexdigest()[:32]


@cache
def _recipe() -> str:
    """What, besides the characters, decides how a made font looks."""
    return f"{version('textflowkit-fonts')} {version('fonttools')} {WEIGHTS}"
