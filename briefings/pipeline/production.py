"""What the stages of one run share: the brief, the cast and its tools, and what became known on the way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from briefings.domain.brief import Brief
from briefings.domain.document import PipelineNote
from briefings.domain.errors import ExternalError
from briefings.domain.outcome import Fault, Reason
from briefings.pipeline.cast import Cast
from briefings.pipeline.clock import Clock, SystemClock
from briefings.pipeline.fanout import fan_out
from briefings.pipeline.kinds import RECIPES, Recipe
from briefings.pipeline.limits import Limits
from briefings.pipeline.ports import Fetch, Journal, Model, Press, Provider, Search
from briefings.pipeline.relay import Relay
from briefings.pipeline.stage import DurableFetch, DurableModel, DurableSearch, Patience, Stage
from briefings.pipeline.wording import remark

T = TypeVar("T")


@dataclass(frozen=True)
class Tools:
    """The plugs of a run. `models` gives the model's name for each agent."""

    search: Search
    fetch: Fetch
    provider: Provider
    press: Press
    models: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Production:
    """One run on its way through the stages. Made and used in the run's own thread; branches only call their tools."""

    brief: Brief
    cast: Cast
    tools: Tools
    journal: Journal
    limits: Limits = field(default_factory=Limits)
    patience: Patience = field(default_factory=Patience)
    simplified: bool = False
    clock: Clock = field(default_factory=SystemClock)
    faults: list[Fault] = field(default_factory=list, init=False)
    reasons: list[Reason] = field(default_factory=list, init=False)
    notes: list[PipelineNote] = field(default_factory=list, init=False)
    relay: Relay = field(init=False)

    def __post_init__(self) -> None:
        self.relay = Relay(self.journal)
        if self.simplified:
            self.degrade(Reason.SIMPLIFIED)
            self.brief = self.brief.model_copy(update={"length": self.recipe.simplified.length})

    @property
    def recipe(self) -> Recipe:
        return RECIPES[self.brief.kind]

    def stage(self, name: str) -> Stage:
        return Stage(name, self.relay, self.clock, self.patience)

    def model(self, stage: Stage, branch: str, agent: str) -> Model:
        return DurableModel(stage, branch, agent, self.tools.models.get(agent, ""), self.tools.provider)

    def search(self, stage: Stage, branch: str) -> Search:
        return DurableSearch(stage, branch, self.tools.search)

    def fetch(self, stage: Stage, branch: str) -> Fetch:
        return DurableFetch(stage, branch, self.tools.fetch)

    def fan_out(
        self, works: Sequence[Callable[[], T]], *, finished: Callable[[int, T], None] | None = None
    ) -> list[T | ExternalError]:
        return fan_out(self.relay, works, cap=self.limits.calls_at_once, finished=finished)

    def progress(self, message: str, done: int = 0, total: int = 0) -> None:
        self.relay.post(lambda journal: journal.progress(done, total, message))

    def fault(self, fault: Fault) -> None:
        """Counts a fault, once, and tells the operator at once; its place in the document is the pipeline notes."""
        if fault not in self.faults:
            self.faults.append(fault)
            self.relay.post(lambda journal: journal.fault(fault))

    def degrade(self, reason: Reason) -> None:
        if reason not in self.reasons:
            self.reasons.append(reason)

    def note(self, text: str) -> None:
        """Tells the reader what is neither a fault nor a degradation."""
        note = PipelineNote(text=text)
        if note not in self.notes:
            self.notes.append(note)

    def remark(self, key: str, **figures: int) -> None:
        """Tells the reader one of `wording.REMARKS`, in the language that the document was asked for."""
        self.note(remark(key, self.brief.document_language, **figures))
