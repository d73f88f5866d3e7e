"""Gate: the checks without which a document is not accepted."""

from collections.abc import Sequence

from briefings.domain.document import Document
from briefings.domain.errors import RunFailed
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault
from briefings.domain.plan import Plan
from briefings.pipeline import gates
from briefings.pipeline.production import Production


def refusals(run: Production, plan: Plan, document: Document, sources: Sequence[Source]) -> tuple[Fault, ...]:
    """Why the document may not be delivered, as `gate.*` faults; empty when it may."""
    with run.stage("gate"):
        return gates.refusals(document, plan.routing, len(sources), least_characters=run.limits.gate_characters)


def failure(run: Production, refused: Sequence[Fault]) -> RunFailed:
    """What ends a run whose last version was refused, too."""
    for fault in refused:
        run.fault(fault)
    reasons = " ".join(fault.sentence for fault in refused)
    return RunFailed(f"The document was not accepted. {reasons}", *refused)
