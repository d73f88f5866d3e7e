from typing import Any

import pytest
from pydantic import TypeAdapter

from briefings.domain.document import Document, Paragraph, Sentence, WrittenBlock, texts
from briefings.pipeline.citations import Cleaned, Removed, cited_share, clean

BLOCKS: TypeAdapter[list[WrittenBlock]] = TypeAdapter(list[WrittenBlock])
KNOWN = frozenset({1, 2, 3})


def _said(text: str, *cites: int) -> dict[str, Any]:
    return {"text": text, "cites": cites}


def _paragraph(*sentences: dict[str, Any]) -> dict[str, Any]:
    return {"type": "paragraph", "sentences": sentences}


def _list(*items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "list", "items": items}


def _heading(text: str, level: int = 2) -> dict[str, Any]:
    return {"type": "heading", "level": level, "text": text}


def _clean(*blocks: dict[str, Any]) -> Cleaned:
    return clean(BLOCKS.validate_python(blocks), KNOWN)


def _blocks(*blocks: dict[str, Any]) -> tuple[WrittenBlock, ...]:
    return tuple(BLOCKS.validate_python(blocks))


def _flags(removed: Removed) -> set[str]:
    counts = {
        "cited_unfetched": removed.unfetched,
        "markup_removed": removed.markup,
        "process_talk": removed.process_talk,
    }
    return {name for name, count in counts.items() if count}


OPENED = "The tunnel opened in May 2019."
FELL = "Rail freight fell by 3%."


@pytest.mark.parametrize(
    ("text", "cites", "plain", "kept", "flags"),
    [
        ("The port handled 4.2 million containers in 2023.", [1], None, (1,), set()),
        ("The tunnel is 7.3 km long, and rail freight declined by 3%.", [2, 3], None, (2, 3), set()),
        ('Director Ana Ruiz said: "Capacity is our bottleneck."', [1], None, (1,), set()),
        ("The tunnel will be widened in 2031.", [9], None, (), {"cited_unfetched"}),
        (OPENED, [0, -1, 2], None, (2,), {"cited_unfetched"}),
        (OPENED, [2, 2], None, (2,), set()),
        ("The tunnel opened in May 2019 (https://example.org/made-up).", [2], OPENED, (2,), {"markup_removed"}),
        ("The tunnel opened in May 2019 [2].", [2], OPENED, (2,), {"markup_removed"}),
        ("The tunnel opened in May 2019 [2].", [], OPENED, (2,), {"markup_removed"}),
        ("The tunnel opened in May 2019 (Keller et al., 2021).", [2], OPENED, (2,), {"markup_removed"}),
        ("Let me now look at the third source. Rail freight fell by 3%.", [3], FELL, (3,), {"process_talk"}),
        ("**Rail freight** fell by <b>3%</b>.", [3], FELL, (3,), {"markup_removed"}),
        ("Rail freight fell by 3% [7].", [3], FELL, (3,), {"cited_unfetched"}),
        ("Rail freight fell by 3% [3, 7].", [], FELL, (3,), {"cited_unfetched", "markup_removed"}),
        ("铁路货运下降3%【3】。", [], "铁路货运下降3%。", (3,), {"markup_removed"}),
    ],
)
def test_a_sentence_reaches_the_reader_clean(
    text: str, cites: list[int], plain: str | None, kept: tuple[int, ...], flags: set[str]
) -> None:
    cleaned = _clean(_paragraph(_said(text, *cites)))
    assert cleaned.blocks == _blocks(_paragraph(_said(plain or text, *kept)))
    assert _flags(cleaned.removed) == flags


def test_clean_blocks_come_back_as_they_are() -> None:
    blocks = _blocks(
        _heading("Costs"),
        _paragraph(_said("Costs fell.", 1), _said("  Why?  ")),
        _list({"text": "Rail", "cites": [2], "items": [_said("Freight", 3)]}),
        {"type": "table", "caption": "", "columns": ["Year", ""], "rows": [[_said("2024", 1), _said("")]]},
        {"type": "quote", "text": "It was cheaper.", "speaker": "Ana Ruiz", "cites": [3]},
        {"type": "further_reading", "entries": [{"source": 2, "why": "The ministry's own figures"}]},
    )
    assert clean(blocks, KNOWN) == Cleaned(blocks=blocks, removed=Removed())


def test_markers_are_adopted_where_text_is_cited_and_only_removed_elsewhere() -> None:
    cleaned = _clean(
        _heading("Costs [1]"),
        {
            "type": "table",
            "caption": "Costs by year [3]",
            "columns": ["Year", "Cost [2]"],
            "rows": [[_said("2024"), _said("9 % lower [1]")]],
        },
        {"type": "quote", "text": "It was cheaper.", "speaker": "", "cites": [3]},
        _paragraph(_said("The array access x = arr[1] stays as it is.")),
        _list(_said("plain item")),
    )
    assert cleaned.blocks == _blocks(
        _heading("Costs"),
        {
            "type": "table",
            "caption": "Costs by year",
            "columns": ["Year", "Cost"],
            "rows": [[_said("2024"), _said("9 % lower", 1)]],
        },
        {"type": "quote", "text": "It was cheaper.", "speaker": "", "cites": [3]},
        _paragraph(_said("The array access x = arr[1] stays as it is.")),
        _list(_said("plain item")),
    )
    assert cleaned.removed == Removed(markup=4)


