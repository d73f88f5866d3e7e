"""The PDF: what is on its pages, where, and what was read to make it."""

import io
import sys
import unicodedata
from importlib.metadata import version
from pathlib import Path

import pytest
from pypdf import PdfReader

from briefings.domain.document import (
    Block,
    Document,
    Event,
    Heading,
    KeyFact,
    KeyFacts,
    List,
    ListItem,
    Paragraph,
    PipelineNote,
    PipelineNotes,
    Table,
    Timeline,
)
from briefings.domain.evidence import Source
from briefings.rendering import pdf
from briefings.rendering.errors import RenderFailed
from briefings.rendering.pdf_fonts import static_folder
from tests.rendering.documents import CHINESE, EVERY_BLOCK, LONG_TABLE, SOURCES, cited, document, source
from tests.rendering.reading import (
    needs_poppler,
    pdf_jumps,
    pdf_lines,
    pdf_links,
    pdf_objects,
    pdf_sizes,
    pdf_text,
    pdf_words,
    squeeze,
)

MARGIN = 24 / 25.4 * 72
PAGE_WIDTH = 595.28
ADDRESSES = (
    "https://grid.example/" + "a" * 420,
    "https://law.example/codes/display?" + "&".join(f"part{n}=value{n}" for n in range(40)),
    "https://zh.wiki.example/wiki/" + "%E6%BD%AE%E6%B1%90" * 20,
    "https://data.example/" + "/".join(f"{n:08x}" for n in range(50)),
)
LONG_WORDS = ("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "x" * 300)
SCRIPTS = (
    "碳边境调节机制与港口",
    "碳邊境調整機制與港口",
    "炭素国境調整措置 ほげ",
    "Порт открыт — 5 ₽",
    "Giá điện thủy triều",
    "Παλιρροϊκή ενέργεια",
    "₡ 8 608 ≤ 9 – “x” … €",
    "It doesn’t matter: ‘ports’ · 5 × 3 ± 1 § 4",
    "Łódź, Żywiec, Plzeň, Győr, İzmir, Reykjavík, Šibenik",
    "Київ, Ґанок, Београд, Ђаково",
    "■ a black square of its own",
)
PAYLOADS = (
    '<img src="http://127.0.0.1:8765/img">',
    '<img src="file:///etc/hostname">',
    '<img src="https://public.example/pixel.png?run=1">',
    '<link rel="stylesheet" href="http://127.0.0.1:8765/x.css">',
    "<style>@import url(http://127.0.0.1:8765/y.css); @font-face{font-family:X;src:url(http://127.0.0.1:8765/f.ttf)}</style>",
    '<pdf:include src="file:///etc/hostname"/>',
    '<pdf:template name="t" background="http://127.0.0.1:8765/bg.pdf"></pdf:template>',
    '<div style="background-image:url(http://127.0.0.1:8765/bg.png)">x</div>',
    '<object data="file:///etc/passwd"></object>',
    "&lt;img src=x&gt; &#60;b&#62;",
)


def drawn(given: Document, sources: tuple[Source, ...] = SOURCES) -> bytes:
    return pdf.render(given, sources).content


def paragraphs(*texts: str) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(sentences=(cited(text),)) for text in texts)


def test_the_library_is_new_enough_to_refuse_what_a_page_asks_for():
    assert tuple(int(part) for part in version("xhtml2pdf").split(".")[:3]) >= (0, 2, 28)


def test_title_language_and_page_numbers_are_set():
    reader = PdfReader(io.BytesIO(drawn(EVERY_BLOCK)))
    assert reader.metadata is not None
    assert reader.metadata.title == EVERY_BLOCK.title
    assert str(reader.root_object["/Lang"]) == "en"
    count = len(reader.pages)
    texts = [page.extract_text() for page in reader.pages]
    assert all(squeeze(f"{number}/{count}") in squeeze(text) for number, text in enumerate(texts, start=1))
    assert all(EVERY_BLOCK.title in text for text in texts[1:])


def test_fonts_are_embedded():
    objects = [thing for thing in pdf_objects(drawn(CHINESE)) if thing.get("/Type") == "/FontDescriptor"]
    embedded = {str(thing["/FontName"]).rpartition("-")[2] for thing in objects if "/FontFile2" in thing}
    assert {"regular", "bold"} <= embedded


@pytest.mark.parametrize("text", SCRIPTS)
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_text_of_every_script_reads_back(text: str, language: str):
    rendered = pdf.render(document(*paragraphs(text), title=text, language=language), ())
    read = pdf_text(rendered.content)
    assert squeeze(read).count(squeeze(text)) >= 2
    assert ("■" in read) == ("■" in text)
    assert rendered.notices == ()


def test_a_decomposed_text_is_drawn_composed():
    composed = "Giá điện thủy triều Đà Nẵng"
    assert composed in pdf_text(drawn(document(*paragraphs(unicodedata.normalize("NFD", composed))), ()))


