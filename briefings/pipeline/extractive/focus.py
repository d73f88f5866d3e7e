"""What a topic asks, told from the scene it is set in: among texts on Borg, "How does Borg encrypt?" asks "encrypt"."""

from collections.abc import Sequence

from briefings.pipeline.extractive.material import Reading
from briefings.pipeline.retrieval.tokens import is_cjk, terms, words
from briefings.pipeline.retrieval.topic import Keyword, Topic
from briefings.pipeline.retrieval.vocabulary import is_framing, without_chinese_frame

_NEARLY_ALL = 0.8
_MOST = 0.6
_TIMES_COMMONER = 3
_COMMON = 0.1
_TWO = 2
_SEVERAL = 3
"""How many sources a scene needs, and which part of them must hold its words: a name needs less than another word. With
one source on the name alone, all of it answers."""


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
    return topic.without(
        {
            keyword
            for keyword in topic.keywords
            if (keyword.named or common[keyword] >= least) and _sets_scene(keyword, readings)
        }
    )


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


def _sets_scene(keyword: Keyword, readings: Sequence[Reading]) -> bool:
    if len(readings) < (_TWO if keyword.named else _SEVERAL):
        return False
    holding = sum(any(keyword.share(passage.term_set) for passage in reading.passages) for reading in readings)
    return holding >= (_MOST if keyword.named else _NEARLY_ALL) * len(readings)


def _content(heading: str) -> set[str]:
    """The terms of `heading` but for those that only put a question."""
    plain = [
        part
        for word in words(heading)
        for part in (without_chinese_frame(word) if is_cjk(word) else [] if is_framing(word) else [word])
    ]
    return {term for part in plain for term in terms(part)}
