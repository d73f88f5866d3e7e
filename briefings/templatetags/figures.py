"""Figures as a reader sees them: money, durations, counts, moments."""

from datetime import datetime, timedelta
from decimal import Decimal

from django import template
from django.conf import settings

register = template.Library()

NOTHING = "–"
_SMALLEST = Decimal("0.0001")


@register.filter
def usd(amount: Decimal | None) -> str:
    """Dollars with as many decimals as a small amount needs; null is an amount that nobody knows."""
    if amount is None:
        return NOTHING
    if 0 < amount < _SMALLEST:
        return f"under ${_SMALLEST}"
    return f"${amount:,.2f}" if amount == 0 or amount >= 1 else f"${amount:.4f}"


@register.filter
def duration(length: timedelta | float | None) -> str:
    """A duration (a number is in seconds) with at most two units."""
    if length is None:
        return NOTHING
    seconds = length.total_seconds() if isinstance(length, timedelta) else float(length)
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 1:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


@register.filter
def seconds(length: timedelta) -> str:
    return f"{length.total_seconds():.2f}"


@register.filter
def clock(length: timedelta) -> str:
    """A running time as minutes and seconds."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


@register.filter
def until(start: datetime | None, end: datetime | None) -> timedelta | None:
    """The time from `start` to `end`; null while one of them is not known."""
    return end - start if start and end else None


@register.filter
def count(number: int) -> str:
    return f"{number:,}"


@register.filter
def percent(share: float | None) -> str:
    return NOTHING if share is None else f"{share:.0%}"


@register.filter
def moment(when: datetime | None) -> str:
    """A moment in the site's time zone, which is named."""
    return when.astimezone(settings.KYLE_TIME_ZONE).strftime("%-d %b %Y, %H:%M %Z") if when else NOTHING
