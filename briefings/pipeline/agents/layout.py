"""The planner's second turn: the outline, laid out with the results of its first turn in context."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

from briefings.domain.brief import Brief, Length
from briefings.domain.evidence import Source
from briefings.domain.language import LANGUAGES
from briefings.domain.plan import Form, Outline, Plan, Section, SkipCase
from briefings.pipeline.agents import structured
from briefings.pipeline.agents.blocks import LONGEST_HEADING, LONGEST_TEXT, decoded, source_ids
from briefings.pipeline.agents.measures import measure
from briefings.pipeline.agents.prompting import fingerprint, load
from briefings.pipeline.agents.sources import framed
from briefings.pipeline.ports import Message, Model, ModelReply, ModelRequest, Tool

REPORT = load("outline")
FREE = load("outline_free")
GAPS = load("gaps")
FEEDBACK = load("feedback")

SECTIONS: dict[Length, tuple[int, int]] = {Length.BRIEF: (3, 4), Length.STANDARD: (5, 7), Length.EXTENDED: (7, 10)}
"""How many sections a document of each length has, at least and at most."""

_OUTLINE = "outline"
_FREE_SECTIONS = (1, 2)
_WORDS_OF_A_HEADING = 8
_CHARACTERS = 24_000
_MOST_TOKENS = 6144
_FEWEST_WITH_OPEN_QUESTIONS = 3
_GROUND = "The sources above are all there are."
_NO_GROUND = "There are no sources; every list of sources stays empty."
_SEE_FIRST = "See the result of the first call."


def _plain(value: Any) -> Any:
    """On one line, without the marks of a Markdown heading. What is neither text nor number stays, to be refused."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float, type(None))):
        return value
    return " ".join(str(value or "").split()).lstrip("#* ").rstrip("* ")


Text = Annotated[str, Field(max_length=LONGEST_TEXT), BeforeValidator(_plain)]
Title = Annotated[str, Field(max_length=LONGEST_HEADING), BeforeValidator(_plain)]


class LaidOutSection(BaseModel):
    heading: Title = Field(min_length=1, validation_alias=AliasChoices("heading", "title"))
    purpose: Text = ""
    sources: Annotated[list[int], BeforeValidator(source_ids)] = []


class LaidOut(BaseModel):
    """The arguments of `outline`."""

    title: Title = ""
    sections: Annotated[list[LaidOutSection], BeforeValidator(decoded)] = Field(min_length=1)


def lay_out(
    brief: Brief, plan: Plan, turn: Sequence[Message], sources: Sequence[Source], model: Model, *, repairs: int = 1
) -> Outline:
    """The outline. `turn`, at least a system message, is replayed as it is; the calls at its end are answered with
    `sources`. Raises ModelFailed."""

    def ask(characters: int) -> Outline:
        request = _request(brief, plan, turn, sources, characters)
        return structured.ask(model, request, lambda reply: _outline(reply, brief, plan, sources), repairs=repairs)

    return structured.within_context(ask, _CHARACTERS)


def _request(
    brief: Brief, plan: Plan, turn: Sequence[Message], sources: Sequence[Source], characters: int
) -> ModelRequest:
    results = _results(turn[-1], _shown(brief, plan, sources, characters))
    least, most = _span(brief, plan)
    heading = "{} {}".format(*measure(_WORDS_OF_A_HEADING, brief.document_language))
    template, only_here = REPORT, {"gaps": _gaps(plan, sources), "heading": heading}
    if _is_free(plan):
        template, only_here = FREE, {}
    task = template.fill(
        topic=" ".join(brief.topic.split()),
        ground=_GROUND if sources else _NO_GROUND,
        least=least,
        most=most,
        language=LANGUAGES.get(brief.document_language, brief.document_language),
        audience=brief.audience or "general reader",
        **only_here,
    )
    if plan.feedback:
        task = f"{task}\n\n{FEEDBACK.fill(feedback=plan.feedback)}"
    return ModelRequest(
        messages=(*turn, *_followed_by(task, results)),
        tools=(_tool(least, most, heading),),
        only=_OUTLINE,
        max_tokens=_MOST_TOKENS,
        prompt=fingerprint(template, GAPS, *([FEEDBACK] if plan.feedback else [])),
    )


