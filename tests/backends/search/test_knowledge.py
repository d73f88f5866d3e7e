import os
import re
from pathlib import Path

import pytest

from briefings.backends.search.knowledge import KnowledgeSearch
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Basis, Origin, Page

NOTE = """---
title: "Blast furnaces and their makers"
language: en
collection: starter
as_of: 2026-11-30
author: Ada Smith
sources:
  - title: A work on furnaces
    url: https://example.org/furnaces
---

A **blast furnace** makes [pig iron](https://example.org/iron) from ore.

## Tuyeres

Hot air enters the blast furnace through `tuyeres` near its foot,
which are cooled by water.
"""
DUMP = """   Furnaces of the World

     * [1]Home
     * [2]Search

Cupola furnaces

   A cupola furnace melts [3]iron for the foundry, and it is smaller than a
   blast furnace by far.

References

   1. https://example.org/
   2. https://example.org/search
   3. https://example.org/iron
"""
CAKES = "# Cakes\n\nA cake is baked in an oven for an hour.\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "blast.md").write_text(NOTE, encoding="utf-8")
    (tmp_path / "cupola.txt").write_text(DUMP, encoding="utf-8")
    (tmp_path / "cakes.md").write_text(CAKES, encoding="utf-8")
    return tmp_path


def pages(shelf: Path, query: str = "Blast furnace", language: str = "en", limit: int = 8) -> list[Page]:
    hits = KnowledgeSearch(shelf).search(query, language=language, limit=limit).hits
    return [hit.page for hit in hits if hit.page]


def test_a_hit_brings_its_page_and_nothing_has_to_be_fetched(shelf):
    first, *_ = KnowledgeSearch(shelf).search("Blast furnace", language="en", limit=8).hits
    assert (first.url, first.backend, first.title) == (None, "knowledge", "Blast furnaces and their makers")
    assert first.page is not None
    assert first.identity == first.page.locator == "notes/blast.md"
    assert "blast furnace" in first.snippet


def test_front_matter_describes_the_page(shelf):
    page = pages(shelf)[0]
    assert (page.title, page.language, page.author) == ("Blast furnaces and their makers", "en", "Ada Smith")
    assert (page.published, page.origin) == ("", Origin.STARTER)
    assert page.basis == (Basis(title="A work on furnaces", url="https://example.org/furnaces"),)


def test_a_day_of_publication_is_taken_from_front_matter_that_tells_one(tmp_path):
    (tmp_path / "a.md").write_text("---\npublished: 2024-05-01\n---\nA blast furnace makes iron.\n", encoding="utf-8")
    assert [page.published for page in pages(tmp_path)] == ["2024-05-01"]


def test_a_file_without_front_matter_is_the_operators_own_and_has_its_first_heading_as_title(shelf):
    page = pages(shelf)[1]
    assert (page.locator, page.title, page.origin, page.language) == (
        "cupola.txt",
        "Cupola furnaces",
        Origin.KNOWLEDGE,
        "en",
    )


def test_the_text_is_plain_with_headings_and_items_marked_as_in_any_page(shelf):
    blast, cupola = pages(shelf)
    assert blast.text == (
        "A blast furnace makes pig iron from ore.\n\n## Tuyeres\n\n"
        "Hot air enters the blast furnace through tuyeres near its foot, which are cooled by water."
    )
    assert (
        "- Home\n- Search\n\n## Cupola furnaces\n\nA cupola furnace melts iron for the foundry, and it is"
        in cupola.text
    )
    assert not re.search(r"https?:|\[\d", cupola.text)


def test_a_topic_that_nothing_covers_is_a_failure_that_says_what_was_tried(shelf):
    with pytest.raises(SearchFailed) as failure:
        KnowledgeSearch(shelf).search("The history of Byzantine coinage", language="en", limit=8)
    assert failure.value.fault.code == "search.empty"
    assert failure.value.permanent
    assert "3 documents" in failure.value.fault.detail
    assert "Byzantine, coinage" in failure.value.fault.detail


