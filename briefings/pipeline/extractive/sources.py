"""The sources that a digest is made of: those about the topic, and none that only share its words."""

from collections.abc import Collection, Sequence

from briefings.domain.evidence import Origin
from briefings.pipeline.extractive.material import Reading
from briefings.pipeline.retrieval.corpus import Text, is_unknown
from briefings.pipeline.retrieval.layout import Role
from briefings.pipeline.retrieval.names import proper_names
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.topic import Group, Topic

_OFTEN = 0.1
_PASSING = 0.1
"""The part of its sentences in which a text on a thing names it; a tenth of that, or of what any source has where that
is less, is but a mention in passing."""
_PAIR = 2
_WHOLE = 0.999
"""The coverage of a text that holds, in one passage and its title, all that a topic asks."""


def about(topic: Topic, readings: Sequence[Reading]) -> list[Reading]:
    """Those of `readings` that are about `topic`, and what the requester supplied; none where most of what the topic
    speaks of is in none of them."""
    if not topic.groups:
        return list(readings)
    texts = {reading.source.id: Text(reading.source.page.title, reading.blocks) for reading in readings}
    found = [one for one in readings if texts[one.source.id].is_about(topic)]
    asked = topic.without(topic.named)
    whole = {key for key, text in texts.items() if text.coverage(asked) >= _WHOLE and not _is_of_another(topic, text)}
    found = [one for one in _on_the_name(topic, found, whole) if _holds_pairs(topic, one)]
    found = _in_the_setting(topic, found)
    known = set() if is_unknown(topic, list(texts.values())) else {one.source.id for one in found}
    return [one for one in readings if one.source.page.origin is Origin.SUPPLIED or one.source.id in known]


def _on_the_name(topic: Topic, readings: Sequence[Reading], whole: Collection[int]) -> list[Reading]:
    """The readings that speak of a name of the topic, where others speak of it far more often: a text that mentions
    Apache once tells nothing of how Apache does things, unless it is among the `whole`, which somewhere hold all that
    the topic asks: a chapter of a book on Rust need not say so in its sentences."""
    shares = {reading.source.id: _naming(topic, reading) for reading in readings}
    least = _PASSING * min(_OFTEN, max(shares.values(), default=0.0))
    return [reading for reading in readings if reading.source.id in whole or shares[reading.source.id] >= least]


def _is_of_another(topic: Topic, text: Text) -> bool:
    """Whether the title of `text` bears a proper name, none of the topic's: a guide to caching in Django, which
    mentions Apache, is not on Apache."""
    if any(name.share(text.title_terms) for name in topic.named):
        return False
    return bool(proper_names(text.title, [block.text for block in text.blocks if block.role is not Role.HEADING]))


def _holds_pairs(topic: Topic, reading: Reading) -> bool:
    """Whether a document holds both words of each name made of a telling word and one of general use: what it says of
    colour is not on colour management, if it never speaks of management."""
    held = frozenset(terms(reading.source.page.title)).union(*(passage.term_set for passage in reading.passages))
    pairs = [group.keywords for group in topic.core if _is_name_with_kind(group) and not group.is_abbreviated(held)]
    return all(word.share(held) for pair in pairs for word in pair)


def _in_the_setting(topic: Topic, readings: Sequence[Reading]) -> list[Reading]:
    """The readings that name the setting of the topic, where any does: what another program logs tells nothing of
    logging in Python."""
    names = [keyword for keyword in topic.settings if keyword.specific]
    found = [one for one in readings if any(name.share(set(terms(one.source.page.text))) for name in names)]
    return found or list(readings)


def _is_name_with_kind(group: Group) -> bool:
    if len(group.keywords) != _PAIR:
        return False
    what, kind = group.keywords
    return what.specific and not what.named and not kind.specific


def _naming(topic: Topic, reading: Reading) -> float:
    """In which part of its sentences a document holds a name of the topic; often enough where its title does."""
    if any(name.share(set(terms(reading.source.page.title))) for name in topic.named):
        return _OFTEN
    holding = sum(any(name.share(passage.term_set) for name in topic.named) for passage in reading.passages)
    return holding / max(1, len(reading.passages))
