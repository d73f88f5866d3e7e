"""How a Word document looks: the styles of python-docx's template, made over, and a few of Kyle's own."""

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Cm, Pt, RGBColor

from briefings.rendering import docx_xml

INK, NAVY, GREY, LINK = "1F2328", "12263A", "5F6B7A", "1D4F73"
RULE, STRONG_RULE, HEADER_FILL = "D5D9DE", "9AA4AF", "EEF1F4"
LATIN = "Calibri"
TABLE = "Kyle Table"
MARGIN, PAGE_WIDTH, PAGE_HEIGHT = Cm(2.4), Cm(21), Cm(29.7)
TEXT_WIDTH = PAGE_WIDTH - 2 * MARGIN


@dataclass(frozen=True)
class Look:
    """A paragraph style. Sizes and spaces are in points, `indent` and `hanging` in centimetres."""

    size: float = 10.5
    color: str = INK
    bold: bool = False
    before: float = 0
    after: float = 6
    line: float = 1.25
    keep_with_next: bool = False
    keep_together: bool = False
    indent: float = 0
    hanging: float = 0


PARAGRAPHS: dict[str, Look] = {
    "Normal": Look(),
    "Title": Look(size=23, color=NAVY, bold=True, after=4, line=1.1, keep_with_next=True),
    "Kyle Meta": Look(size=9.5, color=GREY, after=16),
    "Heading 1": Look(size=15, color=NAVY, bold=True, before=18, after=6, line=1.15, keep_with_next=True),
    "Heading 2": Look(size=12.5, color=NAVY, bold=True, before=12, after=4, line=1.15, keep_with_next=True),
    "Heading 3": Look(size=11, color="3B4A5A", bold=True, before=10, after=3, line=1.15, keep_with_next=True),
    "List Bullet": Look(after=3),
    "List Bullet 2": Look(after=3),
    "List Bullet 3": Look(after=3),
    "List Number": Look(after=3),
    "List Number 2": Look(after=3),
    "List Number 3": Look(after=3),
    "Quote": Look(size=11, color="3B4A5A", before=4, after=10, indent=0.5, keep_together=True),
    "Caption": Look(size=9.5, color="3B4A5A", bold=True, before=8, after=4, line=1.15, keep_with_next=True),
    "Header": Look(size=8.5, color=GREY, after=0, line=1),
    "Footer": Look(size=8.5, color=GREY, after=0, line=1),
    "Kyle Cell": Look(size=9.5, after=0, line=1.15),
    "Kyle Cell Heading": Look(size=9.5, color=NAVY, bold=True, after=0, line=1.15),
    "Kyle Cell Detail": Look(size=8.5, color=GREY, after=2, line=1.15),
    "Kyle Gap": Look(size=5, after=0, line=1),
    "Kyle Callout Note": Look(before=6, after=10, indent=0.35, keep_together=True),
    "Kyle Callout Caution": Look(before=6, after=10, indent=0.35, keep_together=True),
    "Kyle Callout Question": Look(before=6, after=10, indent=0.35, keep_together=True),
    "Kyle Reference": Look(size=9.5, after=6, line=1.15, indent=0.8, hanging=0.8, keep_together=True),
}
CALLOUTS = {
    "note": ("Kyle Callout Note", "5B7A99", "F1F5F8"),
    "caution": ("Kyle Callout Caution", "B45309", "FDF5E8"),
    "open_question": ("Kyle Callout Question", "6D4FA3", "F5F1FA"),
}
CITATION, HYPERLINK, DETAIL, STRONG, OFFICIAL = "Kyle Citation", "Hyperlink", "Kyle Detail", "Strong", "Kyle Official"
CHARACTERS: dict[str, Look] = {
    CITATION: Look(size=8.5, color=LINK),
    HYPERLINK: Look(color=LINK),
    DETAIL: Look(size=8.5, color=GREY),
    OFFICIAL: Look(size=8.5, color="1B6B45", bold=True),
}
_EAST_ASIAN = {
    "zh-Hans": ("Microsoft YaHei", "zh-CN"),
    "zh-Hant": ("Microsoft JhengHei", "zh-TW"),
    "ja": ("Yu Gothic", "ja-JP"),
}


def empty(language: str) -> Any:
    """An empty document that is dressed for a text in `language`, a BCP 47 tag."""
    return docx.Document(io.BytesIO(_dressed(language)))


