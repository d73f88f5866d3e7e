"""Whether a briefing may do without a search. Code decides what is on offer; a model can only take it or leave it."""

from briefings.domain.brief import Brief
from briefings.domain.plan import SkipCase, SkipOffer
from briefings.pipeline.topic.creative import is_creative, reshapes_inline
from briefings.pipeline.topic.definition import definition
from briefings.pipeline.topic.reading import normalise
from briefings.pipeline.topic.supplied import needs_nothing_else, speaks_of_material, without_material
from briefings.pipeline.topic.triggers import triggers, without_fixed_terms


def skip_offer(brief: Brief) -> SkipOffer:
    """The skip case that the brief matches, if any, and every trigger that forbids to skip. Default-deny."""
    topic = normalise(brief.topic)
    case = _case(topic, bool(brief.supplied_text.strip()))
    asked = without_material(topic) if case is SkipCase.SUPPLIED else topic
    term = definition(without_fixed_terms(topic)) if case is SkipCase.DEFINITION else None
    return SkipOffer(case=case, triggers=triggers(asked, term))


def mentions_supplied(topic: str) -> bool:
    """Whether a topic speaks of attached or pasted material, so that the material has to be there."""
    read = normalise(topic)
    return speaks_of_material(read) and not reshapes_inline(read)


def _case(topic: str, supplied: bool) -> SkipCase | None:
    if reshapes_inline(topic):
        return SkipCase.CREATIVE
    if speaks_of_material(topic):
        return SkipCase.SUPPLIED if supplied and needs_nothing_else(topic) else None
    if is_creative(topic):
        return SkipCase.CREATIVE
    return SkipCase.DEFINITION if definition(without_fixed_terms(topic)) else None
