from datetime import timedelta
from decimal import Decimal
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone

from briefings.domain.brief import Brief, Kind, Length
from briefings.services import estimate
from briefings.services.estimate import FEWEST, estimates
from briefings.templatetags.estimates import in_words
from tests.factories import RunFactory, SpanRowFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _model_cast(settings) -> None:
    settings.KYLE_CAST = "model"
    settings.KYLE_MODELS = {"planner": "gpt-5-mini", "writer": "gpt-5-mini"}


def finished(
    seconds: float, usd: str = "0.02", *, length: Length = Length.STANDARD, model: str = "gpt-5-mini", **columns
):
    """A run that was delivered, with a call of its planner and one of its writer."""
    brief = Brief(topic="Copper", length=length, as_of="2026-01-02").model_dump(mode="json")
    run = RunFactory.create(**{"success": True, "cast": "model", "brief": brief, "cost_usd": Decimal(usd)} | columns)
    run.finished_at = timezone.now()
    run.started_at = run.finished_at - timedelta(seconds=seconds)
    run.save()
    for agent in ("planner", "writer"):
        SpanRowFactory.create(run=run, agent=agent, model=model)
    return run


def standard():
    return estimates(Kind.STANDARD)[Length.STANDARD]


def test_the_middle_half_of_the_latest_runs_is_what_to_expect():
    for number in range(1, 10):
        finished(number * 10, f"0.0{number}")
    expected = standard()
    assert expected.usd == (Decimal("0.025"), Decimal("0.075"))
    assert expected.seconds == (25, 75)


@pytest.mark.parametrize(
    "other",
    [
        {"length": Length.BRIEF},
        {"model": "gpt-5-nano"},
        {"kind": "deep"},
        {"cast": "extractive"},
        {"success": False, "failed": True},
        {"simplified": True},
        {"attempt": 2},
        {"series": 2},
        {"waits": 1},
    ],
)
def test_runs_that_were_not_alike_do_not_count(other):
    for _ in range(FEWEST - 1):
        finished(60, "0.5")
    finished(60, "0.5", **other)
    assert standard().usd != (Decimal("0.5"), Decimal("0.5"))
    finished(60, "0.5")
    assert standard().usd == (Decimal("0.5"), Decimal("0.5"))


def test_only_the_latest_runs_count():
    for _ in range(FEWEST):
        finished(600, "5")
    for _ in range(FEWEST):
        finished(60, "0.5")
    assert estimates(Kind.STANDARD, latest=FEWEST)[Length.STANDARD].seconds == (60, 60)
    assert standard().seconds != (60, 60)


def test_without_past_runs_the_recipe_tells_and_longer_documents_take_more():
    ranges = list(estimates(Kind.STANDARD).values())
    assert len(ranges) == len(Length)
    for shorter, longer in pairwise(ranges):
        for less, more in ((shorter.usd, longer.usd), (shorter.seconds, longer.seconds)):
            assert less is not None
            assert more is not None
            assert 0 < less[0] < more[0] < more[1]
            assert less[1] < more[1]


def test_a_dearer_model_is_expected_to_cost_more(settings):
    cheap = standard()
    settings.KYLE_MODELS = {"planner": "gpt-5-mini", "writer": "claude-opus-5-5"}
    assert standard().usd[0] > cheap.usd[0]


def test_a_model_without_a_price_is_no_free_model(settings):
    settings.KYLE_MODELS = {"planner": "gpt-5-mini", "writer": "nobody-knows-it"}
    assert standard().usd is None
    for _ in range(FEWEST):
        finished(60, "0", model="nobody-knows-it", unpriced=True)
    settings.KYLE_MODELS = {"planner": "nobody-knows-it", "writer": "nobody-knows-it"}
    assert (standard().usd, standard().seconds) == (None, (60, 60))


def test_nothing_beyond_the_budget_is_expected(settings):
    settings.KYLE_RUN_BUDGET_USD = Decimal("0.001")
    assert standard().usd == (Decimal("0.001"), Decimal("0.001"))


def test_without_a_model_a_briefing_is_free(settings):
    settings.KYLE_CAST = "extractive"
    assert standard().usd == (0, 0)
    for _ in range(FEWEST):
        finished(4, "0", cast="extractive")
    assert standard().seconds == (4, 4)


@pytest.mark.parametrize(
    ("usd", "seconds", "words"),
    [
        (("0.02", "0.05"), (60, 180), "about $0.02–0.05, 1–3 minutes"),
        (("0.021", "0.024"), (50, 70), "about $0.02, about 1 minute"),
        (("0.004", "0.03"), (10, 130), "up to $0.03, up to 2 minutes"),
        (("0.001", "0.004"), (10, 40), "less than $0.01, up to 1 minute"),
        (("0", "0"), (2, 10), "free, a few seconds"),
        (None, (110, 130), "at a cost that is not known, about 2 minutes"),
    ],
)
def test_an_estimate_is_told_in_words(usd, seconds, words):
    told = estimate.Estimate(usd and (Decimal(usd[0]), Decimal(usd[1])), seconds)
    assert in_words({"brief": told, "standard": told}) == [("", words)]


def test_lengths_that_differ_are_told_apart():
    quick = estimate.Estimate((Decimal(0), Decimal(0)), (2, 10))
    slow = estimate.Estimate((Decimal(0), Decimal(0)), (60, 180))
    assert in_words({"brief": quick, "standard": quick, "extended": slow}) == [
        ("brief, standard", "free, a few seconds"),
        ("extended", "free, 1–3 minutes"),
    ]


def test_the_estimate_stands_beside_the_form(client: Client, settings):
    for length in Length:
        for _ in range(FEWEST):
            finished(120, "0.03", length=length)
    assert "Estimate: about $0.03, about 2 minutes." in client.get("/").content.decode()
    settings.KYLE_CAST = "extractive"
    assert "Estimate: free, a few seconds." in client.get("/").content.decode()
    assert "Estimate: free, a few seconds." in client.post("/briefings/", {"topic": ""}).content.decode()


def test_an_estimate_takes_one_query(django_assert_num_queries):
    for _ in range(FEWEST):
        finished(60)
    with django_assert_num_queries(1):
        estimates(Kind.STANDARD)
