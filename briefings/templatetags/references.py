"""Sources under the numbers by which a reader knows them."""

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from django import template

register = template.Library()


class Numbered(Protocol):
    """A source with its id in its run."""

    number: int


S = TypeVar("S", bound=Numbered)


@register.filter
def by_reference(sources: Iterable[S], numbers: Mapping[int, int]) -> list[tuple[int | None, S]]:
    """Each source with the number of its reference: the cited ones in that order, then the others, without a number."""
    numbered = [(numbers.get(source.number), source) for source in sources]
    return sorted(numbered, key=lambda pair: (pair[0] is None, pair[0]))
