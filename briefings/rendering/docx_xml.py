"""What python-docx has no method for: small functions on the XML of a Word document."""

from collections.abc import Iterator, Mapping
from typing import Any

from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.table import Table, _Cell, _Row
from docx.text.paragraph import Paragraph
from docx.text.run import Run

_TWIPS_PER_LEVEL = 360
_MARKS = {False: ("bullet", "bullet", "bullet"), True: ("decimal", "lowerLetter", "lowerRoman")}
_BULLETS = ("•", "–", "•")
_BORDER_ORDER = ("top", "left", "bottom", "right", "insideH", "insideV")


def set_fonts(properties: Any, latin: str, east_asian: str) -> None:
    """Name the fonts of a `w:rPr`. A theme attribute would win over the name, so none is left."""
    fonts = properties.find(qn("w:rFonts"))
    if fonts is None:
        fonts = OxmlElement("w:rFonts")
        properties.insert(1 if properties.find(qn("w:rStyle")) is not None else 0, fonts)
    for attribute in list(fonts.attrib):
        del fonts.attrib[attribute]
    for script, name in {"ascii": latin, "hAnsi": latin, "eastAsia": east_asian, "cs": latin}.items():
        fonts.set(qn(f"w:{script}"), name)


def set_language(properties: Any, latin: str, east_asian: str) -> None:
    """Say in which languages the text of a `w:rPr` is; East Asian text follows its own attribute."""
    language = properties.find(qn("w:lang"))
    if language is None:
        language = OxmlElement("w:lang")
        properties.append(language)
    language.set(qn("w:val"), latin)
    language.set(qn("w:eastAsia"), east_asian)


def speak(paragraph: Paragraph, language: str) -> None:
    """Say that all runs so far of a paragraph are in `language`."""
    for run in paragraph.runs:
        set_language(run._r.get_or_add_rPr(), language, language)


def default_properties(document: Document) -> Any:
    """The `w:rPr` from which all styles inherit."""
    return document.styles.element.find(f"{qn('w:docDefaults')}/{qn('w:rPrDefault')}/{qn('w:rPr')}")


def shade(properties: Any, fill: str) -> None:
    """Give a `w:pPr` or `w:tcPr` a background colour, six hexadecimal digits."""
    _replace(properties, f'<w:shd {nsdecls("w")} w:val="clear" w:color="auto" w:fill="{fill}"/>')


def border(properties: Any, sides: Mapping[str, tuple[int, str, int]]) -> None:
    """Give a paragraph's `w:pPr` borders: side → (width in eighths of a point, colour, distance in points)."""
    lines = "".join(
        f'<w:{side} w:val="single" w:sz="{size}" w:space="{space}" w:color="{color}"/>'
        for side, (size, color, space) in sorted(sides.items(), key=lambda item: _BORDER_ORDER.index(item[0]))
    )
    _replace(properties, f"<w:pBdr {nsdecls('w')}>{lines}</w:pBdr>")


def rule_table_style(style: Any, color: str, strong: str) -> None:
    """Make a table style that has horizontal rules only, stronger ones above and below the table."""
    sizes = {"top": (6, strong), "bottom": (6, strong), "insideH": (4, color)}
    lines = "".join(f'<w:{side} w:val="single" w:sz="{sz}" w:color="{ink}"/>' for side, (sz, ink) in sizes.items())
    margins = "".join(
        f'<w:{side} w:w="{width}" w:type="dxa"/>'
        for side, width in {"top": 50, "left": 90, "bottom": 50, "right": 90}.items()
    )
    indent = '<w:tblInd w:w="90" w:type="dxa"/>'
    borders, room = f"<w:tblBorders>{lines}</w:tblBorders>", f"<w:tblCellMar>{margins}</w:tblCellMar>"
    style.append(parse_xml(f"<w:tblPr {nsdecls('w')}>{indent}{borders}{room}</w:tblPr>"))


def repeat_header(row: _Row) -> None:
    """Repeat this row at the top of every page that the table reaches."""
    row._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))


