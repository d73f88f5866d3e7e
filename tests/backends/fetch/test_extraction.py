import hashlib

import pytest

from briefings.domain.errors import FetchFailed
from briefings.domain.evidence import Origin, Page
from tests.backends.fetch.pages import FETCHED, TWO_SENTENCES, article, read, reason_against


def test_a_page_in_the_form_of_the_domain():
    inner = (
        "<h2>Costs</h2><p>In <b>bold</b> and <a href='/x'>linked</a> words,<br>on two lines.</p>"
        "<ul><li>First <em>point</em><li>Second point<ul><li>Nested point</ul></ul><ol><li>Alpha<li>Beta</ol>"
        "<table><tr><th>Year<th>Cost<tr><td>2024<td>9 %<tr><td>2025<td></table>"
        "<h3>Views</h3><blockquote><p>A quote of some length, said the minister.</p></blockquote>"
    )
    head = (
        "<meta name=author content='Ada Moor'><meta property=og:site_name content='Port News'>"
        "<meta property=article:published_time content='2026-03-05T10:00:00Z'>"
    )
    page = read(f"{article(inner, head)}<footer>Imprint and more</footer>")
    assert page.text == "\n\n".join(
        [
            "## Tidal power outlook",
            TWO_SENTENCES[0],
            "## Costs",
            "In bold and linked words, on two lines.",
            "- First point\n- Second point\n- Nested point\n- Alpha\n- Beta\n- Year: 2024; Cost: 9 %\n- Year: 2025",
            "### Views",
            "A quote of some length, said the minister.",
            TWO_SENTENCES[1],
        ]
    )
    assert page == Page(
        url="https://x.example/a",
        title="Tidal power outlook",
        text=page.text,
        sha256=hashlib.sha256(page.text.encode()).hexdigest(),
        fetched_at=FETCHED,
        origin=Origin.WEB,
        author="Ada Moor",
        site="Port News",
        published="2026-03-05",
        language="en",
    )


def test_marks_of_notes_go_and_exponents_stay():
    inner = (
        "<p>It took 10<sup>6</sup> m<sup>3</sup> of rock<sup>[4]</sup> in 1964<sup><a href='#n5'>5</a></sup> "
        "and 10<sup>−3</sup> of CO<sub>2</sub> on the 1<sup>st</sup> day.</p>"
    )
    assert "It took 10⁶ m³ of rock in 1964 and 10⁻³ of CO2 on the 1st day." in read(article(inner)).text


def test_text_and_titles_are_clean():
    page = read(
        article("<p>Zero\u200bwidth and over\u202eride, in a sentence of some length.\x00</p>", head="").replace(
            "<title>Tidal", "<title>\u200bTidal\u202e"
        )
    )
    assert "Zerowidth and override" in page.text
    assert page.title == "Tidal power outlook"


@pytest.mark.parametrize(
    ("lang", "text", "language"),
    [
        ("en-GB", TWO_SENTENCES[0], "en"),
        ("zh-CN", "潮汐电站在三月投入运行，区域电网在月底接收了第一批电力。", "zh-Hans"),
        ("zh", "潮汐電站在三月投入運行，區域電網在月底接收了第一批電力，這個國家會從經濟上得益。", "zh-Hant"),
        ("zh_TW", "潮汐電站在三月投入運行，區域電網在月底接收了第一批電力。", "zh-Hant"),
        ("en", "潮汐电站在三月投入运行，区域电网在月底接收了第一批电力。", "zh-Hans"),
        ("zh-CN", TWO_SENTENCES[0], "en"),
        ("pt-BR", "O custo caiu nove por cento no período, segundo o operador e o ministério da energia.", "pt-BR"),
        ("", "Die Kosten sind in dem Jahr um neun Prozent gesunken, und das ist für die Region ein Erfolg.", "de"),
        ("no language!", TWO_SENTENCES[0], "en"),
    ],
)
def test_the_language_is_the_declared_one_unless_the_script_belies_it(lang, text, language):
    paragraphs = "".join(f"<p>{text} {number}</p>" for number in range(8))
    page = read(f"<html lang='{lang}'><head><title>T</title></head><body><article>{paragraphs}</article></body></html>")
    assert page.language == language


def test_bytes_are_read_in_their_own_charset():
    text = "潮汐电站在三月投入运行，区域电网在月底接收了第一批电力，成本下降了百分之九。" * 4
    page = read(f"<html lang=zh><title>潮汐</title><article><p>{text}</article>".encode("gb18030"), charset="gb2312")
    assert (page.title, page.language) == ("潮汐", "zh-Hans")
    assert text in page.text


def test_plain_text_is_unwrapped():
    body = (
        "Tidal power outlook\r\n===================\r\n\r\n"
        "Two barrages came online in March and the regional grid took the first\r\n"
        "energy at the end of the month. Costs fell by nine per cent over the whole\r\n"
        "period.\r\n\r\n* The first barrage\r\n* The second barrage\r\n\r\n"
        "The ministry expects another three barrages before the end of the decade and\r\nsays so.\r\n"
    )
    page = read(body, "text/plain")
    assert page.title == "Tidal power outlook"
    assert page.text.split("\n\n") == [
        "## Tidal power outlook",
        "Two barrages came online in March and the regional grid took the first energy at the end of the month. "
        "Costs fell by nine per cent over the whole period.",
        "- The first barrage\n- The second barrage",
        "The ministry expects another three barrages before the end of the decade and says so.",
    ]


@pytest.mark.parametrize(
    ("media_type", "url"), [("text/markdown", "https://x.example/a"), ("text/plain", "https://x.example/README.md")]
)
def test_markdown_loses_its_marks(media_type, url):
    body = (
        f"# Tidal *power*\n\nTwo **barrages** came [online](https://x.example/) in `March`.\n\n{TWO_SENTENCES[1] * 3}\n"
    )
    page = read(body, media_type, url=url)
    assert page.title == "Tidal power"
    assert "Two barrages came online in March." in page.text


def test_a_text_file_without_words_is_unusable():
    assert "too little text" in reason_against("Nothing here.", "text/plain")
    assert "cannot be read" in reason_against(bytes(range(128, 256)) * 40 + bytes(range(256)), "text/plain")


def test_a_page_without_a_title_is_named_by_its_address():
    body = f"<article>{''.join(f'<p>{sentence}</p>' for sentence in TWO_SENTENCES)}</article>"
    assert read(body, url="https://x.example/reports/tidal%20power/").title == "tidal power"
    assert read(body, url="https://x.example/").title == "x.example"


@pytest.mark.parametrize(
    "hostile",
    [
        "<html><body>" + "<div>" * 20_000 + "x",
        "<article>" + "<blockquote><p>words</p>" * 3_000,
        "<style>" + "@media{" * 30_000 + "/*" * 30_000 + "</style><article><p>x",
        "<style>"
        + "".join(f".c{n} div{{display:block}}" for n in range(3_000))
        + "</style>"
        + "<div class=a>x</div>" * 3_000,
        "<table>" * 500 + "<ul><li>" * 500,
        "<" * 50_000,
    ],
)
def test_hostile_pages_end_in_a_page_or_a_reason(hostile):
    try:
        outcome = read(hostile).text
    except FetchFailed as failed:
        outcome = failed.fault.detail
    assert outcome
