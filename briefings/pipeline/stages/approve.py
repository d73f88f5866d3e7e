"""Approve: where the kind demands it, a human decides on the draft before it counts."""

from briefings.domain.draft import Draft
from briefings.domain.errors import ApprovalNeeded
from briefings.pipeline.production import Production


def decided(run: Production, draft: Draft) -> Draft:
    """The draft, where nobody need be asked. Raises ApprovalNeeded."""
    if run.recipe.asks_approval:
        with run.stage("approve"):
            raise ApprovalNeeded(draft)
    return draft
