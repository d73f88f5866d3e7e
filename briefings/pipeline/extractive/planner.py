"""The planner of the extractive cast: it always searches, and its outline is the selection itself."""

import re
from collections.abc import Sequence

from briefings.domain.brief import Brief
from briefings.domain.errors import RunFailed
from briefings.domain.evidence import Source, Statement
from briefings.domain.language import is_chinese
from briefings.domain.outcome import Fault
from briefings.domain.plan import Form, Outline, Plan, Question, RoutingDecision, Section, SkipOffer
from briefings.pipeline.extractive import wording
from briefings.pipeline.extractive.budget import Budget, budget
from briefings.pipeline.extractive.disagreement import open_questions
from briefings.pipeline.extractive.keypoints import further_sources, key_points
from briefings.pipeline.extractive.material import Reading, read, without_refrains
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Relevance, Scored
from briefings.pipeline.extractive.sources import about
from briefings.pipeline.extractive.themes import themes
from briefings.pipeline.ports import Model
from briefings.pipeline.retrieval.analysis import analyse
from briefings.pipeline.retrieval.topic import Topic

SOURCES_WANTED = 5
"""How many sources a document cites at least, where so many have something to say."""

FEWEST_SENTENCES = 8
"""How many usable sentences in the wanted language decide for it, whatever there is in others."""
LEAST_MATERIAL = 0.15
"""The share of the wanted length below which the material counts as next to nothing."""

_QUESTION_FRAME = re.compile(
    r"^(?:(?:how|why|when|where)\s+(?:do|does|did|is|are|was|were|can|could|should|will|would|has|have)\s+|"
    r"(?:what|who|which)\s+(?:is|are|was|were)\s+(?:the\s+)?|"
    r"(?:please\s+)?(?:explain|describe|discuss|summari[sz]e|compare|outline)\s+(?:how\s+|why\s+|the\s+)?|"
    r"(?:an?\s+)?(?:overview|introduction|guide|summary)\s+(?:of|to)\s+(?:the\s+)?)",
    re.IGNORECASE,
)


class ExtractivePlanner:
    """Implements `cast.Planner` without a model; the `model` parameters are not used."""

    def plan(self, brief: Brief, offer: SkipOffer, model: Model) -> Plan:
        """One search for the topic. This cast cannot write from nothing, so it never skips."""
        routing = RoutingDecision(
            decision="search", case=offer.case, triggers=offer.triggers, withheld=not offer.offered
        )
        return Plan(routing=routing, questions=(Question(key="q1", text=_query(brief.topic)),))

    def outline(self, brief: Brief, plan: Plan, sources: Sequence[Source], model: Model) -> Outline:
        """The sections with every sentence they are made of. Raises RunFailed when no sentence can be used."""
        topic = analyse(brief.topic, (source.page.text for source in sources))
        chosen = about(topic, without_refrains([read(source) for source in sources]))
        readings = _in_one_language(chosen, brief.document_language)
        if not readings:
            raise _nothing_usable(f"None of the {len(sources)} sources that were read is about the topic.")
        room = budget(brief.length, readings[0].language)
        pool, size = _pool(topic, readings, room.total)
        sections = _sections(pool, topic, room, size)
        if not sections:
            raise _nothing_usable(f"The {len(readings)} sources about the topic hold no sentence that could be quoted.")
        return Outline(title=_title(brief.topic), sections=tuple(sections))


def _query(topic: str) -> str:
    """The topic as a search engine reads it best: without the frame of the question."""
    clean = " ".join(topic.split()).rstrip("?？。.! ")
    return _QUESTION_FRAME.sub("", clean, count=1) or clean


def _title(topic: str) -> str:
    title = " ".join(topic.split())
    return title[:1].upper() + title[1:]


def _in_one_language(readings: Sequence[Reading], wanted: str) -> list[Reading]:
    """The readings in the wanted language; where there are none, those in the language that has most to say."""
    families: dict[str, list[Reading]] = {}
    for reading in readings:
        families.setdefault(reading.language.split("-")[0], []).append(reading)
    own = families.get(wanted.split("-")[0], [])
    if sum(len(reading.passages) for reading in own) >= FEWEST_SENTENCES:
        return own
    return max(families.values(), key=lambda group: sum(len(reading.passages) for reading in group), default=[])


def _pool(topic: Topic, readings: Sequence[Reading], wanted: int) -> tuple[Pool, int]:
    """The sentences about the topic, and how long a document they make: judged less strictly, and short, where the
    strict judge leaves next to nothing."""
    language = readings[0].language
    least = round(LEAST_MATERIAL * wanted)
    for lenient in (False, True):
        relevance = Relevance(topic, readings, lenient=lenient)
        pool = Pool([item for reading in readings for item in relevance.judge(reading.passages)], language)
        if pool.size(pool.scored) >= least:
            break
    return pool, least if lenient else wanted


def _sections(pool: Pool, topic: Topic, room: Budget, size: int) -> list[Section]:
    language = pool.language
    chinese = is_chinese(language)
    undecided = open_questions(pool, room.open_questions)
    points = key_points(pool, room.key_points, chinese=chinese)
    left = size - pool.size(points) - pool.size(undecided)
    leading = list(dict.fromkeys(item.passage.source for item in points))
    grouped = themes(pool, topic, room, left, leading)
    cited = {
        item.passage.source for items in (undecided, points, *(theme.items for theme in grouped)) for item in items
    }
    points += further_sources(pool, cited, SOURCES_WANTED, chinese=chinese)
    sections = [
        _section(wording.heading(wording.KEY_POINTS, language), Form.KEY_POINTS, points),
        *(_section(theme.heading, Form.THEME, theme.items) for theme in grouped),
        _section(wording.heading(wording.OPEN_QUESTIONS, language), Form.OPEN_QUESTIONS, undecided),
    ]
    filled = [section for section in sections if section.statements]
    return [section.model_copy(update={"key": f"s{number}"}) for number, section in enumerate(filled, 1)]


def _section(heading: str, form: Form, items: Sequence[Scored]) -> Section:
    statements = tuple(Statement(text=item.passage.text, cites=(item.passage.source,)) for item in items)
    cited = tuple(dict.fromkeys(item.passage.source for item in items))
    return Section(key="", heading=heading, form=form, sources=cited, statements=statements)


def _nothing_usable(note: str) -> RunFailed:
    return RunFailed(note, Fault(stage="outline", cause="failed", detail=note))
