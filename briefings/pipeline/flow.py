"""The whole product on one page: how a brief becomes a document."""

from briefings.domain.draft import Draft
from briefings.pipeline.production import Production
from briefings.pipeline.stages import assemble, gate, outline, plan, render, research, verify, write


def produce(run: Production) -> Draft:
    """The finished draft of a standard briefing, its files made.

    Raises RunFailed when a stage failed closed or the save gate refused, LeaseLost when somebody else carries the run.
    """
    the_plan, ahead = plan.decide(run)
    sources = research.gather(run, the_plan, ahead)
    the_outline = outline.lay_out(run, the_plan, sources)
    sections = write.compose(run, the_outline, sources)
    checked = verify.check(run, the_outline, sections, sources)
    document = assemble.document(run, the_outline, checked, sources)
    gate.admit(run, the_plan, document, sources)
    render.make_files(run, document, sources)
    return assemble.draft(run, the_plan, document, sources)
