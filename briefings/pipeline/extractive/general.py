"""What is left to say about the topic itself when every theme has had its share."""

import re
from collections.abc import Iterator, Sequence

from briefings.domain.language import is_chinese
from briefings.pipeline.extractive.grammar import names_no_thing
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored
from briefings.pipeline.retrieval.tokens import terms
from briefings.pipeline.retrieval.topic import Keyword, Topic

_FEWEST_SENTENCES = 3
_PLAIN = 0.6


def in_general(pool: Pool, topic: Topic, size: int) -> Iterator[tuple[str, list[Scored]]]:
    """Headings made of the topic's own words, each with sentences that hold one of these; together about `size`.

    The sentences are taken out of the pool.
    """
    left = size
    for keywords in _subjects(topic):
        chosen = _speaking_of(keywords, pool, left)
        if chosen:
            left -= pool.size(chosen)
            yield _heading(keywords, topic.text, pool.language), chosen


def _subjects(topic: Topic) -> list[tuple[Keyword, ...]]:
    """What the topic asks about, as far as its words name it; else the names that it consists of."""
    runs = [run for group in topic.groups for run in _nominal(group.keywords)]
    asked = [run for run in runs if len(run) > 1 or not run[0].named]
    if asked:
        return [max(asked, key=lambda run: (any(word.specific and not word.named for word in run), len(run)))]
    return [topic.named or topic.keywords]


def _nominal(keywords: Sequence[Keyword]) -> list[tuple[Keyword, ...]]:
    """The runs of `keywords` between those that are verbs."""
    runs: list[list[Keyword]] = [[]]
    for keyword in keywords:
        if names_no_thing(keyword.word.lower()):
            runs.append([])
        else:
            runs[-1].append(keyword)
    return [tuple(run) for run in runs if run]


def _speaking_of(keywords: Sequence[Keyword], pool: Pool, size: int) -> list[Scored]:
    specific = [word for word in keywords if word.specific and not word.named] or keywords
    chosen: list[Scored] = []
    # A plain statement of less weight comes before one that speaks to its reader.
    speaking = sorted((item for item in pool.free() if _speaks(item, specific)), key=lambda item: item.clarity < _PLAIN)
    if len(speaking) < _FEWEST_SENTENCES:
        return []
    for item in speaking:
        if pool.size(chosen) >= size:
            break
        if pool.is_free(item):
            chosen.append(item)
            pool.use([item])
    return chosen


def _speaks(item: Scored, keywords: Sequence[Keyword]) -> bool:
    """Whether the sentence holds one of `keywords`, or its source is about them all."""
    title = frozenset(terms(item.passage.title))
    return any(word.share(item.passage.term_set) for word in keywords) or all(word.share(title) for word in keywords)


def _heading(keywords: Sequence[Keyword], text: str, language: str) -> str:
    """The words as the topic has them where it has them side by side, else as a list."""
    words = list(dict.fromkeys(keyword.word for keyword in keywords))
    phrase = re.search(r"(?:\W{0,2}|\W(?:of|the|and|or)\W(?:the\W)?)".join(map(re.escape, words)), text)
    if phrase:
        return phrase.group()[:1].upper() + phrase.group()[1:]
    if is_chinese(language):
        return "、".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}" if language.startswith("en") else ", ".join(words)
