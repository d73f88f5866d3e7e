"""Assemble: what the pipeline alone adds to a document, and the draft that goes back up."""

from collections.abc import Sequence

from briefings.domain.document import (
    Block,
    Callout,
    Document,
    PipelineNote,
    PipelineNotes,
    Reference,
    References,
    Sentence,
    WrittenBlock,
)
from briefings.domain.draft import Draft
from briefings.domain.evidence import Origin, Source
from briefings.domain.language import is_chinese
from briefings.domain.outcome import FAULTS, REASONS, Outcome, Reason
from briefings.domain.plan import Outline, Plan
from briefings.pipeline.production import Production

_CAUTION = {
    "en": "No source was read for this document. Every statement in it rests on what the model knows and must be "
    "checked before it is used.",
    "zh": "本文件未参考任何来源，其中的所有陈述均出自模型自身的知识，使用前必须核实。",
}


def document(run: Production, outline: Outline, blocks: Sequence[WrittenBlock], sources: Sequence[Source]) -> Document:
    """The document with references in order of first citation, pipeline notes and, where due, a caution first."""
    body: list[Block] = [*_caution(run), *blocks]
    language = _language(run, sources)
    bare = Document(title=outline.title, language=language, as_of=run.brief.as_of, blocks=tuple(body))
    entries = tuple(Reference(source=source, number=number) for number, source in enumerate(bare.cited, 1))
    if entries:
        body.append(References(entries=entries))
    _remark(run, language, bare.cited, sources)
    notes = _notes(run)
    if notes:
        body.append(PipelineNotes(notes=notes))
    return bare.model_copy(update={"blocks": tuple(body)})


def draft(run: Production, plan: Plan, finished: Document, sources: Sequence[Source]) -> Draft:
    """What goes back up: the document and how good it is."""
    return Draft(
        document=finished,
        sources=tuple(sources),
        routing=plan.routing,
        outcome=Outcome.DEGRADED if run.reasons else Outcome.SUCCESS,
        reasons=tuple(run.reasons),
        faults=tuple(run.faults),
    )


def _caution(run: Production) -> list[Block]:
    if Reason.UNRESEARCHED not in run.reasons:
        return []
    text = _CAUTION["zh" if is_chinese(run.brief.document_language) else "en"]
    return [Callout(tone="caution", sentences=(Sentence(text=text),))]


def _language(run: Production, sources: Sequence[Source]) -> str:
    """The language in which the document really is: extracted sentences keep that of their sources."""
    wanted = run.brief.document_language
    if run.cast.invents or not sources:
        return wanted
    spoken = [source.page.language for source in sources if source.page.language]
    if not spoken or any(language.split("-")[0] == wanted.split("-")[0] for language in spoken):
        return wanted
    return max(set(spoken), key=spoken.count)


def _remark(run: Production, language: str, cited: Sequence[int], sources: Sequence[Source]) -> None:
    if not run.cast.invents:
        run.note("Every sentence of this document was taken word for word from its source; no model took part.")
        if language.split("-")[0] != run.brief.document_language.split("-")[0]:
            run.note("The document keeps the language of its sources, since without a model nothing is translated.")
        if run.brief.audience:
            run.note("The audience asked for could not be taken into account: sentences are taken as they stand.")
    origins = {source.page.origin for source in sources if source.id in cited}
    if origins == {Origin.STARTER}:
        run.note("This document rests only on the starter notes that come with Kyle, not on sources searched for it.")


def _notes(run: Production) -> tuple[PipelineNote, ...]:
    reasons = [PipelineNote(code=reason, text=REASONS[reason]) for reason in run.reasons]
    faults = [
        PipelineNote(code=fault.code, text=f"{FAULTS[fault.code]} {fault.detail}".strip()) for fault in run.faults
    ]
    return (*reasons, *faults, *run.notes)
