from collections.abc import Sequence
from datetime import date
from typing import Literal

import pytest

from briefings.domain.document import (
    Block,
    Callout,
    Document,
    Heading,
    Paragraph,
    PipelineNote,
    PipelineNotes,
    Reference,
    References,
    Sentence,
)
from briefings.domain.plan import RoutingDecision, SkipCase
from briefings.pipeline.gates import refusals, written_characters

SEARCH = RoutingDecision(decision="search", withheld=True)
LEAST = 800


def _document(*blocks: Block) -> Document:
    return Document(title="Tides " * 200, language="en", as_of=date(2026, 3, 1), blocks=blocks)


def _paragraph(characters: int, cites: Sequence[int] = (1,)) -> Paragraph:
    return Paragraph(sentences=(Sentence(text="x" * characters, cites=tuple(cites)),))


def _skip(case: SkipCase) -> RoutingDecision:
    return RoutingDecision(decision="skip", case=case, withheld=False, justification="A stable concept.")


def _codes(document: Document, routing: RoutingDecision = SEARCH, sources: int = 3) -> list[str]:
    return [fault.code for fault in refusals(document, routing, sources, least_characters=LEAST)]


@pytest.mark.parametrize(("characters", "codes"), [(799, ["gate.too_short"]), (800, [])])
def test_a_document_needs_the_least_characters(characters: int, codes: list[str]) -> None:
    assert _codes(_document(_paragraph(characters))) == codes


def test_the_refusal_gives_the_figures() -> None:
    (fault,) = refusals(_document(_paragraph(312)), SEARCH, 3, least_characters=LEAST)
    assert fault.detail == "The document has 312 characters of text; at least 800 are needed."


def test_only_what_was_written_counts() -> None:
    document = _document(
        Callout(tone="caution", sentences=(Sentence(text="c" * 500),)),
        Heading(text="h" * 500),
        Paragraph(sentences=(Sentence(text="  ten \n letters ", cites=(1,)),)),
        Callout(tone="note", sentences=(Sentence(text="n" * 20),)),
        References(entries=(Reference(source=1, number=1),)),
        PipelineNotes(notes=(PipelineNote(text="p" * 500),)),
    )
    assert written_characters(document) == len("ten letters") + 20
    assert _codes(document) == ["gate.too_short"]


def test_sources_without_a_citation_are_refused() -> None:
    (fault,) = refusals(_document(_paragraph(900, cites=())), SEARCH, 1, least_characters=LEAST)
    assert (fault.code, fault.detail) == ("gate.no_sources", "1 source was read.")


def test_without_any_source_none_is_demanded() -> None:
    assert _codes(_document(_paragraph(900, cites=())), sources=0) == []


@pytest.mark.parametrize("case", list(SkipCase))
def test_after_a_skip_no_citation_is_demanded(case: SkipCase) -> None:
    assert _codes(_document(_paragraph(900, cites=())), _skip(case), sources=1) == []


@pytest.mark.parametrize(
    ("case", "codes"),
    [(SkipCase.CREATIVE, []), (SkipCase.DEFINITION, ["gate.too_short"]), (SkipCase.SUPPLIED, ["gate.too_short"])],
)
def test_only_a_creative_skip_may_be_short(case: SkipCase, codes: list[str]) -> None:
    assert _codes(_document(_paragraph(40)), _skip(case), sources=0) == codes


@pytest.mark.parametrize("blocks", [(), (Heading(text="A toast"),)])
@pytest.mark.parametrize("decision", ["search", "skip"])
def test_nothing_written_never_passes(blocks: tuple[Block, ...], decision: Literal["search", "skip"]) -> None:
    routing = SEARCH if decision == "search" else _skip(SkipCase.CREATIVE)
    faults = refusals(_document(*blocks), routing, 0, least_characters=0)
    assert [fault.code for fault in faults] == ["gate.too_short"]


def test_every_reason_is_given() -> None:
    assert _codes(_document(_paragraph(10, cites=()))) == ["gate.too_short", "gate.no_sources"]
