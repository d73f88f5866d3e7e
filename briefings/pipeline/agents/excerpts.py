"""The parts of texts that matter for a question, within a budget of characters that they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefings.pipeline.agents.passages import GAP, Passage, passages
from briefings.pipeline.retrieval.analysis import analyse
from briefings.pipeline.retrieval.keyword import KeywordIndex
from briefings.pipeline.retrieval.tokens import terms

_BEST_PASSAGES = 3
_LEAST = 60
"""Room in which hardly a sentence fits."""
_APART = 2
"""Characters between two pieces of an excerpt."""


@dataclass(frozen=True)
class Titled:
    title: str
    text: str


def excerpt(text: str, question: str, budget: int) -> str:
    """What `text` says on `question`, in at most `budget` characters."""
    return excerpts([Titled("", text)], question, budget)[0]


def excerpts(pages: Sequence[Titled], question: str, budget: int) -> list[str]:
    """What each of `pages` says on `question`, in at most `budget` characters altogether.

    Those that match the question best stand in full as far as the budget goes. Of every other there are at least its
    headings, each with the first sentence under it, and as many of the best passages as fit. What is left out is
    marked. Of texts too long even for that the sections that matter most remain, and how the text begins.
    """
    texts = [_Text(page) for page in pages]
    wanted = analyse(question).terms
    _score(texts, wanted)
    ranking = sorted(range(len(texts)), key=lambda place: -texts[place].relevance(wanted))
    outlines = _evenly([min(text.outline, len(text.whole)) for text in texts], budget // 2)
    rooms = _by_rank([len(text.whole) for text in texts], outlines, ranking, budget)
    return [text.within(room, outline) for text, room, outline in zip(texts, rooms, outlines, strict=True)]


class _Text:
    """A page's text with its passages and how well each answers the question."""

    def __init__(self, page: Titled) -> None:
        self.whole = page.text
        self.title = frozenset(terms(page.title))
        self.passages, self.terms = _read(page.text)
        self.scores = [0.0] * len(self.passages)

    def relevance(self, wanted: Mapping[str, float]) -> float:
        """How well the text answers: by its best passages, and the better the more of `wanted` is in its title."""
        in_title = sum(weight for term, weight in wanted.items() if term in self.title) / (sum(wanted.values()) or 1.0)
        return sum(sorted(self.scores, reverse=True)[:_BEST_PASSAGES]) * (1 + in_title)

    @property
    def outline(self) -> int:
        """How many characters the headings and the first sentences under them take."""
        kept = _Kept(self.passages)
        return sum(kept.cost(place, passage.opening) for place, passage in enumerate(self.passages) if passage.opens)

    def within(self, room: int, outline: int) -> str:
        """The excerpt in `room` characters, `outline` of which are for headings and first sentences."""
        if len(self.whole) <= room:
            return self.whole
        best = sorted(range(len(self.passages)), key=lambda place: -self.scores[place])
        first = {passage.section: place for place, passage in enumerate(self.passages) if passage.opens}
        kept = _Kept(self.passages)
        for place in dict.fromkeys([*first.values()][:1] + [first[self.passages[place].section] for place in best]):
            kept.take(place, self.passages[place].opening, outline)
        for place in best:
            if room - kept.size < _LEAST:
                break
            kept.take(place, self.passages[place].beginning(kept.free(place, room)), room)
        return str(kept) or self.whole[:room]


class _Kept:
    """What is kept of a text, and how much room that takes at most."""

    def __init__(self, found: Sequence[Passage]) -> None:
        self._passages = found
        self._shown: dict[int, str] = {}
        self._headed: set[int] = set()
        self.size = 0

    def cost(self, place: int, shown: str) -> int:
        """The room that it takes to show of the passage at `place` what `shown` is, its heading and a gap included."""
        passage = self._passages[place]
        heading = 0 if passage.section in self._headed else len(passage.heading) + _APART
        return len(shown) - len(self._shown.get(place, "")) + heading + len(GAP) + 2 * _APART

    def free(self, place: int, room: int) -> int:
        """How long what is shown of the passage at `place` may be, for all to fit into `room`."""
        return room - self.size - self.cost(place, "")

    def take(self, place: int, shown: str, room: int) -> None:
        """Shows `shown` of the passage at `place` where that is more than before and all still fits into `room`."""
        cost = self.cost(place, shown)
        if self._is_more(place, shown) and self.size + cost <= room:
            self._shown[place] = shown
            self._headed.add(self._passages[place].section)
            self.size += cost

    def _is_more(self, place: int, shown: str) -> bool:
        if not self._passages[place].text:
            return place not in self._shown
        return len(shown) > len(self._shown.get(place, ""))

    def __str__(self) -> str:
        pieces: list[str] = []
        under = 0
        for place, passage in enumerate(self._passages):
            shown = self._shown.get(place)
            if shown is None:
                pieces += [GAP] if not pieces or not pieces[-1].endswith(GAP) else []
                continue
            if passage.section != under:
                pieces.append(passage.heading)
                under = passage.section
            pieces += [shown] if shown else []
        return "\n\n".join(pieces) if self._shown else ""


@lru_cache(maxsize=400)
def _read(text: str) -> tuple[Sequence[Passage], Sequence[Sequence[str]]]:
    """The passages of `text` and the index terms of each. Every agent of a run asks something else of the same pages,
    and a worker carries many runs."""
    found = passages(text)
    return found, [terms(f"{passage.heading}\n{passage.text}") for passage in found]


def _score(texts: Sequence[_Text], wanted: Mapping[str, float]) -> None:
    """Gives every passage its score among those of all `texts`: a word is worth the more the fewer of them hold it."""
    places = [(text, place) for text in texts for place in range(len(text.passages))]
    index = KeywordIndex([text.terms[at] for text, at in places], only=wanted)
    for entry, score in index.scores(wanted).items():
        text, place = places[entry]
        text.scores[place] = score


def _evenly(wishes: Sequence[int], budget: int) -> list[int]:
    """How many characters each gets: all alike, but what modest ones leave over goes to the others."""
    shares = [0] * len(wishes)
    rest = budget
    order = sorted(range(len(wishes)), key=lambda place: wishes[place])
    for done, place in enumerate(order):
        shares[place] = min(wishes[place], rest // (len(order) - done))
        rest -= shares[place]
    return shares


def _by_rank(lengths: Sequence[int], outlines: Sequence[int], ranking: Sequence[int], budget: int) -> list[int]:
    """How many characters each text gets: its outline, then, the best first, what it needs to stand in full.

    A long text may take half of what is left, lest it push out all that come after it; what these do not need goes
    back to the best.
    """
    rooms = list(outlines)
    for part in (2, 1):
        for place in ranking:
            free = budget - sum(rooms) + rooms[place]
            rooms[place] = max(rooms[place], min(lengths[place], free // part))
    return rooms
