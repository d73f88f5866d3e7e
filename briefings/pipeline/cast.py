"""The agents of a run. An agent's tools are its parameters: a writer without search and fetch cannot browse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from briefings.domain.brief import Brief
from briefings.domain.document import WrittenBlock
from briefings.domain.evidence import Source
from briefings.domain.plan import Outline, Plan, Section, SkipOffer
from briefings.pipeline.ports import Model


class Planner(Protocol):
    """Decides between search and skip, asks the questions, and lays out the document."""

    def plan(self, brief: Brief, offer: SkipOffer, model: Model) -> Plan:
        """The first turn. `offer` is what code allows. Raises ModelFailed."""

    def outline(self, brief: Brief, plan: Plan, sources: Sequence[Source], model: Model) -> Outline:
        """The second turn, with the sources in context. At least one section. Raises ModelFailed."""


class Writer(Protocol):
    """Writes one section from its sources."""

    def write(
        self,
        brief: Brief,
        outline: Outline,
        section: Section,
        sources: Sequence[Source],
        model: Model,
        refusal: str = "",
    ) -> Sequence[WrittenBlock]:
        """The section's blocks, its heading not included. `sources` are all sources of the run;
        `section.sources` names those the section is to rest on. `refusal` says why the document as it was written
        before was not accepted. Raises ModelFailed."""


@dataclass(frozen=True)
class Cast:
    """The agents that a run uses. `invents` is true where a model writes, false where sentences are extracted."""

    name: str
    planner: Planner
    writer: Writer
    invents: bool
