"""Outline: the planner's second turn, with the sources in context."""

from collections.abc import Sequence

from briefings.domain.brief import Brief
from briefings.domain.errors import BudgetExhausted
from briefings.domain.evidence import Source
from briefings.domain.plan import Form, Outline, Plan, Section, SkipCase
from briefings.pipeline.extractive.wording import KEY_POINTS, OPEN_QUESTIONS, heading
from briefings.pipeline.production import Production
from briefings.pipeline.stage import Stage


def lay_out(run: Production, plan: Plan, sources: Sequence[Source]) -> Outline:
    """Title and sections. A step of its own in either cast: for the extractive one it is the selection."""
    with run.stage("outline") as stage:
        run.progress("Laying out the document")
        try:
            return _planned(run, stage, plan, sources)
        except BudgetExhausted as reached:
            run.stop_at_cap(reached, "budget_outline")
            return _own_outline(run.brief, plan, sources)


def _planned(run: Production, stage: Stage, plan: Plan, sources: Sequence[Source]) -> Outline:
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


def _own_outline(brief: Brief, plan: Plan, sources: Sequence[Source]) -> Outline:
    """The usual form of a briefing, where no planner may be asked: key points, what each question brought, and what
    remains open. A creative piece is of one part."""
    themes = _themes(brief.topic, plan, sources)
    everything = tuple(source.id for source in sources)
    if plan.routing.decision == "skip" and plan.routing.case is SkipCase.CREATIVE:
        return Outline(title=brief.topic, sections=(Section(key="s1", heading=brief.topic, sources=everything),))
    first, last = (heading(words, brief.document_language) for words in (KEY_POINTS, OPEN_QUESTIONS))
    parts = [
        (Form.KEY_POINTS, first, everything),
        *((Form.THEME, text, ids) for text, ids in themes),
        (Form.OPEN_QUESTIONS, last, everything),
    ]
    sections = (
        Section(key=f"s{number}", heading=text, form=form, sources=ids)
        for number, (form, text, ids) in enumerate(parts, 1)
    )
    return Outline(title=brief.topic, sections=tuple(sections))


def _themes(topic: str, plan: Plan, sources: Sequence[Source]) -> list[tuple[str, tuple[int, ...]]]:
    """The topic, and each question, with the sources that it brought; those that brought none are left out."""
    keys = {question.key for question in plan.questions}
    themes = [(topic, tuple(source.id for source in sources if source.question not in keys))]
    for question in plan.questions:
        themes.append((question.text, tuple(source.id for source in sources if source.question == question.key)))
    return [(text, ids) for text, ids in themes if ids] or [(topic, ())]
