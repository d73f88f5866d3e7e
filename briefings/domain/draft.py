"""What the pipeline hands back, and the chunks in which it grows."""

from pydantic import BaseModel, ConfigDict

from briefings.domain.document import Block, Document
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault, Outcome, Reason
from briefings.domain.plan import RoutingDecision


class Chunk(BaseModel):
    """A piece of the document that was written and saved in one go; `position` counts from 0 in document order."""

    model_config = ConfigDict(frozen=True)

    position: int
    blocks: tuple[Block, ...]


class Draft(BaseModel):
    """A finished document with what is known about it. `outcome` is never `failed` here: a failed run has no draft."""

    model_config = ConfigDict(frozen=True)

    document: Document
    sources: tuple[Source, ...]
    routing: RoutingDecision
    outcome: Outcome
    reasons: tuple[Reason, ...] = ()
    faults: tuple[Fault, ...] = ()