def test_an_empty_directory_and_a_topic_of_nothing_but_a_frame_are_failures(tmp_path, shelf):
    (tmp_path / "empty").mkdir()
    for directory, query in ((tmp_path / "empty", "Furnaces"), (shelf, "An overview of best practices")):
        with pytest.raises(SearchFailed) as failure:
            KnowledgeSearch(directory).search(query, language="en", limit=8)
        assert failure.value.fault.code == "search.empty"


def test_no_more_hits_than_asked_for(shelf):
    assert len(pages(shelf, limit=1)) == 1


def test_files_are_read_again_when_they_change_and_only_then(shelf):
    search = KnowledgeSearch(shelf)
    before = search.search("Blast furnace", language="en", limit=8).hits
    assert search.search("Blast furnace", language="en", limit=8).hits[0].page is before[0].page
    (shelf / "cupola.txt").unlink()
    path = shelf / "notes" / "blast.md"
    path.write_text(NOTE.replace("pig iron", "raw iron"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    [hit] = search.search("Blast furnace", language="en", limit=8).hits
    assert hit.page is not None
    assert "raw iron" in hit.page.text


def test_a_new_file_is_found_at_once(shelf):
    search = KnowledgeSearch(shelf)
    search.search("Blast furnace", language="en", limit=8)
    (shelf / "charcoal.markdown").write_text("# Charcoal\n\nA blast furnace once burned charcoal.", encoding="utf-8")
    assert len(search.search("Blast furnace", language="en", limit=8).hits) == 3


@pytest.mark.parametrize(
    "content",
    [b"---\ntitle: [unclosed\n---\n\nA blast furnace.\n", b"\xff\xfe\xfa blast furnace \xf5\xf6\xf7"],
)
def test_a_file_that_cannot_be_read_is_left_out_and_told(shelf, content):
    (shelf / "broken.md").write_bytes(content)
    found = KnowledgeSearch(shelf).search("Blast furnace", language="en", limit=8)
    assert len(found.hits) == 2
    assert [fault.code for fault in found.setbacks] == ["fetch.unusable"]
    assert "broken.md" in found.setbacks[0].detail


def test_an_empty_file_and_other_kinds_of_files_are_no_documents(shelf):
    (shelf / "empty.md").write_text("", encoding="utf-8")
    (shelf / "blast.html").write_text("<p>A blast furnace.</p>", encoding="utf-8")
    found = KnowledgeSearch(shelf).search("Blast furnace", language="en", limit=8)
    assert len(found.hits) == 2
    assert found.setbacks == ()


def test_documents_in_the_language_asked_for_come_first_and_alone_where_there_are_enough(shelf):
    for number in range(3):
        text = f"# 高炉 {number}\n\n高炉 blast furnace 用矿石炼铁，第{number}座高炉最大。"
        (shelf / f"zh{number}.md").write_text(text, encoding="utf-8")
    assert {page.language for page in pages(shelf, language="zh-Hans")} == {"zh-Hans"}
    (shelf / "zh2.md").unlink()
    assert [page.language for page in pages(shelf, language="zh-Hans")] == ["zh-Hans", "zh-Hans", "en", "en"]


def test_chinese_is_found_inside_a_run(shelf):
    (shelf / "zh.md").write_text("# 炼铁\n\n现代高炉用焦炭把铁矿石炼成生铁。", encoding="utf-8")
    assert [page.locator for page in pages(shelf, "什么是高炉？", "zh-Hans")] == ["zh.md"]


def test_a_file_that_is_too_large_is_left_out_and_named(shelf):
    (shelf / "log.txt").write_text("The blast furnace was tapped at noon.\n" * 150_000)
    found = KnowledgeSearch(shelf).search("Blast furnace", language="en", limit=8)
    assert any("log.txt" in fault.detail and "5 MB" in fault.detail for fault in found.setbacks)
    assert all(hit.page and hit.page.locator != "log.txt" for hit in found.hits)
