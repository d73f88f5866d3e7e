"""Estimates in words."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Protocol

from django import template

register = template.Library()

_CENT = Decimal("0.01")


class Estimated(Protocol):
    """What is expected, from and to, in USD (null: nobody knows) and in seconds."""

    @property
    def usd(self) -> tuple[Decimal, Decimal] | None: ...

    @property
    def seconds(self) -> tuple[float, float]: ...


@register.filter
def in_words(estimates: Mapping[str, Estimated]) -> list[tuple[str, str]]:
    """Pairs of lengths and what holds for all of them; a single pair has no need to name any."""
    groups: dict[str, list[str]] = {}
    for length, estimate in estimates.items():
        groups.setdefault(f"{_money(estimate.usd)}, {_time(estimate.seconds)}", []).append(str(length))
    if len(groups) == 1:
        return [("", words) for words in groups]
    return [(", ".join(lengths), words) for words, lengths in groups.items()]


def _money(usd: tuple[Decimal, Decimal] | None) -> str:
    if usd is None:
        return "at a cost that is not known"
    least, most = usd
    if most == 0:
        return "free"
    if most < _CENT:
        return "less than $0.01"
    low, high = f"{least:.2f}", f"{most:.2f}"
    if low == high:
        return f"about ${high}"
    return f"up to ${high}" if low == "0.00" else f"about ${low}–{high}"


def _time(seconds: tuple[float, float]) -> str:
    least, most = seconds
    if most <= 15:
        return "a few seconds"
    low, high = round(least / 60), max(1, round(most / 60))
    noun = "minute" if high == 1 else "minutes"
    if low == high:
        return f"about {high} {noun}"
    return f"{low}–{high} {noun}" if low else f"up to {high} {noun}"
