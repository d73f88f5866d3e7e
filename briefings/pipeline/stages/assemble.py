"""Assemble: what the pipeline alone adds to a document, and the draft that goes back up."""

from collections.abc import Iterator, Sequence

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
from briefings.domain.outcome import Outcome, Reason
from briefings.domain.plan import Outline, Plan
from briefings.pipeline import wording
from briefings.pipeline.hygiene import tidy
from briefings.pipeline.production import Production


def document(run: Production, outline: Outline, blocks: Sequence[WrittenBlock], sources: Sequence[Source]) -> Document:
    """The document with references in order of first citation, pipeline notes and, where due, a caution first."""
    language = _language(run, sources)
    body: list[Block] = [*_notices(run, language), *blocks]
    bare = Document(title=_title(run, outline), language=language, as_of=run.brief.as_of, blocks=tuple(body))
    entries = tuple(Reference(source=source, number=number) for number, source in enumerate(bare.cited, 1))
    if entries:
        body.append(References(entries=entries))
    _remark(run, language, bare.cited, sources)
    notes = _notes(run, language)
    if notes:
        body.append(PipelineNotes(notes=notes))
    return bare.model_copy(update={"blocks": tuple(body)})


def draft(run: Production, plan: Plan, finished: Document, sources: Sequence[Source]) -> Draft:
    """What goes back up: the document and how good it is."""
    return Draft(
        document=finished,
        sources=tuple(sources),
        routing=plan.routing,
        turn=run.review.turn,
        outcome=Outcome.DEGRADED if run.reasons else Outcome.SUCCESS,
        reasons=tuple(run.reasons),
        faults=tuple(run.faults),
    )


def _title(run: Production, outline: Outline) -> str:
    """The outline's title as plain text; the topic where nothing is left of it, or where no model made it."""
    if not run.cast.invents:
        return outline.title
    return tidy(outline.title).text.strip() or run.brief.topic


def _notices(run: Production, language: str) -> list[Block]:
    """What a reader must know before the first sentence."""
    shown = {Reason.UNRESEARCHED: "caution", Reason.SIMPLIFIED: "simplified"}
    texts = [wording.remark(key, language) for reason, key in shown.items() if reason in run.reasons]
    return [Callout(tone="caution", sentences=(Sentence(text=text),)) for text in texts]


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
    for key in _remarks(run, language, {source.page.origin for source in sources if source.id in cited}):
        run.note(wording.remark(key, language))


def _remarks(run: Production, language: str, origins: set[Origin]) -> Iterator[str]:
    if not run.cast.invents:
        yield "verbatim"
        if language.split("-")[0] != run.brief.document_language.split("-")[0]:
            yield "language_kept"
        if run.brief.audience:
            yield "audience_ignored"
    if origins == {Origin.STARTER}:
        yield "starter_only"


def _notes(run: Production, language: str) -> tuple[PipelineNote, ...]:
    reasons = [PipelineNote(code=reason, text=wording.reason(reason, language)) for reason in run.reasons]
    return (*reasons, *wording.faults(run.faults, language), *run.notes)
