"""Estimate: what a briefing will probably cost and how long it will take, before anybody asks for it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil
from statistics import quantiles

from django.conf import settings
from django.db.models import Exists, OuterRef

from briefings.domain.brief import Kind, Length
from briefings.domain.trace import Usage
from briefings.models import Run, SpanRow, Status
from briefings.pipeline import pricing
from briefings.pipeline.agents.layout import SECTIONS
from briefings.pipeline.agents.writer import WORDS
from briefings.pipeline.limits import Limits
from briefings.services.casting import cast_name

LATEST = 100
"""How many finished runs are looked at."""

FEWEST = 5
"""How many runs of a length it takes to go by them."""

Range = tuple[int, int]


@dataclass(frozen=True)
class Estimate:
    """From and to: of the cost in USD, null where a model has no price, and of the duration in seconds."""

    usd: tuple[Decimal, Decimal] | None
    seconds: tuple[float, float]


@dataclass(frozen=True)
class Effort:
    """Calls that an agent makes: how many, in how many rounds one after the other; tokens of each prompt and answer.

    Of each the least and the most. Models that reason before they answer account for most of the most.
    """

    agent: str
    calls: Range
    rounds: Range
    prompt: Range
    answer: Range


PLAN = Effort("planner", calls=(1, 1), rounds=(1, 1), prompt=(700, 1_500), answer=(80, 1_500))
OUTLINE = Effort("planner", calls=(1, 1), rounds=(1, 1), prompt=(2_500, 8_000), answer=(400, 3_000))

_SECTION_PROMPT = (2_500, 8_000)
_TOKENS_PER_WORD = 2.5
"""Of a section as a model hands it in: words, marks and ids."""
_REASONING = 2_000
_TOKENS_PER_SECOND = (120, 40)
_OUTSIDE_SECONDS = (6, 40)
"""Searching, reading and drawing the files."""
_EXTRACTIVE_SECONDS = (2, 10)


def estimates(kind: Kind, *, latest: int = LATEST) -> Mapping[Length, Estimate]:
    """For each length what a briefing of that kind takes: the middle half of the latest runs by the same cast and the
    same models; where these are too few, what the recipe lets expect. No run spends more than its budget."""
    past = _past(kind, latest)
    found = {length: _measured(past[length]) if len(past[length]) >= FEWEST else _expected(length) for length in Length}
    return {length: _capped(estimate) for length, estimate in found.items()}


@dataclass(frozen=True)
class _Took:
    usd: Decimal | None
    seconds: float


def _past(kind: Kind, latest: int) -> Mapping[Length, Sequence[_Took]]:
    """What the latest runs took that went through at the first attempt, by length."""
    cast = cast_name()
    runs = Run.objects.filter(
        status=Status.DONE, kind=kind, cast=cast, series=1, attempt=1, waits=0, simplified=False
    ).order_by("-created_at")
    for agent, model in settings.KYLE_MODELS.items() if cast == "model" else ():
        runs = runs.filter(Exists(SpanRow.objects.filter(run=OuterRef("pk"), agent=agent, model=model)))
    past: dict[Length, list[_Took]] = defaultdict(list)
    columns = ("brief__length", "cost_usd", "unpriced", "started_at", "finished_at")
    for length, usd, unpriced, started, finished in runs.values_list(*columns)[:latest]:
        past[Length(length)].append(_Took(None if unpriced else usd, (finished - started).total_seconds()))
    return past


def _measured(past: Sequence[_Took]) -> Estimate:
    costs = [took.usd for took in past if took.usd is not None]
    seconds, _, most_seconds = quantiles([took.seconds for took in past], n=4)
    if len(costs) < len(past):
        return Estimate(None, (seconds, most_seconds))
    cost, _, most = quantiles(costs, n=4)
    return Estimate((cost, most), (seconds, most_seconds))


def _expected(length: Length) -> Estimate:
    if cast_name() != "model":
        return Estimate((Decimal(0), Decimal(0)), _EXTRACTIVE_SECONDS)
    efforts = (PLAN, OUTLINE, _writing(length))
    least, most = (_cost(efforts, bound) for bound in (0, 1))
    return Estimate(
        usd=None if least is None or most is None else (least, most),
        seconds=(_seconds(efforts, 0), _seconds(efforts, 1)),
    )


def _writing(length: Length) -> Effort:
    fewest, most = SECTIONS[length]
    written = round(WORDS[length] * _TOKENS_PER_WORD)
    at_once = Limits().calls_at_once
    return Effort(
        "writer",
        calls=(fewest, most),
        rounds=(ceil(fewest / at_once), ceil(most / at_once)),
        prompt=_SECTION_PROMPT,
        answer=(written, written + _REASONING),
    )


def _cost(efforts: Sequence[Effort], bound: int) -> Decimal | None:
    """The least (bound 0) or the most (1) that the calls cost; null where one has no price."""
    total = Decimal(0)
    for effort in efforts:
        usage = Usage(prompt=effort.prompt[bound], completion=effort.answer[bound])
        cost = pricing.cost(settings.KYLE_MODELS[effort.agent], usage)
        if cost is None:
            return None
        total += cost * effort.calls[bound]
    return total


def _seconds(efforts: Sequence[Effort], bound: int) -> float:
    answered = sum(effort.answer[bound] * effort.rounds[bound] for effort in efforts)
    return _OUTSIDE_SECONDS[bound] + answered / _TOKENS_PER_SECOND[bound]


def _capped(estimate: Estimate) -> Estimate:
    cap: Decimal | None = settings.KYLE_RUN_BUDGET_USD
    if cap is None or estimate.usd is None:
        return estimate
    least, most = estimate.usd
    return replace(estimate, usd=(min(least, cap), min(most, cap)))