def ids(document: Document) -> dict[str, str | None]:
    """The id of every style by its name, null for the one that needs none. python-docx looks through all styles, twice,
    for each paragraph."""
    default = document.styles.default(WD_STYLE_TYPE.PARAGRAPH)
    return {str(style.name): None if style == default else style.style_id for style in document.styles}


@lru_cache(maxsize=8)
def _dressed(language: str) -> bytes:
    """Dressing costs more than writing a briefing, and is the same for all in one language."""
    document = docx.Document()
    _dress(document, language)
    content = io.BytesIO()
    document.save(content)
    return content.getvalue()


def _dress(document: Document, language: str) -> None:
    for name, look in PARAGRAPHS.items():
        _dress_paragraph(_style(document, name, WD_STYLE_TYPE.PARAGRAPH), look)
    for name, look in CHARACTERS.items():
        _dress_text(_style(document, name, WD_STYLE_TYPE.CHARACTER), look, sized=name != HYPERLINK)
    docx_xml.rule_table_style(_style(document, TABLE, WD_STYLE_TYPE.TABLE).element, RULE, STRONG_RULE)
    _rule_paragraphs(document)
    _speak(document, language)


def _style(document: Document, name: str, kind: WD_STYLE_TYPE) -> Any:
    if name in document.styles:
        return document.styles[name]
    style: Any = document.styles.add_style(name, kind, builtin=name == HYPERLINK)
    if kind is not WD_STYLE_TYPE.CHARACTER:
        style.base_style = document.styles["Normal Table" if kind is WD_STYLE_TYPE.TABLE else "Normal"]
    style.hidden = False
    return style


def _dress_paragraph(style: Any, look: Look) -> None:
    _dress_text(style, look, sized=True)
    layout = style.paragraph_format
    layout.space_before, layout.space_after = Pt(look.before), Pt(look.after)
    layout.line_spacing = look.line
    layout.keep_with_next, layout.keep_together = look.keep_with_next, look.keep_together
    if look.indent:
        layout.left_indent = Cm(look.indent)
        layout.first_line_indent = Cm(-look.hanging)


def _dress_text(style: Any, look: Look, *, sized: bool) -> None:
    if sized:
        style.font.size = Pt(look.size)
    style.font.bold, style.font.italic = look.bold, False
    style.font.color.rgb = RGBColor.from_string(look.color)


def _rule_paragraphs(document: Document) -> None:
    """Lines and backgrounds: none under the title, a strong one under its date, a bar beside quotes and callouts."""
    lines = {
        "Title": {},
        "Kyle Meta": {"bottom": (12, NAVY, 6)},
        "Quote": {"left": (16, "C3CAD2", 10)},
        "Header": {"bottom": (4, RULE, 4)},
    }
    for name, sides in lines.items():
        docx_xml.border(document.styles[name].element.get_or_add_pPr(), sides)
    for name, bar, fill in CALLOUTS.values():
        properties = document.styles[name].element.get_or_add_pPr()
        docx_xml.border(properties, {"left": (24, bar, 8), "top": (4, fill, 5), "bottom": (4, fill, 5)})
        docx_xml.shade(properties, fill)


def _speak(document: Document, language: str) -> None:
    """Set fonts and languages in every style: Word takes Chinese characters from the East Asian font alone."""
    font, east_asian = _EAST_ASIAN.get(language, _EAST_ASIAN["zh-Hans"])
    spoken = "en-GB" if language in (*_EAST_ASIAN, "en") else language
    defaults = docx_xml.default_properties(document)
    for properties in (defaults, *(style.element.get_or_add_rPr() for style in _lettered(document))):
        docx_xml.set_fonts(properties, LATIN, font)
        docx_xml.set_language(properties, spoken, east_asian)


def _lettered(document: Document) -> list[Any]:
    return [style for style in document.styles if style.type is not WD_STYLE_TYPE.LIST]


def lay_out(document: Document, title: str) -> None:
    """A4 with a page number on every page and the title above every page but the first."""
    section = document.sections[0]
    section.page_width, section.page_height = PAGE_WIDTH, PAGE_HEIGHT
    section.left_margin = section.right_margin = MARGIN
    section.top_margin, section.bottom_margin = Cm(2.5), Cm(2.3)
    section.header_distance = section.footer_distance = Cm(1.2)
    section.different_first_page_header_footer = True
    section.header.paragraphs[0].text = title
    section.first_page_header.paragraphs[0].style = document.styles["Normal"]
    for footer in (section.footer, section.first_page_footer):
        paragraph = footer.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        docx_xml.field(paragraph, "PAGE")
        paragraph.add_run(" / ")
        docx_xml.field(paragraph, "NUMPAGES")
