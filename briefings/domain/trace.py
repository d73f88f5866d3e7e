"""What a run did, when, for how much: usage and spans."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, NonNegativeInt


class Usage(BaseModel):
    """Tokens of one model call. `cached` is part of `prompt`; `reasoning` is part of `completion`."""

    model_config = ConfigDict(frozen=True)

    prompt: NonNegativeInt = 0
    cached: NonNegativeInt = 0
    completion: NonNegativeInt = 0
    reasoning: NonNegativeInt = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            prompt=self.prompt + other.prompt,
            cached=self.cached + other.cached,
            completion=self.completion + other.completion,
            reasoning=self.reasoning + other.reasoning,
        )


NO_USAGE = Usage()


class Call(StrEnum):
    """What kind of work a step is."""

    MODEL = "model"
    SEARCH = "search"
    FETCH = "fetch"
    RENDER = "render"
    WORK = "work"


class Span(BaseModel):
    """Telemetry of one call, emitted when it ends.

    `fault` is a code of the taxonomy or empty; `prompt` is the fingerprint of the prompt template; `cost_usd` is
    computed when the call ends and null where the model has no price (`unpriced`).
    """

    model_config = ConfigDict(frozen=True)

    stage: str
    step: str
    agent: str
    call: Call
    started_at: datetime
    ended_at: datetime
    fault: str = ""
    detail: str = ""
    model: str = ""
    prompt: str = ""
    usage: Usage = NO_USAGE
    cost_usd: Decimal | None = Decimal(0)
    pricing_version: str = ""

    @property
    def unpriced(self) -> bool:
        return self.cost_usd is None