def test_every_part_that_bears_citations_adopts_markers() -> None:
    cleaned = _clean(
        _list({"text": "Rail [1]", "items": [_said("Freight [2]", 3)]}),
        {"type": "key_facts", "items": [{"label": "Length [1]", "value": "7.3 km [2]"}]},
        {"type": "timeline", "events": [{"date": "May 2019 [2]", "text": "The tunnel opened."}]},
        {"type": "quote", "text": "It was cheaper.", "speaker": "Ana Ruiz [1]", "cites": [3]},
        {
            "type": "term_table",
            "source_language": "en",
            "target_language": "zh-Hans",
            "rows": [{"term": "levy", "definition": "A tax [2].", "cites": [1]}],
        },
    )
    assert cleaned.blocks == _blocks(
        _list({"text": "Rail", "cites": [1], "items": [_said("Freight", 3, 2)]}),
        {"type": "key_facts", "items": [{"label": "Length", "value": "7.3 km", "cites": [1, 2]}]},
        {"type": "timeline", "events": [{"date": "May 2019", "text": "The tunnel opened.", "cites": [2]}]},
        {"type": "quote", "text": "It was cheaper.", "speaker": "Ana Ruiz", "cites": [3, 1]},
        {
            "type": "term_table",
            "source_language": "en",
            "target_language": "zh-Hans",
            "rows": [{"term": "levy", "definition": "A tax.", "cites": [1, 2]}],
        },
    )
    assert cleaned.removed == Removed(markup=7)


def test_invented_addresses_and_references_never_reach_the_reader() -> None:
    cleaned = _clean(
        _paragraph(
            _said("Costs fell by nine per cent [1], as https://www.example.com/tidal-cost-analysis shows.", 1, 22)
        ),
        _paragraph(_said("See (Meyer et al., 2023) and doi:10.1234/abcd.5678 for more.")),
        _list(_said("[Operator report](https://grid.example/made-up)"), _said("www.grid-news.example/story")),
        _heading("Sources"),
        _list(_said("[1] Grid: https://grid.example/a"), _said("[23] https://example.com/third-party")),
    )
    assert cleaned.blocks == _blocks(
        _paragraph(_said("Costs fell by nine per cent.", 1)),
        _list(_said("Operator report")),
    )
    # A marker, an address, two references, two links; the heading and the two lines of the list of sources.
    assert cleaned.removed == Removed(unfetched=2, markup=9)


@pytest.mark.parametrize(
    "title",
    ["Sources", "**References**", "6. Bibliography", "Works cited:", "Sources and links", "参考文献", "資料來源："],
)
def test_a_list_of_sources_is_dropped_whole(title: str) -> None:
    cleaned = _clean(
        _paragraph(_said("Costs fell.", 1)),
        _heading(title),
        _heading("Primary", 3),
        _list(_said("Grid report, 2019", 1, 44)),
        _heading("Outlook"),
        _paragraph(_said("Costs will fall.", 2)),
    )
    assert cleaned.blocks == _blocks(
        _paragraph(_said("Costs fell.", 1)), _heading("Outlook"), _paragraph(_said("Costs will fall.", 2))
    )
    assert cleaned.removed == Removed(unfetched=1, markup=3)


def test_a_line_that_opens_a_list_of_sources_goes_with_it() -> None:
    cleaned = _clean(_paragraph(_said("**Sources:**")), _list(_said("The grid")), _paragraph(_said("Costs fell.", 1)))
    assert cleaned.blocks == _blocks(_paragraph(_said("Costs fell.", 1)))
    assert cleaned.removed == Removed(markup=2)


@pytest.mark.parametrize("title", ["Sources of funding", "Reference prices", "Energy sources", "文献综述"])
def test_other_headings_that_speak_of_sources_stay(title: str) -> None:
    blocks = _blocks(_heading(title), _list(_said("Taxes", 1)))
    assert clean(blocks, KNOWN) == Cleaned(blocks=blocks, removed=Removed())


@pytest.mark.parametrize("title", ["Sources", "Links", "Literature", "来源"])
def test_a_section_of_the_subject_may_bear_the_title(title: str) -> None:
    blocks = _blocks(
        _heading(title), _paragraph(_said("The river rises in three springs.", 1), _said("All are cold.", 2))
    )
    assert clean(blocks, KNOWN) == Cleaned(blocks=blocks, removed=Removed())
    assert _clean(_heading(title), _list(_said("Smith, The Springs, 2019", 1))).blocks == ()