def set_shares(table: Table, shares: tuple[int, ...], width: int) -> None:
    """Give the columns their shares, in per cent, of `width` in EMU. Word reads the cells, LibreOffice the grid."""
    table.autofit = False
    for column, share in zip(table.columns, shares, strict=True):
        column.width = width * share // 100
        for cell in column.cells:
            cell.width = width * share // 100


def external_link(paragraph: Paragraph, address: str, text: str) -> Run:
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    return _run_in(link, paragraph, text)


def internal_link(paragraph: Paragraph, bookmark_name: str, text: str) -> Run:
    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), bookmark_name)
    return _run_in(link, paragraph, text)


def bookmark(paragraph: Paragraph, name: str, identity: int) -> None:
    """Make the text that the paragraph has so far a target. `identity` must be unique in the document."""
    start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
    start.set(qn("w:id"), str(identity))
    start.set(qn("w:name"), name)
    end.set(qn("w:id"), str(identity))
    first = paragraph._p.find(qn("w:r"))
    paragraph._p.insert(paragraph._p.index(first) if first is not None else len(paragraph._p), start)
    paragraph._p.append(end)


def field(paragraph: Paragraph, instruction: str) -> None:
    """Add a field such as PAGE, which Word works out by itself."""
    for kind in ("begin", "instruction", "separate", "shown", "end"):
        run = paragraph.add_run("1" if kind == "shown" else "")
        if kind == "instruction":
            code = OxmlElement("w:instrText")
            code.text = instruction
            run._r.append(code)
        elif kind != "shown":
            mark = OxmlElement("w:fldChar")
            mark.set(qn("w:fldCharType"), kind)
            run._r.append(mark)


def new_list(document: Document, ordered: bool) -> int:
    """Define a list of three levels that counts by itself from one; the number by which paragraphs join it."""
    numbering = document.part.numbering_part.element
    abstract_id = _next_id(numbering, "w:abstractNum", "w:abstractNumId")
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{abstract_id}"><w:multiLevelType w:val="hybridMultilevel"/>'
        f"{''.join(_levels(ordered))}</w:abstractNum>"
    )
    first = numbering.find(qn("w:num"))
    numbering.insert(numbering.index(first) if first is not None else len(numbering), abstract)
    number: int = numbering.add_num(abstract_id).numId
    return number


def join_list(paragraph: Paragraph, number: int, level: int) -> None:
    """Make the paragraph an item of the list `number`; `level` counts from 0."""
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = level
    properties.get_or_add_numId().val = number


def cell_properties(cell: _Cell) -> Any:
    return cell._tc.get_or_add_tcPr()


def _levels(ordered: bool) -> Iterator[str]:
    for level, mark in enumerate(_MARKS[ordered]):
        text = f"%{level + 1}." if ordered else _BULLETS[level]
        yield (
            f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{mark}"/><w:lvlText w:val="{text}"/>'
            f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{_TWIPS_PER_LEVEL * (level + 1)}" '
            f'w:hanging="{_TWIPS_PER_LEVEL}"/></w:pPr></w:lvl>'
        )


def _next_id(parent: Any, tag: str, attribute: str) -> int:
    return 1 + max((int(element.get(qn(attribute))) for element in parent.findall(qn(tag))), default=-1)


def _run_in(link: Any, paragraph: Paragraph, text: str) -> Run:
    run = paragraph.add_run(text)
    link.append(run._r)
    paragraph._p.append(link)
    return run


def _replace(properties: Any, xml: str) -> None:
    """Put an element into a `w:pPr` or `w:tcPr` where the schema wants it: Word refuses children out of order."""
    element = parse_xml(xml)
    for old in properties.findall(element.tag):
        properties.remove(old)
    later = _AFTER[element.tag.rpartition("}")[2]]
    following = next((child for child in properties if child.tag.rpartition("}")[2] in later), None)
    if following is None:
        properties.append(element)
    else:
        following.addprevious(element)


_AFTER_SHADING = frozenset(
    "tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd "
    "snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment "
    "textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange noWrap tcMar tcFitText vAlign hideMark".split()
)
_AFTER = {"shd": _AFTER_SHADING, "pBdr": _AFTER_SHADING | {"shd"}}
