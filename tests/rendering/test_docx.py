"""The Word file: real styles, lists, links and fonts, read back with python-docx."""

import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn

from briefings.domain.document import (
    Document,
    Heading,
    List,
    ListItem,
    Paragraph,
    PipelineNote,
    PipelineNotes,
    Table,
)
from briefings.rendering import docx
from tests.rendering.documents import CHINESE, EVERY_BLOCK, LONG_ADDRESS, LONG_TABLE, SOURCES, cited, document, source
from tests.rendering.reading import docx_text, word_document

LONG_TOPIC = (
    "How the ports of three neighbouring countries plan to share dredging, pilotage and ice-breaking costs over the "
    "coming decade, "
) * 3 + "碳边境调节机制"


def read(given: Document, sources=SOURCES):
    return word_document(docx.render(given, sources).content)


def styles_used(word) -> set[str]:
    tables = [paragraph for table in word.tables for cell in table._cells for paragraph in cell.paragraphs]
    return {paragraph.style.name for paragraph in (*word.paragraphs, *tables)} | {t.style.name for t in word.tables}


def test_headings_lists_quotes_and_captions_have_their_styles():
    used = styles_used(read(EVERY_BLOCK))
    headings = {"Title", "Heading 1", "Heading 2", "Heading 3"}
    lists = {"List Bullet", "List Bullet 2", "List Bullet 3", "List Number"}
    assert headings | lists | {"Quote", "Caption", "Kyle Table"} <= used


@pytest.mark.parametrize("title", [LONG_TOPIC, "碳" * 300, "👩\u200d🔬" * 100, "e\u0301" * 200])
def test_a_long_title_is_whole_on_the_page_and_cut_in_the_properties(title: str):
    word = read(document(Heading(text="x"), title=title))
    kept = word.core_properties.title
    assert word.paragraphs[0].text == title
    assert len(kept) <= 255
    assert kept.endswith("…")
    assert title.startswith(kept[:-1])
    rest = title[len(kept) - 1 :]
    assert rest[0] not in "\u200d\u0301"
    assert not kept[:-1].endswith("\u200d")


def test_a_title_that_fits_is_not_cut():
    assert read(document(Heading(text="x"), title="x" * 255)).core_properties.title == "x" * 255


@pytest.mark.parametrize(
    ("language", "east_asian"),
    [("zh-Hans", "zh-CN"), ("zh-Hant", "zh-TW"), ("zh-TW", "zh-TW"), ("en", "zh-CN"), ("ja", "ja-JP")],
)
def test_every_style_in_use_names_its_east_asian_font_and_language(language: str, east_asian: str):
    lines = ["碳边境调节机制 (CBAM) 与 港口费用", "碳邊境調整機制（CBAM）與港口費用", "炭素国境調整措置"]
    given = document(
        *[Heading(level=level, text=lines[level - 1]) for level in (1, 2, 3)],
        Paragraph(sentences=tuple(cited(line) for line in lines)),
        List(items=tuple(ListItem(text=line) for line in lines)),
        Table(columns=tuple(lines), rows=(tuple(cited(line) for line in lines),)),
        title=lines[0],
        language=language,
    )
    word = read(given)
    for name in styles_used(word) | {"Normal"}:
        properties = word.styles[name].element.rPr
        fonts = properties.find(qn("w:rFonts"))
        assert fonts.get(qn("w:eastAsia"))
        assert not [attribute for attribute in fonts.attrib if "Theme" in attribute or "theme" in attribute]
        assert properties.find(qn("w:lang")).get(qn("w:eastAsia")) == east_asian


def test_no_style_keeps_the_fonts_or_colours_of_the_theme():
    word = read(EVERY_BLOCK)
    defaults = word.styles.element.find(qn("w:docDefaults"))
    for element in (defaults, *(word.styles[name].element for name in styles_used(word))):
        attributes = [name for node in element.iter(qn("w:rFonts"), qn("w:color")) for name in node.attrib]
        assert not [name for name in attributes if "theme" in name.lower()]


def test_citations_lead_to_bookmarks_at_the_references():
    body = read(EVERY_BLOCK).element.body
    bookmarks = {mark.get(qn("w:name")) for mark in body.iter(qn("w:bookmarkStart"))}
    anchors = {link.get(qn("w:anchor")) for link in body.iter(qn("w:hyperlink")) if link.get(qn("w:anchor"))}
    assert anchors == bookmarks == {f"ref_{number}" for number in range(1, 6)}
    identities = [mark.get(qn("w:id")) for mark in body.iter(qn("w:bookmarkStart"))]
    assert len(identities) == len(set(identities))


