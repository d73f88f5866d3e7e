"""The writer of the model cast: one section at a time, from its sources, ids only."""

from collections.abc import Sequence
from dataclasses import dataclass

from briefings.domain.brief import Brief, Length
from briefings.domain.document import Heading, WrittenBlock
from briefings.domain.evidence import Source
from briefings.domain.language import LANGUAGES
from briefings.domain.plan import Form, Outline, Section
from briefings.pipeline.agents import block_shapes, structured
from briefings.pipeline.agents.blocks import WrittenSection
from briefings.pipeline.agents.measures import measure
from briefings.pipeline.agents.prompting import Prompt, fingerprint, load
from briefings.pipeline.agents.sources import framed
from briefings.pipeline.ports import Model, ModelReply, ModelRequest

SYSTEM = load("writer")
REVISE = load("revise")
SECTION = load("section")
GROUNDED = load("grounds_sources")
UNGROUNDED = load("grounds_none")
KEY_POINTS = load("key_points")
OPEN_QUESTIONS = load("open_questions")

WORDS: dict[Length, int] = {Length.BRIEF: 120, Length.STANDARD: 200, Length.EXTENDED: 320}
"""About how many words a section of ordinary weight has in a document of each length, its tables not counted."""

_LIGHT, _HEAVY = 0.6, 1.5
_CHARACTERS = 24_000
_MOST_TOKENS = 8192


@dataclass(frozen=True)
class ModelWriter:
    """A writer that is a language model; it may repair an answer that cannot be used `repairs` times."""

    repairs: int = 1

    def write(
        self,
        brief: Brief,
        outline: Outline,
        section: Section,
        sources: Sequence[Source],
        model: Model,
        refusal: str = "",
    ) -> Sequence[WrittenBlock]:
        """See `cast.Writer`."""
        known = {source.id: source for source in sources}
        own = [known[id_] for id_ in section.sources if id_ in known]

        def ask(characters: int) -> list[WrittenBlock]:
            request = _revising(_request(brief, outline, section, own, characters), refusal)
            return structured.ask(model, request, lambda reply: _blocks(reply, section), repairs=self.repairs)

        return structured.within_context(ask, _CHARACTERS)


def _request(
    brief: Brief, outline: Outline, section: Section, sources: Sequence[Source], characters: int
) -> ModelRequest:
    grounds = GROUNDED if sources else UNGROUNDED
    form = _form(section, sources)
    tool = block_shapes.tool(brief.kind)
    system = SYSTEM.fill(grounds=grounds.fill(), blocks=block_shapes.described(brief.kind))
    user = SECTION.fill(
        title=outline.title,
        topic=" ".join(brief.topic.split()),
        number=[other.key for other in outline.sections].index(section.key) + 1,
        total=len(outline.sections),
        heading=section.heading,
        purpose=section.purpose or "what its heading promises",
        others=_others(outline, section),
        form="".join(f"\n{prompt.fill()}\n" for prompt in form),
        language=LANGUAGES.get(brief.document_language, brief.document_language),
        audience=brief.audience or "general reader",
        length=_length(brief),
        as_of=brief.as_of.isoformat(),
        sources=_shown(brief, section, sources, characters),
    )
    return ModelRequest(
        messages=({"role": "system", "content": system}, {"role": "user", "content": user}),
        tools=(tool,),
        only=tool.name,
        max_tokens=_MOST_TOKENS,
        prompt=fingerprint(SYSTEM, grounds, SECTION, *form),
    )


def _form(section: Section, sources: Sequence[Source]) -> tuple[Prompt, ...]:
    """What is asked of this section beyond what is asked of all."""
    if section.form is Form.KEY_POINTS:
        return (KEY_POINTS,)
    # Without sources there is nothing that they could leave open.
    return (OPEN_QUESTIONS,) if section.form is Form.OPEN_QUESTIONS and sources else ()


def _shown(brief: Brief, section: Section, sources: Sequence[Source], characters: int) -> str:
    question = "; ".join((section.heading, section.purpose, brief.topic))
    return framed(sources, question, characters) if sources else "There are no sources."


def _others(outline: Outline, section: Section) -> str:
    lines = [
        f"- {other.heading}: {other.purpose}".rstrip(": ") for other in outline.sections if other.key != section.key
    ]
    return "\n".join(lines) or "- none"


def _length(brief: Brief) -> str:
    words = WORDS[brief.length]
    sizes = [measure(round(words * weight), brief.document_language) for weight in (1, _LIGHT, _HEAVY)]
    about, light, heavy = (round(size, -1) for size, _ in sizes)
    return (
        f"about {about} {sizes[0][1]} ({light} for a light purpose, up to {heavy} for a heavy one), tables not counted"
    )


def _blocks(reply: ModelReply, section: Section) -> list[WrittenBlock]:
    """The blocks of all calls, for some models hand a section in by several; without a repeated section heading."""
    written = structured.calls(reply, {"write_section": WrittenSection})
    blocks = [block for _, part in written for block in part.blocks]
    first = blocks[0]
    if len(blocks) > 1 and isinstance(first, Heading) and first.text.casefold() == section.heading.casefold():
        return blocks[1:]
    return blocks


def _revising(request: ModelRequest, refusal: str) -> ModelRequest:
    """The request, with the reasons why what was written before was not accepted."""
    if not refusal:
        return request
    *before, task = request.messages
    again = {**task, "content": f"{task['content']}\n\n{REVISE.fill(refusal=refusal)}"}
    prompt = f"{request.prompt}+{fingerprint(REVISE)}"
    return request.model_copy(update={"messages": (*before, again), "prompt": prompt})
