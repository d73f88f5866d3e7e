import threading

import pytest

from briefings.domain.document import Callout, Heading, Paragraph, PipelineNotes, References, Sentence
from briefings.domain.errors import BudgetExhausted, LeaseLost, ModelFailed, PressFailed, RunFailed
from briefings.domain.outcome import Outcome, Reason
from briefings.pipeline.flow import produce
from briefings.pipeline.ports import Drawn
from tests.fakes import (
    FakeFetch,
    FakeJournal,
    FakePlanner,
    FakePress,
    FakeSearch,
    FakeWriter,
    brief,
    hit,
    page,
    production,
)


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
    assert set(press.made) == {"docx", "md"}
    assert [fault.code for fault in draft.faults] == ["render.pdf"]
    assert draft.outcome is Outcome.SUCCESS


def test_files_are_drawn_side_by_side_and_kept_in_the_thread_of_the_run():
    together = threading.Barrier(3, timeout=10)
    keepers = []

    class Patient(FakePress):
        def draw(self, file_format, document, sources, *, alive):
            together.wait()
            return Drawn(file_format.encode())

        def keep(self, file_format, content):
            keepers.append((threading.get_ident(), file_format, content))

    draft = produce(production(press=Patient()))
    own = threading.get_ident()
    assert set(keepers) == {(own, "docx", b"docx"), (own, "pdf", b"pdf"), (own, "md", b"md")}
    assert draft.faults == ()


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


LONG = "Copper is smelted in a furnace. " * 20


def paragraph(text: str, *cites: int) -> list:
    return [Paragraph(sentences=(Sentence(text=text, cites=cites),))]


class Reviser(FakeWriter):
    """Writes its versions one after the other, the last one for ever; keeps the refusals that it was told."""

    def __init__(self, *versions) -> None:
        super().__init__()
        self.versions = versions
        self.refusals: dict[str, list[str]] = {}

    def write(self, brief, outline, section, sources, model, refusal=""):
        told = self.refusals.setdefault(section.key, [])
        told.append(refusal)
        return self.versions[min(len(told), len(self.versions)) - 1](section)


def short(section):
    return paragraph("Short.", *section.sources)


def uncited(section):
    return paragraph(LONG)


def good(section):
    return paragraph(LONG, *section.sources)


@pytest.mark.parametrize(("refused", "reason"), [(short, "too short"), (uncited, "cites none of them")])
def test_what_the_gate_refuses_goes_back_to_the_writer_with_the_reasons(refused, reason):
    writer = Reviser(refused, good)
    journal = FakeJournal()
    draft = produce(production(journal, writer=writer))
    assert draft.outcome is Outcome.SUCCESS
    assert (draft.reasons, draft.faults) == ((), ())
    assert {key: len(told) for key, told in writer.refusals.items()} == {"s1": 2, "s2": 2}
    assert all(first == "" and reason in second for first, second in writer.refusals.values())
    assert any("version 2" in note.text for note in block(draft, PipelineNotes).notes)
    assert journal.left[3:] == ["write", "verify", "gate", "write", "verify", "gate", "render"]


def test_nothing_of_a_refused_version_stays():
    def long_and_uncited(section):
        return uncited(section) * 5

    journal = FakeJournal()
    draft = produce(production(journal, writer=Reviser(long_and_uncited, good)))
    published = [block for chunk in journal.chunks for block in chunk.blocks]
    assert published == [block for block in draft.document.blocks if not isinstance(block, References | PipelineNotes)]
    assert [chunk.position for chunk in journal.chunks] == list(range(len(journal.chunks)))
    assert not any("statements of fact" in note.text for note in block(draft, PipelineNotes).notes)


@pytest.mark.parametrize(
    ("writer", "code"), [(Reviser(short), "gate.too_short"), (Reviser(uncited), "gate.no_sources")]
)
def test_the_third_refusal_ends_the_run(writer, code):
    journal = FakeJournal()
    with pytest.raises(RunFailed) as refused:
        produce(production(journal, writer=writer))
    assert [fault.code for fault in refused.value.faults] == [code]
    assert [fault.code for fault in journal.faults] == [code]
    assert {len(told) for told in writer.refusals.values()} == {3}
    assert "render" not in journal.stages


def test_a_document_of_extracted_sentences_is_not_submitted_again():
    writer = Reviser(short)
    with pytest.raises(RunFailed) as refused:
        produce(production(writer=writer, invents=False, cast="extractive"))
    assert [fault.code for fault in refused.value.faults] == ["gate.too_short"]
    assert {len(told) for told in writer.refusals.values()} == {1}


def test_a_citation_stripped_from_a_version_degrades_the_next_one_too():
    writer = Reviser(lambda section: paragraph("Short.", 1, 9), good)
    draft = produce(production(writer=writer))
    assert draft.reasons == (Reason.CITED_UNFETCHED,)
    assert 9 not in draft.document.cited