def test_references_link_to_the_unbroken_address():
    addresses = [link.address for paragraph in read(EVERY_BLOCK).paragraphs for link in paragraph.hyperlinks]
    assert LONG_ADDRESS in addresses
    of_sources = {source.page.url for source in SOURCES if source.page.url}
    assert {address for address in addresses if address} == of_sources | {"https://rfc.example/9114?a=1&b=2"}


def test_only_web_addresses_become_links():
    given = document(Paragraph(sentences=(cited("x", 1, 2),)))
    sources = (source(1, "a", "javascript:alert(1)"), source(2, "b", "http://host.example:99999999/"))
    word = read(given, sources)
    assert not [link.address for paragraph in word.paragraphs for link in paragraph.hyperlinks if link.address]


def test_a_header_row_repeats_on_every_page():
    (table,) = read(LONG_TABLE).tables
    assert table.rows[0]._tr.trPr.find(qn("w:tblHeader")) is not None
    assert len(table.rows) == 61


def test_every_ordered_list_counts_from_one():
    steps = List(ordered=True, items=(ListItem(text="one"), ListItem(text="two", items=(ListItem(text="deep"),))))
    word = read(document(steps, steps))
    numbers = [paragraph._p.pPr.numPr for paragraph in word.paragraphs if paragraph._p.pPr.numPr is not None]
    assert [number.ilvl.val for number in numbers] == [0, 0, 1, 0, 0, 1]
    first, second = {number.numId.val for number in numbers[:3]}, {number.numId.val for number in numbers[3:]}
    assert len(first) == len(second) == 1
    assert first != second


def test_pages_are_numbered_and_named():
    section = read(EVERY_BLOCK).sections[0]
    for footer in (section.footer, section.first_page_footer):
        fields = [code.text for code in footer._element.iter(qn("w:instrText"))]
        assert fields == ["PAGE", "NUMPAGES"]
    assert section.header.paragraphs[0].text == EVERY_BLOCK.title
    assert section.first_page_header.paragraphs[0].text == ""


def test_the_elements_of_a_paragraph_stand_in_the_order_of_the_schema():
    order = "pStyle keepNext keepLines numPr pBdr shd spacing ind contextualSpacing jc outlineLvl rPr".split()
    word = read(EVERY_BLOCK)
    for properties in (*word.styles.element.iter(qn("w:pPr")), *word.element.body.iter(qn("w:pPr"))):
        names = [child.tag.rpartition("}")[2] for child in properties]
        known = [name for name in names if name in order]
        assert known == sorted(known, key=order.index)


def test_a_table_style_keeps_the_order_of_the_schema():
    names = [child.tag.rpartition("}")[2] for child in read(EVERY_BLOCK).styles["Kyle Table"].element]
    assert names.index("rPr") < names.index("tblPr")


def test_every_style_that_is_used_exists():
    word = read(CHINESE)
    known = {style.style_id for style in word.styles}
    used = [*word.element.body.iter(qn("w:pStyle")), *word.element.body.iter(qn("w:rStyle"))]
    assert {style.val for style in used} <= known
    assert all(word.styles[name].type for name in styles_used(word))
    assert word.styles["Kyle Citation"].type is WD_STYLE_TYPE.CHARACTER


def test_payloads_show_as_text():
    payload = '<w:t>x</w:t> & "quoted" ]]> {PAGE}'
    content = docx.render(document(Paragraph(sentences=(cited(payload),)), title=payload), ()).content
    assert docx_text(content).count(payload) == 2


@pytest.mark.parametrize(("language", "told"), [("fr", ["en", "en"]), ("en", []), ("zh-Hans", [])])
def test_what_kyle_adds_says_its_language_where_the_document_has_another(language: str, told: list[str]):
    notes = PipelineNotes(notes=(PipelineNote(text="No model took part."),))
    word = read(document(Heading(text="x"), notes, language=language))
    added = [paragraph for paragraph in word.paragraphs[-2:] for _ in paragraph.runs]
    spoken = [paragraph.runs[0]._r.find(f"{qn('w:rPr')}/{qn('w:lang')}") for paragraph in added]
    assert [mark.get(qn("w:val")) for mark in spoken if mark is not None] == told


def test_the_notes_stand_together_and_with_the_last_reference():
    notes = PipelineNotes(notes=tuple(PipelineNote(text=f"Remark {number}") for number in range(3)))
    word = read(document(Paragraph(sentences=(cited("All.", 1, 2),)), notes))
    kept = [paragraph.paragraph_format.keep_with_next for paragraph in word.paragraphs[-6:]]
    assert kept == [False, True, None, True, True, False]  # two references, the heading of the notes, the notes
