"""The plan of a run: whether to search, what to ask, and how the document is laid out."""

from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from briefings.domain.evidence import Statement


class SkipCase(StrEnum):
    """The only three cases in which a briefing may do without a search."""

    DEFINITION = "definition"
    CREATIVE = "creative"
    SUPPLIED = "supplied"


class Trigger(StrEnum):
    """What makes a search obligatory, whatever a model thinks."""

    COMPARISON = "comparison"
    SUPERLATIVE = "superlative"
    TEMPORAL = "temporal"
    QUANTITATIVE = "quantitative"
    NAMED = "named"


class SkipOffer(BaseModel):
    """What code found in a topic before any model was asked: the case that matches, the triggers that forbid it."""

    model_config = ConfigDict(frozen=True)

    case: SkipCase | None = None
    triggers: tuple[Trigger, ...] = ()

    @property
    def offered(self) -> bool:
        """Default-deny: skipping is on offer only when a case matches and no trigger does."""
        return self.case is not None and not self.triggers


class RoutingDecision(BaseModel):
    """Search or skip. `withheld` is true when code did not let the planner skip: not offered, or called wrongly."""

    model_config = ConfigDict(frozen=True)

    decision: Literal["search", "skip"]
    case: SkipCase | None = None
    triggers: tuple[Trigger, ...] = ()
    withheld: bool
    justification: str = ""


class Question(BaseModel):
    """What one research branch investigates. In a standard briefing the text is a search query."""

    model_config = ConfigDict(frozen=True)

    key: str
    text: str


class Plan(BaseModel):
    """The planner's first turn.

    `turn` holds the messages of that turn as plain JSON, the assistant's message exactly as the provider sent it
    (unknown fields included), so that the second turn can replay it. It is empty for the extractive cast.
    `notes` are sentences for the pipeline notes. `feedback` is what a human asked for who read the draft before this.
    """

    model_config = ConfigDict(frozen=True)

    routing: RoutingDecision
    questions: tuple[Question, ...] = ()
    turn: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    feedback: str = ""


class Form(StrEnum):
    """What a section is in the order of a briefing."""

    KEY_POINTS = "key_points"
    THEME = "theme"
    OPEN_QUESTIONS = "open_questions"


class Section(BaseModel):
    """One section of the outline. `purpose` says what it must tell; `sources` are the ids it is to be written from;
    `statements` are what it must say, where the outline already knows that (always so in the extractive cast)."""

    model_config = ConfigDict(frozen=True)

    key: str
    heading: str
    form: Form = Form.THEME
    purpose: str = ""
    sources: tuple[int, ...] = ()
    statements: tuple[Statement, ...] = ()


class Outline(BaseModel):
    """How the document is laid out: its title and its sections in reading order."""

    model_config = ConfigDict(frozen=True)

    title: str
    sections: tuple[Section, ...]
