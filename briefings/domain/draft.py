"""What the pipeline hands back, and the chunks in which it grows."""

import hashlib

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
    """A finished document with what is known about it, made by the pass numbered `turn`. `outcome` is never `failed`
    here: a failed run has no draft."""

    model_config = ConfigDict(frozen=True)

    document: Document
    sources: tuple[Source, ...]
    routing: RoutingDecision
    turn: int = 1
    outcome: Outcome
    reasons: tuple[Reason, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 that tells this draft from any other: who decides on one names it."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()
