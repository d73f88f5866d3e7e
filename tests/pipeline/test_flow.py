import pytest

from briefings.domain.document import Callout, Heading, Paragraph, PipelineNotes, References, Sentence
from briefings.domain.errors import LeaseLost, ModelFailed, PressFailed, RunFailed
from briefings.domain.outcome import Outcome, Reason
from briefings.pipeline.flow import produce
from tests.fakes import FakeJournal, FakePlanner, FakePress, FakeSearch, FakeWriter, brief, production


def block(draft, kind):
    return next(block for block in draft.document.blocks if isinstance(block, kind))


def test_a_brief_becomes_a_draft_with_references_in_order_of_first_citation():
    draft = produce(production())
    assert draft.outcome is Outcome.SUCCESS
    assert [(entry.source, entry.number) for entry in block(draft, References).entries] == [(1, 1), (2, 2)]
    assert [heading.text for heading in draft.document.blocks if isinstance(heading, Heading)] == ["Part 1", "Part 2"]
    assert draft.document.as_of == brief().as_of


def test_the_stages_are_entered_and_left_in_order():
    journal = FakeJournal()
    produce(production(journal))
    order = ["plan", "research", "outline", "write", "verify", "gate", "render"]
    assert (journal.stages, journal.left) == (order, order)


def test_what_is_published_is_what_is_delivered():
    journal = FakeJournal()
    draft = produce(production(journal))
    published = [block for chunk in journal.chunks for block in chunk.blocks]
    assert published == [block for block in draft.document.blocks if not isinstance(block, References | PipelineNotes)]


def test_a_citation_of_a_source_that_was_never_fetched_is_stripped_and_degrades():
    def say(section):
        return [
            Paragraph(
                sentences=(Sentence(text="Copper is smelted in a furnace. " * 20, cites=(section.sources[0], 9)),)
            )
        ]

    journal = FakeJournal()
    draft = produce(production(journal, writer=FakeWriter(say)))
    assert draft.outcome is Outcome.DEGRADED
    assert draft.reasons == (Reason.CITED_UNFETCHED,)
    assert 9 not in draft.document.cited
    assert not any("9" in str(chunk.model_dump()["blocks"][-1]["sentences"][0]["cites"]) for chunk in journal.chunks)
    assert any(note.code == Reason.CITED_UNFETCHED for note in block(draft, PipelineNotes).notes)


def test_a_document_that_cites_nothing_is_refused_by_the_gate():
    writer = FakeWriter(lambda section: [Paragraph(sentences=(Sentence(text="Copper is a metal. " * 60),))])
    journal = FakeJournal()
    with pytest.raises(RunFailed) as refused:
        produce(production(journal, writer=writer))
    assert [fault.code for fault in refused.value.faults] == ["gate.no_sources"]
    assert "render" not in journal.stages


def test_a_document_that_is_too_short_is_refused_by_the_gate():
    writer = FakeWriter(lambda section: [Paragraph(sentences=(Sentence(text="Short.", cites=section.sources),))])
    with pytest.raises(RunFailed) as refused:
        produce(production(writer=writer))
    assert [fault.code for fault in refused.value.faults] == ["gate.too_short"]


def test_a_writer_that_dies_fails_the_run():
    def die(section):
        raise ModelFailed("timeout", "no answer within 120 s", permanent=True)

    with pytest.raises(RunFailed) as failure:
        produce(production(writer=FakeWriter(die)))
    assert [fault.code for fault in failure.value.faults] == ["model.timeout", "write.failed"]
    assert "120 s" in failure.value.note


def test_an_unresearched_document_has_its_caution_first():
    draft = produce(production(planner=FakePlanner(skip=True)))
    assert draft.reasons == (Reason.UNRESEARCHED,)
    first = draft.document.blocks[0]
    assert isinstance(first, Callout)
    assert first.tone == "caution"


def test_a_file_that_cannot_be_made_is_a_fault_and_the_others_stay():
    press = FakePress(broken={"pdf": PressFailed("pdf", "no glyphs", permanent=True)})
    draft = produce(production(press=press))
    assert press.made == ["docx", "md"]
    assert [fault.code for fault in draft.faults] == ["render.pdf"]
    assert draft.outcome is Outcome.SUCCESS


def test_a_run_that_is_carried_again_asks_nothing_again():
    first = FakeJournal()
    draft = produce(production(first))
    search, press = FakeSearch(), FakePress()
    second = FakeJournal(known=first.recorded)
    again = produce(production(second, search=search, press=press))
    assert again == draft
    assert (search.asked, press.made, second.recorded) == ([], [], [])


def test_a_lost_lease_stops_everything():
    def lost():
        raise LeaseLost

    journal = FakeJournal(before_write=lost)
    with pytest.raises(LeaseLost):
        produce(production(journal))
    assert journal.chunks == []


def test_a_planners_remark_reaches_the_reader():
    draft = produce(production(planner=FakePlanner(notes=("The planner would not answer.",))))
    assert any(note.text == "The planner would not answer." for note in block(draft, PipelineNotes).notes)
