"""The whole product on one page: how a brief becomes a document."""

from collections.abc import Sequence

from briefings.domain.document import Document
from briefings.domain.draft import Draft
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault
from briefings.domain.plan import Outline, Plan
from briefings.pipeline.production import Production
from briefings.pipeline.stages import approve, assemble, gate, outline, plan, render, research, verify, write


def produce(run: Production) -> Draft:
    """The finished draft of a briefing, its files made. A draft that a human has accepted is delivered as it is.

    Raises RunFailed when a stage failed closed or the save gate refused, ApprovalNeeded when a human must decide first,
    LeaseLost when somebody else carries the run.
    """
    draft = run.review.accepted or approve.decided(run, _drafted(run))
    return render.deliver(run, draft)


def _drafted(run: Production) -> Draft:
    the_plan, ahead = plan.decide(run)
    sources = research.gather(run, the_plan, ahead)
    the_outline = outline.lay_out(run, the_plan, sources)
    document = _passed(run, the_plan, the_outline, sources)
    return assemble.draft(run, the_plan, document, sources)


def _passed(run: Production, the_plan: Plan, the_outline: Outline, sources: Sequence[Source]) -> Document:
    """The document as the save gate lets it pass: one that it refuses goes back to the writer with the reasons."""
    told = run.told()
    refused: tuple[Fault, ...] = ()
    for number in range(1, run.versions + 1):
        run.retract(told)
        sections = write.compose(run, the_outline, sources, write.Version(number, refused))
        checked = verify.check(run, the_outline, sections, sources)
        document = assemble.document(run, the_outline, checked, sources)
        refused = gate.refusals(run, the_plan, document, sources)
        if not refused:
            return document
    raise gate.failure(run, refused)
