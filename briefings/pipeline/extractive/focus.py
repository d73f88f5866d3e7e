"""What a topic asks, told from the scene it is set in: among texts on Borg, "How does Borg encrypt?" asks "encrypt"."""

from collections.abc import Sequence
from dataclasses import dataclass

from briefings.pipeline.extractive.material import Reading
from briefings.pipeline.retrieval.tokens import is_cjk, terms, words
from briefings.pipeline.retrieval.topic import Keyword, Topic
from briefings.pipeline.retrieval.vocabulary import is_framing, without_chinese_frame

_TIMES_COMMONER = 3
_COMMON = 0.1


def focused(topic: Topic, readings: Sequence[Reading]) -> Topic:
    """`topic` without the names that most of `readings` hold, and without the other words that nearly all of them hold,
    in many more sentences than what is asked.

    Such a word tells nothing of one sentence more than of the next. A topic that asks nothing else stays as it is.
    """
    common = {keyword: _commonness(keyword, readings) for keyword in topic.keywords}
    telling = any(one.specific for group in topic.core for one in group.asked)
    asked = [
        max((common[one] for one in group.asked if one.specific or not telling), default=0.0) for group in topic.core
    ]
    if not any(asked):
        return topic
    least = max(_COMMON, _TIMES_COMMONER * min(found for found in asked if found))
    scenes = {keyword: _scene(keyword, topic, common=common[keyword] >= least) for keyword in topic.keywords}
    return topic.without({keyword for keyword, scene in scenes.items() if scene and scene.is_set(keyword, readings)})


@dataclass(frozen=True)
class _Scene:
    """What it takes that a word sets the scene: `sources` of them at least, of which the part `most` must hold it, in
    their title or in more than the part `often` of their sentences."""

    sources: int
    most: float
    often: float = 0.0

    def is_set(self, keyword: Keyword, readings: Sequence[Reading]) -> bool:
        holding = sum(_holds(reading, keyword, self.often) for reading in readings)
        return len(readings) >= self.sources and holding >= self.most * len(readings)


_SETTING = _Scene(sources=1, most=0.6)
_NAME = _Scene(sources=2, most=0.6, often=0.1)
_COMMON_WORD = _Scene(sources=3, most=0.8)


def _scene(keyword: Keyword, topic: Topic, *, common: bool) -> _Scene | None:
    """With one source on a name that belongs to what is asked, all of it answers."""
    if keyword in topic.settings and keyword.specific:
        return _SETTING
    if keyword.named:
        return _NAME
    return _COMMON_WORD if common else None


def answers(heading: str, topic: Topic) -> bool:
    """Whether `heading` is the question itself: it holds the telling words of `topic`, and no others."""
    held = set(terms(heading))
    telling = [keyword for group in topic.core for keyword in group.keywords if keyword.specific]
    own = {term for keyword in topic.keywords for term in (*keyword.terms, *keyword.aliases, *keyword.synonyms)}
    return bool(telling) and all(keyword.share(held) for keyword in telling) and _content(heading) <= own


def _commonness(keyword: Keyword, readings: Sequence[Reading]) -> float:
    """In which part of the sentences `keyword` stands."""
    held = [keyword.share(passage.term_set) > 0 for reading in readings for passage in reading.passages]
    return sum(held) / len(held) if held else 0.0


def _holds(reading: Reading, keyword: Keyword, least: float) -> bool:
    """Whether a document holds a keyword in its title, or in more than the part `least` of its sentences."""
    if keyword.share(set(terms(reading.source.page.title))):
        return True
    holding = sum(keyword.share(passage.term_set) > 0 for passage in reading.passages)
    return holding > least * len(reading.passages)


def _content(heading: str) -> set[str]:
    """The terms of `heading` but for those that only put a question."""
    plain = [
        part
        for word in words(heading)
        for part in (without_chinese_frame(word) if is_cjk(word) else [] if is_framing(word) else [word])
    ]
    return {term for part in plain for term in terms(part)}
