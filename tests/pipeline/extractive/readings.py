"""Small sources for the tests of the extractive cast."""

import hashlib
from datetime import UTC, datetime

from briefings.domain.evidence import Origin, Page, Source, Tier
from briefings.pipeline.extractive.material import Passage, read
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Relevance, Scored
from briefings.pipeline.ports import ModelReply, ModelRequest
from briefings.pipeline.retrieval.analysis import analyse


class NoModel:
    """Stands where a model would: the extractive cast must not ask it."""

    def complete(self, request: ModelRequest) -> ModelReply:
        raise AssertionError("the extractive cast asked a model")


def source(
    text: str, *, number: int = 1, title: str = "A title", language: str = "en", origin: Origin = Origin.WEB
) -> Source:
    page = Page(
        url=f"https://example.org/{number}",
        title=title,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        fetched_at=datetime(2026, 11, 30, tzinfo=UTC),
        origin=origin,
        language=language,
    )
    return Source(id=number, question="q1", page=page, tier=Tier.UNVERIFIED)


def passage(
    text: str, *, number: int = 1, block: int = 0, place: int = 0, heading: str = "", title: str = ""
) -> Passage:
    return Passage(number, block, place, text, title, heading, dependent=False)


def scored(text: str, score: float = 1.0, **place) -> Scored:
    return Scored(passage(text, **place), score, direct=score)


def pool(topic: str, *sources: Source) -> Pool:
    """The pool of all sentences of `sources` about `topic`."""
    readings = [read(one) for one in sources]
    judge = Relevance(analyse(topic, [one.page.text for one in sources]), readings)
    return Pool([item for reading in readings for item in judge.judge(reading.passages)], readings[0].language)
