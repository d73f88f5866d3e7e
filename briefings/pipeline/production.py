"""What the stages of one run share: the brief, the cast and its tools, and what became known on the way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from briefings.domain.brief import Brief
from briefings.domain.document import PipelineNote
from briefings.domain.draft import Draft
from briefings.domain.errors import BudgetExhausted, ExternalError
from briefings.domain.outcome import Fault, Reason
from briefings.pipeline.budget import Account
from briefings.pipeline.calls import DurableFetch, DurableModel, DurableSearch
from briefings.pipeline.cast import Cast
from briefings.pipeline.clock import Clock, SystemClock
from briefings.pipeline.fanout import fan_out
from briefings.pipeline.kinds import RECIPES, Recipe, StageName
from briefings.pipeline.limits import Limits
from briefings.pipeline.ports import Fetch, Journal, Model, Press, Provider, Search, Web
from briefings.pipeline.relay import Relay
from briefings.pipeline.stage import Patience, Stage
from briefings.pipeline.wording import remark

T = TypeVar("T")

_ONCE: frozenset[StageName] = frozenset({"plan", "research"})

_LASTING = frozenset({Reason.CITED_UNFETCHED, Reason.BUDGET})
"""Degradations that a later version of the document does not undo."""


@dataclass(frozen=True)
class Tools:
    """The plugs of a run. `models` gives the model's name for each agent."""

    search: Search
    fetch: Web
    provider: Provider
    press: Press
    models: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Told:
    """What a document tells of how it was made."""

    reasons: tuple[Reason, ...]
    notes: tuple[PipelineNote, ...]


@dataclass(frozen=True)
class Review:
    """What humans said of the drafts of this run: `feedback` once for each pass that they sent back, and the draft that
    they accepted, if they did."""

    feedback: tuple[str, ...] = ()
    accepted: Draft | None = None

    @property
    def turn(self) -> int:
        """The number of the pass that is due, from 1."""
        return 1 + len(self.feedback)

    @property
    def latest(self) -> str:
        """What the pass that is due must heed; empty for the first."""
        return self.feedback[-1] if self.feedback else ""


@dataclass
class Production:
    """One run on its way through the stages. Made and used in the run's own thread; branches only call their tools."""

    brief: Brief
    cast: Cast
    tools: Tools
    journal: Journal
    limits: Limits = field(default_factory=Limits)
    patience: Patience = field(default_factory=Patience)
    account: Account = field(default_factory=Account)
    review: Review = field(default_factory=Review)
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

    @property
    def versions(self) -> int:
        """How many versions of the document may be submitted: sentences that were extracted would only come again."""
        return 1 + self.limits.revisions if self.cast.invents else 1

    def stage(self, name: StageName) -> Stage:
        """A stage of the pass that is due. What was planned and found in the first pass holds for all."""
        turn = 1 if name in _ONCE else self.review.turn
        return Stage(name, self.relay, self.clock, self.patience, turn)

    def model(self, stage: Stage, branch: str, agent: str) -> Model:
        name = self.tools.models.get(agent, "")
        return DurableModel(stage, branch, agent, name, self.tools.provider, self.account)

    def search(self, stage: Stage, branch: str) -> Search:
        return DurableSearch(stage, branch, self.tools.search)

    def fetch(self, stage: Stage, branch: str) -> Fetch:
        return DurableFetch(stage, branch, self.tools.fetch)

    def fan_out(
        self, works: Sequence[Callable[[], T]], *, finished: Callable[[int, T], None] | None = None
    ) -> list[T | ExternalError]:
        return fan_out(self.relay, works, cap=self.limits.calls_at_once, finished=finished)

    def progress(self, message: str, done: int = 0, total: int = 0) -> None:
        self.relay.hold(lambda journal: journal.progress(done, total, message))

    def fault(self, fault: Fault) -> None:
        """Counts a fault, once, and tells the operator at once; its place in the document is the pipeline notes."""
        if fault not in self.faults:
            self.faults.append(fault)
            self.relay.post(lambda journal: journal.fault(fault))

    def degrade(self, reason: Reason) -> None:
        if reason not in self.reasons:
            self.reasons.append(reason)

    def stop_at_cap(self, reached: BudgetExhausted, remark: str, **figures: str) -> None:
        """Goes on with what there is, and tells the reader what the budget did not reach for."""
        self.degrade(Reason.BUDGET)
        self.fault(reached.fault)
        self.remark(remark, **figures)

    def told(self) -> Told:
        """What the reader is told so far, for `retract`."""
        return Told(tuple(self.reasons), tuple(self.notes))

    def retract(self, told: Told) -> None:
        """Tells no more than `told` when a document is written anew, and what holds for the run whatever follows."""
        lasting = [reason for reason in self.reasons if reason in _LASTING]
        self.reasons = list(dict.fromkeys([*told.reasons, *lasting]))
        self.notes = list(told.notes)

    def note(self, text: str) -> None:
        """Tells the reader what is neither a fault nor a degradation."""
        note = PipelineNote(text=text)
        if note not in self.notes:
            self.notes.append(note)

    def remark(self, key: str, **figures: int | str) -> None:
        """Tells the reader one of `wording.REMARKS`, in the language that the document was asked for."""
        self.note(remark(key, self.brief.document_language, **figures))
