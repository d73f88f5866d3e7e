from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from briefings.templatetags import figures


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (None, "–"),
        (Decimal(0), "$0.00"),
        (Decimal("0.00000012"), "under $0.0001"),
        (Decimal("0.0421"), "$0.0421"),
        (Decimal("1.239"), "$1.24"),
        (Decimal("1234.5"), "$1,234.50"),
    ],
)
def test_money(amount, shown):
    assert figures.usd(amount) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.44, "0.4 s"), (12.4, "12 s"), (59.7, "1 min 00 s"), (185, "3 min 05 s"), (3600, "1 h 00 min"), (None, "–")],
)
def test_durations(seconds, shown):
    assert figures.duration(seconds) == shown
    if seconds is not None:
        assert figures.duration(timedelta(seconds=seconds)) == shown


def test_a_time_span_needs_both_ends():
    now = datetime(2026, 11, 30, tzinfo=UTC)
    assert figures.until(now, now + timedelta(seconds=3)) == timedelta(seconds=3)
    assert figures.until(now, None) is None


def test_a_running_clock():
    assert figures.clock(timedelta(seconds=75.9)) == "1:15"


def test_shares():
    assert (figures.percent(0.5), figures.percent(None)) == ("50%", "–")


def test_moments_are_in_the_zone_of_the_site_and_name_it(settings):
    settings.KYLE_TIME_ZONE = ZoneInfo("Asia/Taipei")
    assert figures.moment(datetime(2026, 3, 1, 16, 0, tzinfo=UTC)) == "2 Mar 2026, 00:00 CST"