def test_a_revision_is_made_of_other_steps_and_replayed_like_any():
    first = FakeJournal()
    draft = produce(production(first, writer=Reviser(short, uncited, good)))
    sections = [entry.key for entry in first.recorded if entry.key.startswith("1/write/")]
    assert len(sections) == len(set(sections)) == 6
    second = FakeJournal(known=first.recorded)
    writer = Reviser(short)
    assert produce(production(second, writer=writer)) == draft
    assert (writer.refusals, second.recorded) == ({}, [])


def exhausted(*_):
    raise BudgetExhausted("exhausted", "One run may spend 100 tokens.", permanent=True)


def notes(draft) -> str:
    return " ".join(note.text for note in block(draft, PipelineNotes).notes)


def test_sections_that_the_budget_does_not_reach_for_are_left_out_and_named():
    writer = FakeWriter(lambda section: exhausted() if section.key == "s1" else good(section) * 2)
    journal = FakeJournal()
    draft = produce(production(journal, writer=writer))
    assert (draft.outcome, draft.reasons) == (Outcome.DEGRADED, (Reason.BUDGET,))
    assert [fault.code for fault in draft.faults] == ["budget.exhausted"]
    assert [heading.text for heading in draft.document.blocks if isinstance(heading, Heading)] == ["Part 2"]
    assert "Left out: Part 1." in notes(draft)
    assert journal.chunks


def test_a_run_that_cannot_afford_a_single_section_fails_with_the_fault():
    with pytest.raises(RunFailed) as failure:
        produce(production(writer=FakeWriter(exhausted)))
    assert [fault.code for fault in failure.value.faults] == ["budget.exhausted"]
    assert "100 tokens" in failure.value.note


def test_a_revision_that_cannot_be_afforded_tells_both():
    with pytest.raises(RunFailed) as failure:
        produce(production(writer=Reviser(short, exhausted)))
    assert [fault.code for fault in failure.value.faults] == ["gate.too_short", "budget.exhausted"]


class Broke(FakePlanner):
    """A planner that may not be asked for an outline, nor perhaps for a plan."""

    def __init__(self, *, plans: bool) -> None:
        super().__init__(questions=("copper", "tin"))
        self._plans = plans

    def plan(self, brief, offer, model):
        return super().plan(brief, offer, model) if self._plans else exhausted()

    def outline(self, brief, plan, sources, model):
        return exhausted()


def test_without_a_plan_the_topic_is_searched_for_once_and_written_about():
    search = FakeSearch({brief().topic: [hit("https://metal.example/a"), hit("https://metal.example/b")]})
    draft = produce(production(planner=Broke(plans=False), search=search))
    assert search.asked == [brief().topic]
    assert draft.reasons == (Reason.BUDGET,)
    assert [fault.code for fault in draft.faults] == ["budget.exhausted"]
    headings = [heading.text for heading in draft.document.blocks if isinstance(heading, Heading)]
    assert headings == ["Key points", brief().topic, "Open questions and disagreements"]
    assert draft.document.cited == (1, 2)
    assert "searched for the topic itself" in notes(draft)


def test_without_an_outline_the_sections_follow_the_questions_that_brought_sources():
    urls = [f"https://metal.example/{name}" for name in "abc"]
    results = {"copper": [hit(urls[0])], "tin": [hit(urls[1])], brief().topic: [hit(urls[2])]}
    fetch = FakeFetch({url: page(f"Metal at {url}.", url=url) for url in urls})
    draft = produce(production(planner=Broke(plans=True), search=FakeSearch(results), fetch=fetch))
    headings = [heading.text for heading in draft.document.blocks if isinstance(heading, Heading)]
    assert headings == ["Key points", brief().topic, "copper", "tin", "Open questions and disagreements"]
    assert set(draft.document.cited) == {1, 2, 3}
    assert "no room to lay out" in notes(draft)


def test_a_creative_piece_without_an_outline_is_of_one_part():
    planner = Broke(plans=True)
    planner.skip = True
    draft = produce(production(brief=brief("Write a short poem about the sea"), planner=planner))
    headings = [heading.text for heading in draft.document.blocks if isinstance(heading, Heading)]
    assert headings == ["Write a short poem about the sea"]


def test_what_the_budget_refused_is_refused_again_when_the_attempt_goes_on_and_asked_for_in_the_next():
    first = FakeJournal()
    produce(production(first, planner=Broke(plans=True)))
    same_attempt = FakeJournal(known=first.recorded)
    draft = produce(production(same_attempt, planner=FakePlanner(questions=("copper", "tin"))))
    assert Reason.BUDGET in draft.reasons
    next_attempt = FakeJournal(known=[entry for entry in first.recorded if entry.fault is None])
    draft = produce(production(next_attempt, planner=FakePlanner(questions=("copper", "tin"))))
    assert Reason.BUDGET not in draft.reasons
