"""The save gate: the checks without which a document is not accepted. No model is asked."""

from briefings.domain.document import Callout, Document, Heading, PipelineNotes, References, texts
from briefings.domain.outcome import Fault
from briefings.domain.plan import RoutingDecision, SkipCase


def refusals(document: Document, routing: RoutingDecision, sources: int, *, least_characters: int) -> tuple[Fault, ...]:
    """Why a standard or deep document may not be saved: `gate.too_short`, `gate.no_sources`; empty when it may.

    `sources` is how many sources the run has. A run without any is not refused for that: `research.empty` says so. A
    skipped search leaves only what the requester supplied, which need not be cited.
    """
    found = (_too_short(document, routing, least_characters), _no_sources(document, routing, sources))
    return tuple(fault for fault in found if fault)


def _too_short(document: Document, routing: RoutingDecision, least_characters: int) -> Fault | None:
    exempt = routing.decision == "skip" and routing.case is SkipCase.CREATIVE
    least = 1 if exempt else max(1, least_characters)
    written = written_characters(document)
    if written >= least:
        return None
    detail = f"The document has {written} characters of text; at least {least} are needed."
    return Fault(stage="gate", cause="too_short", detail=detail)


def _no_sources(document: Document, routing: RoutingDecision, sources: int) -> Fault | None:
    if routing.decision == "skip" or sources == 0 or document.cited:
        return None
    noun = "source was" if sources == 1 else "sources were"
    return Fault(stage="gate", cause="no_sources", detail=f"{sources} {noun} read.")


def written_characters(document: Document) -> int:
    """Characters of what was written, runs of white space counted as one; headings, cautions and what the pipeline adds
    are not counted."""
    blocks = [block for block in document.blocks if not isinstance(block, Heading | References | PipelineNotes)]
    written = [block for block in blocks if not (isinstance(block, Callout) and block.tone == "caution")]
    return sum(len(" ".join(text.split())) for block in written for text in texts(block))
