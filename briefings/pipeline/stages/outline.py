"""Outline: the planner's second turn, with the sources in context."""

from collections.abc import Sequence

from briefings.domain.evidence import Source
from briefings.domain.plan import Outline, Plan
from briefings.pipeline.production import Production


def lay_out(run: Production, plan: Plan, sources: Sequence[Source]) -> Outline:
    """Title and sections. A step of its own in either cast: for the extractive one it is the selection."""
    with run.stage("outline") as stage:
        run.progress("Laying out the document")
        model = run.model(stage, "outline", "planner")
        return stage.step(
            "layout",
            agent="planner",
            given={
                "brief": run.brief.model_dump(mode="json"),
                "plan": plan.model_dump(mode="json"),
                "sources": [(source.id, source.page.sha256) for source in sources],
                "cast": run.cast.name,
            },
            returns=Outline,
            work=lambda: run.cast.planner.outline(run.brief, plan, sources, model),
        )
