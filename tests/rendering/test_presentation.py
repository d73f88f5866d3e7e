"""What all formats are told about a document and its sources."""

from collections.abc import Iterable
from dataclasses import fields
from datetime import date
from typing import get_args

import pytest

from briefings.domain.document import Callout, Grade, Paragraph, RenderingStatus, Table
from briefings.domain.evidence import Origin, Tier
from briefings.domain.language import LANGUAGES
from briefings.rendering.columns import shares
from briefings.rendering.labels import ENGLISH, SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE, Labels, labels_for
from briefings.rendering.presentation import Presentation, printable, shortened, web_address
from tests.rendering.documents import CHINESE, EVERY_BLOCK, SOURCES, cited, document, source

ALL_LABELS = (ENGLISH, SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE)


@pytest.mark.parametrize("labels", ALL_LABELS)
def test_every_code_has_a_word_in_every_language(labels: Labels):
    tones = get_args(Callout.model_fields["tone"].annotation)
    codes_of: dict[str, Iterable[str]] = {
        "tones": tones,
        "grades": Grade,
        "statuses": RenderingStatus,
        "tiers": Tier,
        "origins": Origin,
        "languages": LANGUAGES,
    }
    for name, codes in codes_of.items():
        assert set(getattr(labels, name)) == set(codes)
    assert all(getattr(labels, field.name) for field in fields(labels))


def test_labels_follow_the_language_and_else_are_english():
    assert [labels_for(tag) for tag in ("zh-Hans", "zh-Hant", "fr")] == [
        SIMPLIFIED_CHINESE,
        TRADITIONAL_CHINESE,
        ENGLISH,
    ]
    assert Presentation(document(language="zh-TW"), (), "html").labels is TRADITIONAL_CHINESE


def test_dates_are_written_out():
    assert ENGLISH.day(date(2026, 5, 1)) == "1 May 2026"
    assert SIMPLIFIED_CHINESE.day(date(2026, 11, 30)) == "2026年11月30日"


@pytest.mark.parametrize(
    ("published", "shown"),
    [
        ("2026-03-14", "14 March 2026"),
        ("2026-03-14T10:00:00Z", "14 March 2026"),
        ("2025", "2025"),
        ("2025-04", "2025-04"),
        ("spring 2025", "spring 2025"),
        ("2025-02-31", "2025-02-31"),
    ],
)
def test_a_date_of_publication_is_written_out_where_it_is_one(published: str, shown: str):
    assert ENGLISH.published_day(published) == shown


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://a.example/x?y=z#w", "https://a.example/x?y=z#w"),
        ("http://a.example:8080/", "http://a.example:8080/"),
        ("HTTPS://A.example/", "HTTPS://A.example/"),
        ("https://例子.example/路径", "https://例子.example/路径"),
        (None, ""),
        ("", ""),
        ("javascript:alert(1)", ""),
        ("java\nscript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("data:text/html,x", ""),
        ("//a.example/", ""),
        ("https:///path", ""),
        ("http://[::1", ""),
        ("http://a.example:99999/", ""),
        ("https://a.example/with space", ""),
    ],
)
def test_only_web_addresses_are_addresses(url: str | None, address: str):
    assert web_address(url) == address


def test_a_source_is_described_as_far_as_it_is_known():
    view = Presentation(EVERY_BLOCK, SOURCES, "html")
    assert view.entry(1).particulars == (
        "Directorate for Taxation",
        "published 14 March 2026",
        "government",
        "read on 30 November 2026",
    )
    assert view.entry(4).place == "local document: ports/charges-2025.md"
    assert view.entry(4).href == ""
    assert view.entry(2).byline == "李明 · 国际贸易学报"


def test_a_page_without_a_title_is_called_by_its_address():
    view = Presentation(document(Paragraph(sentences=(cited("x", 1),))), (source(1, ""),), "html")
    assert view.entry(1).title == "https://trade.example/outline"


def test_a_source_cited_twice_in_one_sentence_is_shown_once():
    view = Presentation(EVERY_BLOCK, SOURCES, "html")
    assert [citation.number for citation in view.citations((3, 1, 3))] == [2, 1]


def test_chinese_sentences_need_no_gap():
    assert Presentation(CHINESE, SOURCES, "html").sentence_gap == ""
    assert Presentation(EVERY_BLOCK, SOURCES, "html").sentence_gap == " "


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("ab cd", 4, "ab…"),
        ("abe\u0301f", 4, "ab…"),
        ("a👩\u200d🔬b", 4, "a…"),
    ],
)
def test_a_text_is_shortened_between_characters(text: str, limit: int, short: str):
    assert shortened(text, limit) == short


def test_what_cannot_be_shown_is_left_out():
    assert printable("a\x00b\r\nc\ud800d\u2028e\ufffe") == "ab cd e"


@pytest.mark.parametrize("columns", [1, 2, 3, 7, 12, 25])
def test_the_shares_of_the_columns_fill_the_table(columns: int):
    rows = (tuple(cited("word " * (index * index)) for index in range(columns)),)
    given = shares(Table(columns=("head",) * columns, rows=rows))
    assert sum(given) == 100
    assert len(given) == columns
    assert min(given) > 0


def test_a_column_of_long_texts_is_wider():
    short, long = shares(Table(columns=("Term", "Explanation"), rows=((cited("a"), cited("long words " * 50)),)))
    assert long > 2 * short
    assert short >= 8