@pytest.mark.parametrize(
    ("text", "read", "count"),
    [
        ("⚓ 😀", "[ANCHOR] [GRINNING FACE]", 2),
        ("𠮷 野家", "[U+20BB7] 野家", 1),
        ("조력", "[U+C870][U+B825]", 2),
        ("👩\u200d🔬 ❤\ufe0f", "[MICROSCOPE] [HEAVY BLACK HEART]", 3),
        ("שלום", "[U+05E9]", 4),
    ],
)
def test_a_character_that_no_font_has_is_named_and_counted(text: str, read: str, count: int):
    rendered = pdf.render(document(*paragraphs(text)), ())
    shown = pdf_text(rendered.content)
    assert read in shown
    assert "■" not in shown
    assert len(rendered.notices) == 1
    assert rendered.notices[0].startswith(f"{count} ")


@pytest.mark.parametrize(
    "title", ["HTTP/3 😀 or HTTP/2", "שלום", "안녕하세요" * 30, "ไทย", "हिन्दी", "👨\u200d👩\u200d👧" * 40]
)
def test_a_title_that_no_font_can_draw_costs_nothing_but_a_notice(title: str):
    body = paragraphs(*["The port is open to ships of every flag."] * 60)
    rendered = pdf.render(document(*body, title=title), ())
    reader = PdfReader(io.BytesIO(rendered.content))
    assert len(reader.pages) > 1
    assert reader.metadata is not None
    assert "[" in str(reader.metadata.title)
    assert "■" not in pdf_text(rendered.content)
    assert len(rendered.notices) == 1


def test_a_character_that_could_not_be_drawn_after_all_is_named():
    from briefings.rendering.pdf_drawing import draw

    with pytest.raises(RenderFailed, match=r"no font can draw U\+05D0, U\+1F600"):
        draw("<html><body><p>א 😀</p></body></html>", static_folder(), static_folder())


def test_nothing_is_fetched_or_read_but_fonts(tmp_path: Path):
    texts = [cited(payload, 1) for payload in PAYLOADS]
    given = document(
        Paragraph(sentences=tuple(texts)),
        Table(columns=("a",), rows=tuple((text,) for text in texts)),
        title=" ".join(PAYLOADS),
    )
    sources = (source(1, PAYLOADS[1], "https://public.example/page", site=PAYLOADS[5]),)
    pdf.render(given, sources, tmp_path)
    watched: list[tuple[str, str]] = []
    watching = True

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if watching and event in ("open", "socket.connect", "socket.getaddrinfo"):
            watched.append((event, str(arguments[0])))

    sys.addaudithook(watch)
    content = pdf.render(given, sources, tmp_path).content
    watching = False
    fonts = str(tmp_path), str(static_folder())
    assert [(event, what) for event, what in watched if event != "open" or not what.startswith(fonts)] == []
    assert watched
    shown = squeeze(pdf_text(content))
    assert all(shown.count(squeeze(payload)) >= 3 for payload in PAYLOADS)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_long_address_reads_back_and_links_unbroken(address: str):
    content = drawn(document(List(items=(ListItem(text=address, cites=(1,)),))), (source(1, "t", address),))
    read = "".join(pdf_text(content).split())
    assert read.count(address) == 2
    assert set(pdf_links(content)) == {address}


@needs_poppler
@pytest.mark.parametrize("text", [*ADDRESSES, *LONG_WORDS, "碳边境调节机制" * 60])
def test_a_long_text_stays_inside_its_column_and_its_page(text: str, tmp_path: Path):
    given = document(
        List(items=(ListItem(text=text, items=(ListItem(text=text),)),)),
        Table(columns=("Address", "Remark"), rows=((cited(text), cited("neighbour")),)),
        Table(columns=("Remark", "Address"), rows=((cited("neighbour"), cited(text)),)),
        title=text,
    )
    words = pdf_words(drawn(given, ()), tmp_path)
    assert max(word.right for word in words) <= PAGE_WIDTH - MARGIN + 0.5
    first, second = (word.left for word in words if word.text == "neighbour")
    wrapped = [word for word in words if len(word.text) > 12]
    in_first_table = [word for word in wrapped if word.left < first < word.right]
    assert first > second
    assert not in_first_table or min(word.right for word in in_first_table) > PAGE_WIDTH - MARGIN - 100


def test_a_cell_taller_than_a_page_goes_on_in_the_same_size():
    words = [f"w{number}" for number in range(4000)]
    rows = ((cited("short"), cited("text")), (cited("long"), cited(" ".join(words))))
    content = drawn(document(Table(columns=("Term", "Explanation"), rows=rows)), ())
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
    assert len(pages) > 3
    assert [word for page in pages for word in page.split() if word[0] == "w" and word[1:].isdigit()] == words
    assert sum("Explanation" in page for page in pages) >= len(pages) - 1
    assert min(pdf_sizes(content)) >= 6


def test_the_header_row_of_a_long_table_repeats():
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(drawn(LONG_TABLE))).pages]
    rows = [page.count("calls") for page in pages]
    assert sum(rows) == 60
    assert all("Charge" in page for page, count in zip(pages, rows, strict=True) if count)


