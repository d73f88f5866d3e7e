"""The planner of the model cast: search or skip, and then, as its second turn, the outline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from briefings.domain.brief import Brief
from briefings.domain.evidence import Source
from briefings.domain.language import LANGUAGES
from briefings.domain.plan import Outline, Plan, Question, RoutingDecision, SkipCase, SkipOffer
from briefings.pipeline.agents import structured
from briefings.pipeline.agents.blocks import decoded
from briefings.pipeline.agents.layout import lay_out
from briefings.pipeline.agents.prompting import fingerprint, load
from briefings.pipeline.agents.sources import framed_material
from briefings.pipeline.agents.structured import NoUsableAnswer, Unusable
from briefings.pipeline.ports import Message, Model, ModelReply, ModelRequest, Tool
from briefings.pipeline.wording import remark

SYSTEM = load("planner")
ROUTE = load("plan")
SKIP = load("skip")

MOST_QUERIES = 8
"""How many questions one plan may ask, however many calls they came in."""

_MATERIAL_CHARACTERS = 2000
_CASE_REASONS = {
    SkipCase.DEFINITION: "it explains a stable concept of general knowledge",
    SkipCase.CREATIVE: "it is a purely creative or formatting task",
    SkipCase.SUPPLIED: "the material that it needs is attached",
}


class SkipRefused(Unusable):
    """The planner called skip_search otherwise than it was offered."""


class WebSearch(BaseModel):
    """The arguments of `web_search`; a lone `query` is read as one of `queries`."""

    queries: Annotated[list[str], BeforeValidator(decoded)] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _lone_query(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        queries = decoded(given.get("queries") or given.get("query"))
        queries = [queries] if isinstance(queries, str) else queries
        if isinstance(queries, list):
            queries = [" ".join(query.split()) if isinstance(query, str) else query for query in queries]
            queries = [query for query in queries if query != ""]
        return {"queries": queries} if queries else {}


class SkipSearch(BaseModel):
    """The arguments of `skip_search`."""

    case: str
    justification: str


@dataclass(frozen=True)
class _Route:
    """What the planner decided: queries, or a justified skip; and its message as received."""

    message: Message
    queries: tuple[str, ...] = ()
    justification: str = ""


@dataclass(frozen=True)
class ModelPlanner:
    """A planner that is a language model; it may repair an answer that cannot be used `repairs` times."""

    repairs: int = 1

    def plan(self, brief: Brief, offer: SkipOffer, model: Model) -> Plan:
        """See `cast.Planner`. When the model will not make a usable call, the topic itself is searched."""
        request = _first_turn(brief, offer)
        try:
            route = structured.ask(model, request, lambda reply: _route(reply, offer), repairs=self.repairs)
        except NoUsableAnswer as failure:
            return _own_plan(brief, offer, failure)
        skipped = not route.queries
        return Plan(
            routing=RoutingDecision(
                decision="skip" if skipped else "search",
                case=offer.case,
                triggers=offer.triggers,
                withheld=not offer.offered,
                justification=route.justification,
            ),
            questions=_questions(route.queries),
            turn=(*request.messages, route.message),
        )

    def outline(self, brief: Brief, plan: Plan, sources: Sequence[Source], model: Model) -> Outline:
        """See `cast.Planner`."""
        return lay_out(brief, plan, plan.turn or (_system(brief),), sources, model, repairs=self.repairs)


def _first_turn(brief: Brief, offer: SkipOffer) -> ModelRequest:
    topic = " ".join(brief.topic.split())
    supplied = brief.supplied_text.strip()
    user = ROUTE.fill(
        topic=topic,
        language=LANGUAGES.get(brief.document_language, brief.document_language),
        audience=brief.audience or "general reader",
        material=framed_material(supplied, topic, _MATERIAL_CHARACTERS) + "\n" if supplied else "",
        skip=_skip_terms(offer),
    )
    return ModelRequest(
        messages=(
            _system(brief),
            {"role": "user", "content": user.strip()},
        ),
        tools=tuple(_tools(offer)),
        temperature=0.0,
        prompt=fingerprint(SYSTEM, ROUTE, SKIP),
    )


def _system(brief: Brief) -> Message:
    return {"role": "system", "content": SYSTEM.fill(as_of=brief.as_of.isoformat())}


def _skip_terms(offer: SkipOffer) -> str:
    if not offer.offered or offer.case is None:
        return ""
    return "\n" + SKIP.fill(case=offer.case.value, reason=_CASE_REASONS[offer.case])


def _tools(offer: SkipOffer) -> Iterator[Tool]:
    queries = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4}
    yield Tool(
        name="web_search",
        description="Search the web. All that is needed goes into one call.",
        parameters={"type": "object", "properties": {"queries": queries}, "required": ["queries"]},
    )
    if offer.offered and offer.case is not None:
        yield Tool(
            name="skip_search",
            description="Do without a search.",
            parameters={
                "type": "object",
                "properties": {
                    "case": {"type": "string", "enum": [offer.case.value]},
                    "justification": {"type": "string", "description": "one or two sentences; must not be empty"},
                },
                "required": ["case", "justification"],
            },
        )


def _route(reply: ModelReply, offer: SkipOffer) -> _Route:
    """What the calls of `reply` amount to. A search wins over a skip; a skip must be as it was offered."""
    schemas: dict[str, type[BaseModel]] = {"web_search": WebSearch}
    if offer.offered:
        schemas["skip_search"] = SkipSearch
    usable = structured.calls(reply, schemas)
    queries = [query for _, arguments in usable if isinstance(arguments, WebSearch) for query in arguments.queries]
    if queries:
        return _Route(reply.message, _distinct(queries))
    refusals: dict[str, str] = {}
    for call, skip in usable:
        if isinstance(skip, SkipSearch):
            objection = _objection(skip, offer)
            if not objection:
                return _Route(reply.message, justification=skip.justification.strip())
            refusals[call.id] = objection
    raise SkipRefused("; ".join(refusals.values()), refusals)


def _objection(skip: SkipSearch, offer: SkipOffer) -> str:
    """Why this skip is not as it was offered; empty when it is."""
    if offer.case is None or skip.case.strip().lower() != offer.case.value:
        return f"The case {skip.case!r} was not offered."
    return "" if skip.justification.strip() else "The justification is empty."


def _distinct(queries: Sequence[str]) -> tuple[str, ...]:
    unique: dict[str, str] = {}
    for query in queries:
        unique.setdefault(query.casefold(), query)
    return tuple(unique.values())[:MOST_QUERIES]


def _questions(queries: Sequence[str]) -> tuple[Question, ...]:
    return tuple(Question(key=f"q{number}", text=query) for number, query in enumerate(queries, 1))


def _own_plan(brief: Brief, offer: SkipOffer, failure: NoUsableAnswer) -> Plan:
    """Search for the topic itself: what code does when the planner does not plan."""
    refused = isinstance(failure.problem, SkipRefused)
    return Plan(
        routing=RoutingDecision(
            decision="search", case=offer.case, triggers=offer.triggers, withheld=refused or not offer.offered
        ),
        questions=_questions([" ".join(brief.topic.split())]),
        notes=(remark("skip_refused" if refused else "searched_anyway", brief.document_language),),
    )
