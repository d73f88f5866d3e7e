"""The kinds of briefing as data: a recipe says what the flow does, it is no copy of the flow."""

from dataclasses import dataclass
from typing import Literal

from briefings.domain.brief import Kind

StageName = Literal["plan", "research", "outline", "write", "verify", "gate", "render"]


@dataclass(frozen=True)
class Recipe:
    """What a kind of briefing consists of."""

    kind: Kind
    stages: tuple[StageName, ...]


RECIPES: dict[Kind, Recipe] = {
    Kind.STANDARD: Recipe(
        kind=Kind.STANDARD,
        stages=("plan", "research", "outline", "write", "verify", "gate", "render"),
    ),
}
"""The kinds that can be asked for."""
