"""The kinds of briefing as data: a recipe says what the flow does, it is no copy of the flow."""

from dataclasses import dataclass
from typing import Literal

from briefings.domain.brief import Kind, Length

StageName = Literal["plan", "research", "outline", "write", "verify", "gate", "approve", "render"]


@dataclass(frozen=True)
class Simplified:
    """What is left of a kind in simplified mode: how many questions, how long a document."""

    questions: int
    length: Length


@dataclass(frozen=True)
class Recipe:
    """What a kind of briefing consists of."""

    kind: Kind
    stages: tuple[StageName, ...]
    simplified: Simplified

    @property
    def asks_approval(self) -> bool:
        """Whether a human decides on the draft before it is delivered."""
        return "approve" in self.stages


RECIPES: dict[Kind, Recipe] = {
    Kind.STANDARD: Recipe(
        kind=Kind.STANDARD,
        stages=("plan", "research", "outline", "write", "verify", "gate", "render"),
        simplified=Simplified(questions=1, length=Length.BRIEF),
    ),
}
"""The kinds that can be asked for."""
