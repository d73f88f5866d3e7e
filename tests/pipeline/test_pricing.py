from decimal import Decimal

import pytest
from django.conf import settings

from briefings.backends.model import usage as tokens
from briefings.domain.trace import Usage
from briefings.pipeline import pricing
from briefings.pipeline.pricing import Price, read_table

PLAIN = Price(input=Decimal(2), output=Decimal(10), cached=Decimal("0.5"))

TABLE = read_table("""
version = "2026-08-01"
[models."m-small"]
input = 0.25
cached = 0.025
output = 2.00
aliases = ["m-small-2026-08-01"]
[models."m-uncached"]
input = 0.25
output = 2.00
[models."m-plain"]
input = 1
cached = 0.1
output = 1
[models."local"]
input = 0
output = 0
""")


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 5500,
                "total_tokens": 6500,
                "completion_tokens_details": {"reasoning_tokens": 5000},
            },
            "0.05700000",
        ),
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 500,
                "total_tokens": 6500,
                "completion_tokens_details": {"reasoning_tokens": 5000},
            },
            "0.05700000",
        ),
        (
            {"prompt_tokens": 1000, "completion_tokens": 500, "total_tokens": 1500, "completion_tokens_details": None},
            "0.00700000",
        ),
        ({"prompt_tokens": 1000, "completion_tokens": 500, "total_tokens": 6500}, "0.05700000"),
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 0,
                "total_tokens": 1000,
                "completion_tokens_details": {"reasoning_tokens": 0},
            },
            "0.00200000",
        ),
        (
            {"prompt_tokens": 1000, "completion_tokens": 0, "prompt_tokens_details": {"cached_tokens": 1000}},
            "0.00050000",
        ),
    ],
)
def test_reasoning_is_paid_once_however_it_is_reported(usage, cost):
    assert f"{PLAIN.cost(tokens.read(usage)):f}" == cost


@pytest.mark.parametrize(
    ("model", "usage", "cost"),
    [
        ("m-small", Usage(prompt=2746, cached=2208, completion=197), "0.00058370"),
        ("m-small-2026-08-01", Usage(prompt=2746, cached=2208, completion=197), "0.00058370"),
        ("m-uncached", Usage(prompt=1000, cached=400), "0.00025000"),
        ("local", Usage(prompt=10, completion=1), "0.00000000"),
        ("m-small", Usage(), "0.00000000"),
        ("m-small", Usage(prompt=1), "0.00000025"),
    ],
)
def test_a_call_costs_what_its_row_says(model, usage, cost):
    assert f"{TABLE.cost(model, usage):f}" == cost


@pytest.mark.parametrize(
    ("model", "usage"),
    [
        ("m-plain", Usage(prompt=100, cached=250)),
        ("m-new-2026-09-17", Usage(prompt=10, completion=1)),
        ("m-small-2026-09-01", Usage(prompt=10, completion=1)),
        ("m-small-preview", Usage(prompt=10, completion=1)),
        ("", Usage(prompt=10, completion=1)),
    ],
)
def test_an_unknown_cost_is_neither_zero_nor_a_guess(model, usage):
    assert TABLE.cost(model, usage) is None


@pytest.mark.parametrize(
    "rows",
    [
        '[models."a"]\ninput = 1\noutput = 1\naliases = ["b"]\n[models."b"]\ninput = 2\noutput = 2',
        '[models."a"]\ninput = 1\noutput = 1\naliases = ["a"]',
        '[models."a"]\ninput = -1\noutput = 1',
        '[models."a"]\ninput = 1',
        '[models."a"]\ninput = 1\noutput = 1\nchached = 0.1',
    ],
)
def test_a_table_with_a_slip_is_refused(rows):
    with pytest.raises(ValueError, match="validation error"):
        read_table(f'version = "1"\n{rows}')


def test_every_configured_model_has_a_price():
    names = {settings.KYLE_MODEL, *settings.KYLE_MODELS.values()}
    assert [name for name in names if pricing.TABLE.price(name) is None] == []


def test_cached_input_is_never_dearer_than_fresh_input():
    prices = pricing.TABLE.models.values()
    assert all(price.cached is None or price.cached <= price.input for price in prices)


def test_the_table_in_use_has_a_version_and_prices_a_call():
    assert pricing.TABLE.version == pricing.VERSION
    assert pricing.cost("gpt-5-mini-2025-08-07", Usage(prompt=1_000_000, completion=1_000_000)) == Decimal("2.25")
