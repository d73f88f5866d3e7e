"""Stages and their durable steps: name, clock, price, fault policy, journal."""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cache
from types import TracebackType
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from briefings.domain.errors import (
    BudgetExhausted,
    ExternalError,
    FetchFailed,
    HandedBack,
    ModelFailed,
    PressFailed,
    RunFailed,
    SearchFailed,
)
from briefings.domain.outcome import FAULTS, Fault
from briefings.domain.trace import NO_USAGE, Call, Span, Usage
from briefings.pipeline import pricing
from briefings.pipeline.clock import Clock
from briefings.pipeline.ports import Alive, Entry, ModelReply
from briefings.pipeline.relay import Relay

T = TypeVar("T")

FAIL_CLOSED = frozenset({"plan", "outline", "write", "verify", "gate"})
"""Stages whose death ends the run. The others degrade visibly and say so themselves."""

_ERRORS: dict[str, type[ExternalError]] = {
    error.stage: error for error in (SearchFailed, FetchFailed, ModelFailed, BudgetExhausted, PressFailed)
}


@dataclass(frozen=True)
class Patience:
    """How often a step that meets a passing failure is tried again, and how long it waits (seconds) in between.

    Waits, and calls that show life, are proofs of life, at most every `beat` seconds. `hands_back` says whether a run
    may leave its carrier for a wait that is longer than `longest_wait`.
    """

    retries: int = 2
    first_wait: float = 1.0
    longest_wait: float = 60.0
    beat: float = 5.0
    hands_back: bool = False

    def wait(self, error: ExternalError, tries: int) -> float | None:
        """The wait before the next try, or null when there must not be one. Raises HandedBack for a long one."""
        if error.permanent or tries > self.retries:
            return None
        asked = error.retry_after
        if asked is not None and asked > self.longest_wait and self.hands_back:
            raise HandedBack(f"{FAULTS[error.fault.code]} {error.fault.detail}".strip(), wait=asked)
        if asked is not None:
            return asked if asked <= self.longest_wait else None
        return min(self.longest_wait, self.first_wait * 2.0 ** (tries - 1)) * random.uniform(0.75, 1.25)  # noqa: S311


@dataclass
class Stage:
    """A named part of the pipeline. As a context it keeps the clock and applies the fault policy."""

    name: str
    relay: Relay
    clock: Clock
    patience: Patience
    turn: int = 1

    def __enter__(self) -> "Stage":
        self.relay.post(lambda journal: journal.enter(self.name))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, ExternalError) and self.name in FAIL_CLOSED:
            raise self._failure(error) from error
        if error is None:
            self.relay.hold(lambda journal: journal.leave(self.name))

    def step(
        self,
        branch: str,
        *,
        agent: str,
        given: Any,
        returns: type[T],
        work: Callable[[], T],
        call: Call = Call.WORK,
        number: int = 1,
        prompt: str = "",
        model: str = "",
    ) -> T:
        """The result of `work`, done at most once in the life of the run for the same key and input.

        `given` is the input, JSON-able: what the result depends on, and never a clock, an attempt or a lease.
        `number` tells the calls of one branch apart. Raises what `work` raised, also when that is replayed.
        """
        key = f"{self.turn}/{self.name}/{branch}/{number}"
        digest = fingerprint({"given": given, "prompt": prompt, "model": model})
        form: TypeAdapter[T] = _form(returns)  # type: ignore[arg-type]
        known = self.relay.known(key, digest)
        if known is not None:
            try:
                return self._replay(known, form)
            except ValidationError:
                # Journaled by an older version of this code: the work is done anew.
                self.relay.post(lambda journal: journal.beat())
        tracked = _Tracked(self, key, agent, call, prompt, model)
        try:
            result, span = tracked.run(work)
        except ExternalError as error:
            self.relay.record(Entry(key=key, digest=digest, fault=error.fault, permanent=error.permanent))
            raise
        self.relay.record(Entry(key=key, digest=digest, result=form.dump_python(result, mode="json")), span)
        return result

    def alive(self) -> Alive:
        """Beats the heart, at most once in a while: a stream shows life many times a second."""
        last = self.clock.now()

        def alive() -> None:
            nonlocal last
            now = self.clock.now()
            if (now - last).total_seconds() >= self.patience.beat:
                last = now
                self.relay.post(lambda journal: journal.beat())

        return alive

    def _replay(self, known: Entry, form: TypeAdapter[T]) -> T:
        if known.fault:
            raise _ERRORS[known.fault.stage](known.fault.cause, known.fault.detail, permanent=known.permanent)
        result = form.validate_python(known.result)
        self.relay.hold(lambda journal: journal.replayed(known.key, known.digest))
        return result

    def _failure(self, error: ExternalError) -> RunFailed:
        own = Fault(stage=self.name, cause="failed", detail=f"The stage ended with {error.fault.code}.")
        return RunFailed(
            f"{FAULTS[own.code]} {FAULTS[error.fault.code]} {error.fault.detail}".strip(), error.fault, own
        )


