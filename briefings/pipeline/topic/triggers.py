"""Which triggers a topic pulls. Any one of them makes a search obligatory."""

import re
from collections.abc import Iterator

from briefings.domain.plan import Trigger
from briefings.pipeline.topic import chinese, english
from briefings.pipeline.topic.definition import Term
from briefings.pipeline.topic.lexicon import Vocabulary
from briefings.pipeline.topic.names import names_somebody

_MASK = "◦"
_HEAD_ENDS = re.compile(
    r"""\s*(?:$|[,.;:?!)"']|\b(?:of|in|for|per|to|on|at|by|among|between|across|within|from|with|and|than|paid|charged|as
    |is|are|was|were|has|have|will|does|do|since|after|before|during|through|under|over|worldwide|globally|today)\b)""",
    re.VERBOSE | re.IGNORECASE,
)


def triggers(topic: str, term: Term | None) -> tuple[Trigger, ...]:
    """The triggers of a normalised topic, in the order of `Trigger`.

    `term` is what a definition asks for, where the topic without its fixed terms is one.
    """
    plain = without_fixed_terms(topic)
    found = {trigger for trigger in Trigger if any(_pulled(words, plain, term) for words in _vocabularies(trigger))}
    if names_somebody(topic):
        found.add(Trigger.NAMED)
    return tuple(trigger for trigger in Trigger if trigger in found)


def without_fixed_terms(topic: str) -> str:
    """The topic with the set phrases masked whose words only look like triggers."""
    return chinese.FIXED_TERMS.sub(_MASK, english.FIXED_TERMS.sub(_MASK, topic))


def _vocabularies(trigger: Trigger) -> Iterator[Vocabulary]:
    yield english.VOCABULARIES[trigger]
    yield chinese.VOCABULARIES[trigger]


def _pulled(words: Vocabulary, topic: str, term: Term | None) -> bool:
    if words.strong.search(topic):
        return True
    outside = term.frame if term else topic
    if words.weak.search(outside) or _heads(words.nouns, outside):
        return True
    asked = term.value_asked if term else ""
    return bool(words.weak.search(asked)) or _heads(words.nouns, asked)


def _heads(nouns: re.Pattern[str], text: str) -> bool:
    """Whether one of `nouns` stands at the head of its phrase: "the price of copper", but not "a price ceiling"."""
    return any(_HEAD_ENDS.match(text, match.end()) for match in nouns.finditer(text))