def test_further_reading_and_evidence_name_fetched_sources_only() -> None:
    term = {
        "term": "levy",
        "cites": [8],
        "renderings": [
            {
                "text": "税",
                "evidence": [
                    {"source": 9, "language": "zh-Hans", "passage": "税"},
                    {"source": 1, "language": "zh-Hans", "passage": "税 [3] https://a.example/"},
                ],
            }
        ],
    }
    table = {"type": "term_table", "source_language": "en", "target_language": "zh-Hans"}
    cleaned = _clean(
        {
            "type": "further_reading",
            "entries": [
                {"source": 1, "why": "The figures [1]"},
                {"source": 9, "why": "Unknown"},
                {"source": 1, "why": "The figures again"},
            ],
        },
        table | {"rows": [term]},
    )
    evidence = [{"source": 1, "language": "zh-Hans", "passage": "税 [3] https://a.example/"}]
    assert cleaned.blocks == _blocks(
        {"type": "further_reading", "entries": [{"source": 1, "why": "The figures"}]},
        table | {"rows": [{"term": "levy", "renderings": [{"text": "税", "evidence": evidence}]}]},
    )
    assert cleaned.removed == Removed(unfetched=3, markup=1)


def test_what_becomes_empty_is_dropped() -> None:
    cleaned = _clean(
        _heading("Here is the section:"),
        _paragraph(_said("https://example.org/a", 1), _said("Costs fell.", 1)),
        _paragraph(_said("I will now search for more.")),
        _list({"text": "www.example.org", "items": [_said("Freight", 2)]}),
        {"type": "table", "columns": ["Link"], "rows": [[_said("https://example.org/a")]]},
        {"type": "key_facts", "items": [{"label": "Link", "value": "https://example.org/a"}]},
        {"type": "quote", "text": "https://example.org/a", "speaker": "Ana Ruiz", "cites": [1]},
        {"type": "further_reading", "entries": [{"source": 9, "why": "Unknown"}]},
    )
    assert cleaned.blocks == _blocks(_paragraph(_said("Costs fell.", 1)), _list(_said("Freight", 2)))
    assert cleaned.removed == Removed(unfetched=1, markup=5, process_talk=2)


def test_cleaning_twice_changes_nothing_more() -> None:
    once = _clean(
        _heading("## Costs [1]"),
        _paragraph(_said("**Costs** fell [1][9], see [the report](https://x.example/y) (Keller, 2021).", 4)),
    )
    assert clean(once.blocks, KNOWN) == Cleaned(blocks=once.blocks, removed=Removed())


def test_no_address_or_bracketed_number_is_left_in_any_text() -> None:
    cleaned = _clean(
        _paragraph(_said("At http://a.example/x, [1] and [2], **costs** fell: www.b.example (Chen, 2020) 【3】.")),
        _list(_said("<a href='https://c.example'>Rail</a> [7]")),
    )
    left = " ".join(text for block in cleaned.blocks for text in texts(block))
    assert not any(mark in left for mark in ("://", "www.", "[", "【", "**", "<", "2020"))


def test_removals_add_up() -> None:
    assert Removed(1, 2, 3) + Removed(10, 20, 30) == Removed(11, 22, 33)
    assert sum((Removed(markup=1), Removed(markup=2)), Removed()) == Removed(markup=3)


def test_known_ids_may_come_in_any_collection() -> None:
    block = Paragraph(sentences=(Sentence(text="Costs fell.", cites=(5, 1)),))
    for known in ([1], (1,), {1: "a source"}.keys()):
        assert clean([block], known).blocks == (Paragraph(sentences=(Sentence(text="Costs fell.", cites=(1,)),)),)


def test_cited_share_counts_statements_of_fact() -> None:
    blocks = _blocks(
        _heading("Costs"),
        _paragraph(_said("Costs fell.", 1), _said("Rail grew."), _said("Why?"), _said("为什么？", 2)),
        _list({"text": "Rail", "cites": [2], "items": [_said("Freight")]}),
        {"type": "table", "columns": ["Year"], "rows": [[_said("2024"), _said("9 %", 1)], [_said("2025")]]},
        {"type": "callout", "tone": "note", "sentences": [_said("A note.")]},
        {"type": "quote", "text": "It was cheaper.", "cites": [3]},
        {"type": "key_facts", "items": [{"label": "Length", "value": "7.3 km", "cites": [2]}]},
        {"type": "timeline", "events": [{"date": "2019", "text": "The tunnel opened."}]},
        {
            "type": "term_table",
            "source_language": "en",
            "target_language": "fr",
            "rows": [{"term": "levy", "definition": "A tax.", "cites": [1]}, {"term": "port"}],
        },
        {"type": "further_reading", "entries": [{"source": 1, "why": "The figures"}]},
    )
    share = cited_share(blocks)
    assert (share.statements, share.cited) == (10, 6)
    assert share.share == pytest.approx(0.6)


def test_where_nothing_is_stated_nothing_is_uncited() -> None:
    assert cited_share(_blocks(_heading("Costs"))).share == 1


def test_cleaned_blocks_make_a_document() -> None:
    cleaned = _clean(_paragraph(_said("Costs fell [2].", 3)), _paragraph(_said("Rail grew [1].")))
    document = Document.model_validate(
        {"title": "Tides", "language": "en", "as_of": "2026-03-01", "blocks": cleaned.blocks}
    )
    assert document.cited == (3, 2, 1)
