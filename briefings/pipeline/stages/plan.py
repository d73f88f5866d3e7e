"""Plan: search or skip, and what to ask."""

from briefings.domain.errors import BudgetExhausted, ExternalError
from briefings.domain.evidence import Found
from briefings.domain.plan import Plan, RoutingDecision, SkipOffer
from briefings.pipeline.fanout import both
from briefings.pipeline.production import Production
from briefings.pipeline.routing import skip_offer
from briefings.pipeline.stage import Stage


def decide(run: Production) -> tuple[Plan, Found | ExternalError | None]:
    """The plan, and what the topic's own search came to; null when there was none.

    That search runs while the planner decides, since nearly every plan wants it; after a skip its result is dropped
    and it counts neither as a search nor as a fault.
    """
    with run.stage("plan") as stage:
        run.progress("Deciding what to look for")
        offer = skip_offer(run.brief)
        if run.cast.invents:
            plan, ahead = both(run.relay, lambda: _plan(run, stage, offer), lambda: _search_topic(run, stage))
        else:
            plan, ahead = _plan(run, stage, offer), None
        if isinstance(plan, BudgetExhausted):
            run.stop_at_cap(plan, "budget_plan")
            plan = _own_plan(offer)
        elif isinstance(plan, ExternalError):
            raise plan
        if run.simplified:
            plan = plan.model_copy(update={"questions": plan.questions[: run.recipe.simplified.questions]})
        plan = plan.model_copy(update={"feedback": run.review.latest})
        _announce(run, plan)
    return plan, ahead if plan.routing.decision == "search" else None


def _plan(run: Production, stage: Stage, offer: SkipOffer) -> Plan:
    return run.cast.planner.plan(run.brief, offer, run.model(stage, "route", "planner"))


def _own_plan(offer: SkipOffer) -> Plan:
    """No question but the topic, which is searched for anyway: what is left where no planner may be asked."""
    withheld = not offer.offered
    return Plan(routing=RoutingDecision(decision="search", case=offer.case, triggers=offer.triggers, withheld=withheld))


def _search_topic(run: Production, stage: Stage) -> Found:
    search = run.search(stage, "topic")
    return search.search(run.brief.topic, language=run.brief.document_language, limit=run.limits.hits_per_query)


def _announce(run: Production, plan: Plan) -> None:
    run.relay.post(lambda journal: journal.routed(plan.routing))
    for remark in plan.notes:
        run.note(remark)
