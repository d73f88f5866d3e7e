"""Gate: the checks without which a document is not accepted."""

from collections.abc import Sequence

from briefings.domain.document import Document
from briefings.domain.errors import RunFailed
from briefings.domain.evidence import Source
from briefings.domain.outcome import FAULTS
from briefings.domain.plan import Plan
from briefings.pipeline.gates import refusals
from briefings.pipeline.production import Production


def admit(run: Production, plan: Plan, document: Document, sources: Sequence[Source]) -> None:
    """Raises RunFailed with `gate.*` faults when the document may not be delivered."""
    with run.stage("gate"):
        refused = refusals(document, plan.routing, len(sources), least_characters=run.limits.gate_characters)
        for fault in refused:
            run.fault(fault)
        if refused:
            reasons = " ".join(f"{FAULTS[fault.code]} {fault.detail}".strip() for fault in refused)
            raise RunFailed(f"The document was not accepted. {reasons}", *refused)
