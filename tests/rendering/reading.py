"""Reads rendered files back, for the tests."""

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import docx
import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")


def squeeze(text: str) -> str:
    """`text` without anything but letters and digits."""
    return re.sub(r"\W+", "", text)


def pdf_text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in _read(content).pages)


def pdf_links(content: bytes) -> list[str]:
    """The addresses of all links that leave the document."""
    return [str(link["/A"]["/URI"]) for link in _annotations(_read(content)) if "/A" in link]


def pdf_jumps(content: bytes) -> list[tuple[int, float]]:
    """The targets of all links inside the document: the page, counted from 0, and the height on it in points."""
    reader = _read(content)
    pages = {page.indirect_reference: number for number, page in enumerate(reader.pages)}
    targets = [link["/Dest"] for link in _annotations(reader) if "/Dest" in link]
    return [(pages[target[0].indirect_reference], float(target[3])) for target in targets]


def pdf_objects(content: bytes) -> list[DictionaryObject]:
    """Every dictionary of the file."""
    reader = _read(content)
    things = [reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1)]
    return [thing for thing in things if isinstance(thing, DictionaryObject)]


def _read(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def _annotations(reader: PdfReader) -> list:
    return [annotation.get_object() for page in reader.pages for annotation in page.get("/Annots", [])]


@dataclass(frozen=True)
class Word:
    page: int
    left: float
    right: float
    text: str


def pdf_words(content: bytes, folder: Path) -> list[Word]:
    """Every word with its place, in points from the left edge of its page."""
    words = []
    for number, page in enumerate(_poppler(content, folder, "-bbox").split("<page ")[1:], start=1):
        found = re.findall(r'<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)<', page)
        words += [Word(number, float(left), float(right), text) for left, right, text in found]
    return words


def pdf_lines(content: bytes, folder: Path) -> Iterator[str]:
    layout = _poppler(content, folder, "-bbox-layout")
    for line in re.findall(r"<line [^>]*>(.*?)</line>", layout, re.DOTALL):
        yield " ".join(re.findall(r">([^<>\n]+)</word>", line))


def pdf_sizes(content: bytes) -> set[float]:
    """The sizes of all letters, in points."""
    sizes: set[float] = set()

    def note(text: str, page: list[float], line: list[float], _font: object, size: float) -> None:
        if text.strip():
            sizes.add(round(abs(page[3] * line[3]) * size, 1))

    for page in _read(content).pages:
        page.extract_text(visitor_text=note)
    return sizes


def word_document(content: bytes):
    return docx.Document(io.BytesIO(content))


def docx_text(content: bytes) -> str:
    """All text of the body, tables included, in reading order."""
    body = word_document(content).element.body
    return "\n".join(node.text or "" for node in body.iter() if node.tag.endswith("}t"))


def _poppler(content: bytes, folder: Path, option: str) -> str:
    file = folder / "read.pdf"
    file.write_bytes(content)
    done = subprocess.run(["pdftotext", option, str(file), "-"], capture_output=True, text=True, check=True)
    return done.stdout.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