@needs_poppler
def test_chinese_lines_begin_and_end_where_they_may(tmp_path: Path):
    clauses = (
        "“谁进口，谁申报”——这一原则",
        "《关税与贸易总协定》（GATT）的关系……",
        "EU ETS免费配额、Carbon Border Adjustment Mechanism",
    )
    texts = ["，".join(clauses[turn % 3 :] + clauses[: turn % 3]) + "碳" * turn + "！" for turn in range(40)]
    given = document(Paragraph(sentences=tuple(cited(text, 1) for text in texts)), language="zh-Hans")
    content = drawn(given)
    lines = list(pdf_lines(content, tmp_path))
    assert len(lines) > 60
    assert not [line for line in lines if line[0] in "，。、；：！？）》」』”’…—"]
    assert not [line for line in lines if line[-1] in "（《「『“‘"]
    read = " ".join(lines)
    assert all(read.count(word) == 40 for word in ("Adjustment", "Mechanism", "GATT"))
    assert max(word.right for word in pdf_words(content, tmp_path)) <= PAGE_WIDTH - MARGIN + 0.5


def test_a_heading_stands_with_its_text_and_pages_are_filled():
    text = " ".join(["The mechanism puts a price on the carbon embedded in imports."] * 14)
    sections: list[Block] = []
    for number in range(30):
        sections += [Heading(text=f"Section {number}"), *paragraphs(text)]
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(drawn(document(*sections), ()))).pages]
    assert not [page for page in pages if page.strip().splitlines()[-1].startswith("Section")]
    assert len(pages) <= 9


@pytest.mark.parametrize(
    "below",
    [
        List(items=tuple(ListItem(text=f"Item {number}") for number in range(4))),
        KeyFacts(items=tuple(KeyFact(label=f"Fact {number}", value="Item") for number in range(4))),
        Timeline(events=tuple(Event(date=f"202{number}", text="Item") for number in range(4))),
        Table(caption="Caption", columns=("Item", "b"), rows=((cited("c"), cited("d")),) * 4),
        PipelineNotes(notes=tuple(PipelineNote(text=f"Item {number}") for number in range(4))),
    ],
    ids=["list", "key facts", "timeline", "table", "notes"],
)
def test_no_heading_stands_alone_at_the_foot_of_a_page(below: Block):
    title = "About this document" if isinstance(below, PipelineNotes) else "Heading"
    heading = () if isinstance(below, PipelineNotes) else (Heading(text=title),)
    for count in range(23, 30):
        given = document(*paragraphs(*["The port is open."] * count), *heading, below)
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(drawn(given, ()))).pages]
        (holder,) = (page for page in pages if title in page)
        assert "Item" in holder.partition(title)[2]


def test_citations_jump_to_their_references():
    content = drawn(EVERY_BLOCK)
    last = len(PdfReader(io.BytesIO(content)).pages) - 1
    assert len(set(pdf_jumps(content))) == 5
    assert all(last - 1 <= page <= last for page, _height in pdf_jumps(content))


def test_only_web_addresses_become_links():
    sources = (source(1, "a", "file:///etc/passwd"), source(2, "b", "javascript:alert(1)"), source(3, "c"))
    content = drawn(document(Paragraph(sentences=(cited("x", 1, 2, 3),))), sources)
    assert set(pdf_links(content)) == {"https://trade.example/outline"}


def test_two_documents_in_one_process_keep_their_own_characters(tmp_path: Path):
    for text in ("钢铁水泥", "化肥电力", "钢铁水泥"):
        rendered = pdf.render(document(*paragraphs(text), title=text), (), tmp_path)
        assert pdf_text(rendered.content).count(text) == 2


def test_the_marks_of_lists_are_no_black_squares():
    for ordered in (False, True):
        deep = ListItem(text="one", items=(ListItem(text="two", items=(ListItem(text="three"),)),))
        assert "■" not in pdf_text(drawn(document(List(ordered=ordered, items=(deep,))), ()))


def test_a_folder_for_fonts_that_cannot_be_made_is_a_clear_failure(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RenderFailed, match="fonts") as raised:
        pdf.render(EVERY_BLOCK, SOURCES, tmp_path / "file")
    assert raised.value.form == "pdf"


def test_a_table_that_no_page_can_hold_is_a_clear_failure():
    columns = tuple(f"Column {number}" for number in range(80))
    rows = (tuple(cited("x") for _ in columns),)
    with pytest.raises(RenderFailed, match="laid out"):
        pdf.render(document(Table(columns=columns, rows=rows)), ())


@pytest.mark.parametrize("count", range(14, 26))
def test_notes_never_have_the_last_page_to_themselves_and_no_page_is_empty(count: int):
    text = "The port is open to every ship that pays."
    notes = PipelineNotes(notes=tuple(PipelineNote(text=f"Remark {number}") for number in range(5)))
    given = document(*[Paragraph(sentences=(cited(text, 1, 2, 3),)) for _ in range(count)], notes)
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(drawn(given))).pages]
    assert all(page.strip().splitlines()[1:] for page in pages)
    (holder,) = (page for page in pages if "About this document" in page)
    assert "[3]" in holder
    assert "Remark 4" in holder