def _shown(brief: Brief, plan: Plan, sources: Sequence[Source], characters: int) -> str:
    """The sources, cut to what answers the topic and the planner's own queries: these may be in another language."""
    question = "; ".join((brief.topic, *(question.text for question in plan.questions)))
    return framed(sources, question, characters) if sources else _NO_GROUND


def _gaps(plan: Plan, sources: Sequence[Source]) -> str:
    """What the planner is told of its queries from which no source came; empty when there are none."""
    answered = {source.question for source in sources}
    missed = [f"- {question.text}" for question in plan.questions if question.key not in answered]
    return "\n\n" + GAPS.fill(queries="\n".join(missed)) if missed else ""


def _results(message: Message, shown: str) -> list[Message]:
    """What the planner's calls brought: all of it in answer to the first, since sources are numbered across calls."""
    calls = message.get("tool_calls")
    first = next((call.get("id") for call in calls or () if isinstance(call, dict)), None)
    return structured.tool_results(message, {first: shown} if first else {}, _SEE_FIRST if first else shown)


def _followed_by(task: str, results: Sequence[Message]) -> list[Message]:
    """The results and the task after them; two messages of the user become one, as many chat templates demand."""
    *before, last = results
    if last["role"] == "user":
        return [*before, {"role": "user", "content": f"{last['content']}\n\n{task}"}]
    return [*results, {"role": "user", "content": task}]


def _is_free(plan: Plan) -> bool:
    return plan.routing.decision == "skip" and plan.routing.case is SkipCase.CREATIVE


def _span(brief: Brief, plan: Plan) -> tuple[int, int]:
    return _FREE_SECTIONS if _is_free(plan) else SECTIONS[brief.length]


def _outline(reply: ModelReply, brief: Brief, plan: Plan, sources: Sequence[Source]) -> Outline:
    _, laid_out = structured.calls(reply, {_OUTLINE: LaidOut})[0]
    _, most = _span(brief, plan)
    kept = laid_out.sections
    if len(kept) > most:
        # The last section holds the open questions.
        kept = [*kept[: most - 1], kept[-1]]
    known = [source.id for source in sources]
    ordered = not _is_free(plan)
    return Outline(
        title=laid_out.title or " ".join(brief.topic.split()),
        sections=tuple(
            Section(
                key=f"s{number}",
                heading=section.heading,
                form=_form(number, len(kept)) if ordered else Form.THEME,
                purpose=section.purpose,
                # A section that names no source of ours may rest on any of them.
                sources=tuple(dict.fromkeys(id_ for id_ in section.sources if id_ in known)) or tuple(known),
            )
            for number, section in enumerate(kept, 1)
        ),
    )


def _form(number: int, total: int) -> Form:
    if total < _FEWEST_WITH_OPEN_QUESTIONS:
        return Form.THEME
    return {1: Form.KEY_POINTS, total: Form.OPEN_QUESTIONS}.get(number, Form.THEME)


def _tool(least: int, most: int, heading: str) -> Tool:
    section = {
        "heading": {"type": "string", "description": f"at most {heading}"},
        "purpose": {"type": "string", "description": "one or two sentences: what the section must say"},
        "sources": {"type": "array", "items": {"type": "integer"}, "description": "ids, the most important first"},
    }
    sections = {
        "type": "array",
        "minItems": least,
        "maxItems": most,
        "items": {"type": "object", "properties": section, "required": list(section)},
    }
    return Tool(
        name=_OUTLINE,
        description=f"Hand in the layout of the document: {least} to {most} sections.",
        parameters={
            "type": "object",
            "properties": {"title": {"type": "string"}, "sections": sections},
            "required": ["title", "sections"],
        },
    )