@dataclass
class _Tracked:
    """One step on its way: tries it, waits where that helps, and makes a span of every try."""

    stage: Stage
    key: str
    agent: str
    call: Call
    prompt: str
    model: str
    tries: int = field(default=0, init=False)

    def run(self, work: Callable[[], T]) -> tuple[T, Span]:
        """The result and the span of the try that gave it. Those of tries that failed are written down at once."""
        while True:
            self.tries += 1
            started = self.stage.clock.now()
            self._announce()
            try:
                result = work()
            except ExternalError as error:
                failed = self._span(started, error=error)
                self.stage.relay.post(lambda journal, failed=failed: journal.span(failed))  # type: ignore[misc]
                # Work that is made of calls does not try again what its calls have tried already.
                wait = None if self.call is Call.WORK else self.stage.patience.wait(error, self.tries)
                if wait is None:
                    raise
                self._pause(wait, error)
            else:
                return result, self._span(started, result=result)

    def _announce(self) -> None:
        """A proof of life, and for a call to the outside the word that it may be made: without the lease it may not.
        A model announces its calls itself, once the budget allows them."""
        if self.call in (Call.SEARCH, Call.FETCH):
            self.stage.relay.confirm(lambda journal: journal.calling())
        elif self.call is not Call.MODEL:
            self.stage.relay.hold(lambda journal: journal.beat())

    def _pause(self, seconds: float, error: ExternalError) -> None:
        message = f"{FAULTS[error.fault.code]} Trying again in {max(1, round(seconds))} s."
        self.stage.relay.post(lambda journal: journal.progress(0, 0, message))
        while seconds > 0:
            self.stage.clock.sleep(min(seconds, self.stage.patience.beat))
            seconds -= self.stage.patience.beat
            self.stage.relay.post(lambda journal: journal.beat())

    def _span(self, started: datetime, result: Any = None, error: ExternalError | None = None) -> Span:
        usage = result.usage if isinstance(result, ModelReply) else getattr(error, "usage", NO_USAGE)
        return Span(
            stage=self.stage.name,
            step=self.key,
            agent=self.agent,
            call=self.call,
            started_at=started,
            ended_at=self.stage.clock.now(),
            fault=error.fault.code if error else "",
            detail=error.fault.detail if error else "; ".join(getattr(result, "notes", ())),
            model=self.model,
            prompt=self.prompt,
            usage=usage,
            cost_usd=self._cost(usage, answered=isinstance(result, ModelReply)),
            pricing_version=pricing.VERSION if self.model else "",
        )

    def _cost(self, usage: Usage, *, answered: bool) -> Decimal | None:
        """What the call cost; null where nobody knows: the model has no price, or its provider counts no tokens."""
        if not self.model:
            return Decimal(0)
        if usage == NO_USAGE:
            return None if answered else Decimal(0)
        return pricing.cost(self.model, usage)


@cache
def _form(returns: Any) -> TypeAdapter[Any]:
    """What checks a result of that type. Making one takes longer than checking with it."""
    return TypeAdapter(returns)


def fingerprint(value: Any) -> str:
    """SHA-256 over the canonical JSON of `value`."""
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()
