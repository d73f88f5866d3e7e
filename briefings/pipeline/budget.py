"""The budget of a run: before a call of a model is made, the most that it may cost is set aside."""

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from math import ceil

from briefings.domain.errors import BudgetExhausted, ModelFailed
from briefings.domain.trace import NO_USAGE, Usage
from briefings.pipeline import pricing
from briefings.pipeline.ports import ModelReply, ModelRequest

WRITING = frozenset({"write"})
"""The stages that may use all of a budget. The others leave them their share."""

UNPRICED_TOKENS = 400_000
"""What a run with a cap in currency alone is held to when one of its models has no price."""

_ASCII_PER_TOKEN = 2.5
_TOKENS_PER_OTHER = 2


@dataclass(frozen=True)
class Amount:
    """Money in USD, and tokens of prompts and answers together."""

    usd: Decimal = Decimal(0)
    tokens: int = 0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.usd + other.usd, self.tokens + other.tokens)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.usd - other.usd, self.tokens - other.tokens)


@dataclass(frozen=True)
class Budget:
    """What one run may spend at most, null being no limit; and the share of it, 0 to 1, that is kept for writing."""

    usd: Decimal | None = None
    tokens: int | None = None
    writing_share: Decimal = Decimal("0.3")

    def allows(self, total: Amount, *, writing: bool) -> bool:
        """Whether a run may have spent `total` when it is writing, or is still before it."""
        share = Decimal(1) if writing else 1 - self.writing_share
        dear = self.usd is not None and total.usd > self.usd * share
        long = self.tokens is not None and total.tokens > self.tokens * share
        return not (dear or long)

    def holding(self, models: Iterable[str]) -> "Budget":
        """This budget as it holds a run that asks `models`: one without a price costs no sum that could be capped."""
        unpriced = any(pricing.TABLE.price(model) is None for model in models)
        if self.usd is None or self.tokens is not None or not unpriced:
            return self
        return Budget(self.usd, UNPRICED_TOKENS, self.writing_share)

    def __str__(self) -> str:
        limits = (f"{self.usd:f} USD" if self.usd is not None else "", f"{self.tokens:,} tokens" if self.tokens else "")
        return " and ".join(limit for limit in limits if limit)


def most(model: str, request: ModelRequest) -> Amount:
    """What `request` costs if the answer takes all the tokens it may. A model without a price costs tokens alone."""
    usage = Usage(prompt=prompt_tokens(request), completion=request.max_tokens)
    return Amount(pricing.cost(model, usage) or Decimal(0), usage.prompt + usage.completion)


def prompt_tokens(request: ModelRequest) -> int:
    """How many tokens the prompt is at most, tools included: tokenizers differ, and the usual ones make no more of
    ordinary text in any script."""
    sent = request.model_dump(mode="json", include={"messages", "tools"})
    text = json.dumps(sent, ensure_ascii=False)
    # Done for every character of every prompt, so by the codec: a loop took a tenth of all that a run computes.
    ascii_only = len(text.encode("ascii", "ignore"))
    return ceil(ascii_only / _ASCII_PER_TOKEN + (len(text) - ascii_only) * _TOKENS_PER_OTHER)


class Account:
    """What a run has spent and set aside, shared by all of its branches. `spent` is what earlier carriers paid."""

    def __init__(self, budget: Budget | None = None, spent: Amount | None = None) -> None:
        self._budget = budget or Budget()
        self._spent = spent or Amount()
        self._reserved = Amount()
        self._changed = threading.Condition()

    def pay(self, model: str, request: ModelRequest, call: Callable[[], ModelReply], *, writing: bool) -> ModelReply:
        """What `call`, which makes the request, answers. It is not made when the most that it may cost does not fit:
        raises BudgetExhausted. Waits for other calls where what they have set aside stands in the way."""
        reserved = most(model, request)
        self._reserve(reserved, writing=writing)
        paid = Amount()
        try:
            reply = call()
            paid = _paid(model, reply.usage, reserved)
        except ModelFailed as error:
            # Nobody says what a call that timed out has cost; any other without usage was not answered at all.
            if error.usage != NO_USAGE or error.fault.cause == "timeout":
                paid = _paid(model, error.usage, reserved)
            raise
        finally:
            self._settle(reserved, paid)
        return reply

    def _reserve(self, amount: Amount, *, writing: bool) -> None:
        with self._changed:
            while not self._budget.allows(self._spent + self._reserved + amount, writing=writing):
                if not self._budget.allows(self._spent + amount, writing=writing):
                    raise BudgetExhausted("exhausted", f"One run may spend {self._budget}.", permanent=True)
                self._changed.wait()
            self._reserved += amount

    def _settle(self, reserved: Amount, paid: Amount) -> None:
        with self._changed:
            self._reserved -= reserved
            self._spent += paid
            self._changed.notify_all()


def _paid(model: str, usage: Usage, reserved: Amount) -> Amount:
    """What a call has cost; all that was set aside for it where its provider does not say."""
    if usage == NO_USAGE:
        return reserved
    if pricing.TABLE.price(model) is None:
        return Amount(tokens=usage.prompt + usage.completion)
    cost = pricing.cost(model, usage)
    return Amount(reserved.usd if cost is None else cost, usage.prompt + usage.completion)
