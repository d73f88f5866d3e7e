import threading
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from decimal import Decimal

import pytest

from briefings.domain.errors import BudgetExhausted, ModelFailed
from briefings.domain.trace import Usage
from briefings.pipeline.budget import UNPRICED_TOKENS, Account, Amount, Budget, prompt_tokens
from briefings.pipeline.ports import ModelReply, ModelRequest, Tool
from tests.fakes import FakeJournal, production

MODEL = "gpt-5-mini"  # 0.25 USD for a million tokens of prompts, 2 USD for a million of answers


def request(text: str = "Write.", **columns) -> ModelRequest:
    return ModelRequest(messages=({"role": "user", "content": text},), **columns)


def reply(prompt: int = 0, completion: int = 0) -> ModelReply:
    return ModelReply(message={}, text="x", usage=Usage(prompt=prompt, completion=completion))


def pay(account: Account, answer: ModelReply | ModelFailed, *, model: str = MODEL, writing: bool = True, **columns):
    def call() -> ModelReply:
        if isinstance(answer, ModelFailed):
            raise answer
        return answer

    return account.pay(model, request(**columns), call, writing=writing)


def never() -> ModelReply:
    raise AssertionError("the call was made")


def room(account: Account, tokens: int, *, writing: bool = True) -> bool:
    """Whether a call that may cost `tokens` altogether would be made."""
    asked = request(max_tokens=tokens - prompt_tokens(request()))
    try:
        account.pay(MODEL, asked, lambda: reply(completion=1), writing=writing)
    except BudgetExhausted:
        return False
    return True


@pytest.mark.parametrize(
    ("budget", "limit"),
    [
        (Budget(tokens=1_000), 1_000),
        # 1,000 tokens of an answer cost 0.002 USD; the prompt of `request` comes on top.
        (Budget(usd=Decimal("0.002")), 1_000),
    ],
)
def test_a_call_is_made_only_when_the_most_that_it_may_cost_fits(budget, limit):
    answered = limit - prompt_tokens(request())
    assert pay(Account(budget), reply(completion=1), max_tokens=answered).text == "x"
    with pytest.raises(BudgetExhausted) as refused:
        Account(budget).pay(MODEL, request(max_tokens=limit + 1), never, writing=True)
    assert (refused.value.fault.code, refused.value.permanent) == ("budget.exhausted", True)


def test_what_was_set_aside_and_not_used_comes_back():
    account = Account(Budget(tokens=1_000))
    for _ in range(9):
        pay(account, reply(prompt=50, completion=50), max_tokens=60)
    assert room(account, 100)
    assert not room(account, 101)


def test_a_real_price_counts_and_not_the_highest():
    account = Account(Budget(usd=Decimal("0.01")))
    pay(account, reply(prompt=4_000, completion=4_000), max_tokens=4_900)
    # 0.001 + 0.008 USD are gone: what is left buys less than 500 tokens of an answer.
    with pytest.raises(BudgetExhausted):
        account.pay(MODEL, request(max_tokens=500), never, writing=True)
    pay(account, reply(), max_tokens=450)


def test_a_share_is_kept_for_writing():
    account = Account(Budget(tokens=1_000, writing_share=Decimal("0.3")))
    assert not room(account, 701, writing=False)
    assert room(account, 700, writing=False)
    pay(account, reply(completion=650), max_tokens=600, writing=False)
    assert not room(account, 50, writing=False)
    assert room(account, 300, writing=True)


def test_what_earlier_carriers_spent_counts():
    spent = Amount(usd=Decimal("0.009"), tokens=900)
    assert not room(Account(Budget(tokens=1_000), spent), 101)
    assert room(Account(Budget(tokens=1_000), spent), 100)
    assert not room(Account(Budget(usd=Decimal("0.01")), spent), 600)
    assert room(Account(Budget(usd=Decimal("0.01")), spent), 400)


def test_without_a_budget_every_call_is_made():
    assert room(Account(), 10**9)


@pytest.mark.parametrize(
    ("budget", "models", "tokens"),
    [
        (Budget(usd=Decimal(1)), [MODEL, "nobody-knows-it"], UNPRICED_TOKENS),
        (Budget(usd=Decimal(1)), [MODEL], None),
        (Budget(usd=Decimal(1), tokens=5), ["nobody-knows-it"], 5),
        (Budget(), ["nobody-knows-it"], None),
        (Budget(usd=Decimal(1)), ["local"], None),
    ],
)
def test_a_model_without_a_price_is_held_to_tokens_where_a_budget_was_set(budget, models, tokens):
    assert budget.holding(models) == Budget(budget.usd, tokens, budget.writing_share)


def test_a_model_without_a_price_costs_tokens():
    account = Account(Budget(usd=Decimal("0.000001"), tokens=1_000))
    pay(account, reply(prompt=400, completion=500), model="nobody-knows-it", max_tokens=900)
    with pytest.raises(BudgetExhausted):
        account.pay("nobody-knows-it", request(max_tokens=100), never, writing=True)


def test_a_provider_that_counts_no_tokens_is_taken_to_have_used_all():
    account = Account(Budget(tokens=1_000))
    pay(account, reply(), max_tokens=900)
    assert not room(account, 100)


@pytest.mark.parametrize(
    ("failure", "left"),
    [
        (ModelFailed("unavailable", "502"), 1_000),
        (ModelFailed("invalid_output", "no call", usage=Usage(prompt=100, completion=300)), 600),
        (ModelFailed("timeout", "no answer within 120 s"), 1_000 - 900 - prompt_tokens(request())),
    ],
)
def test_a_call_that_failed_costs_what_is_known_and_a_timeout_what_it_may_have_cost(failure, left):
    account = Account(Budget(tokens=1_000))
    with pytest.raises(ModelFailed):
        pay(account, failure, max_tokens=900)
    assert not room(account, left + 1)
    assert room(account, left)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        # As the encoding cl100k_base counts them; o200k_base needs fewer for every one of these.
        ("The barrage on the Rance has produced about 500 gigawatt hours a year since 1966. " * 50, 1_101),
        ("潮汐电站利用潮汐涨落发电，法国朗斯电站自1966年起每年约发电五亿千瓦时。" * 50, 2_400),
        ("潮汐電站利用潮汐漲落發電，法國朗斯電站自1966年起每年約發電五億千瓦時。" * 50, 2_900),
        ("Приливная электростанция использует энергию прилива. " * 50, 1_201),
        ("تستخدم محطة المد والجزر طاقة المد والجزر لتوليد الكهرباء. " * 50, 2_001),
        ("潮力発電所は潮の満ち引きを利用して電気をつくる。" * 50, 1_550),
    ],
)
def test_a_prompt_is_never_thought_smaller_than_it_is_nor_much_larger(text, tokens):
    assert tokens <= prompt_tokens(request(text)) <= 5 * tokens


def test_tools_are_part_of_the_prompt():
    tool = Tool(name="outline", description="Hand it in. " * 100, parameters={"type": "object"})
    assert prompt_tokens(request(tools=(tool,))) > prompt_tokens(request()) + 300


@dataclass
class Costly:
    """A provider whose every answer takes all that it may; keeps what was spent and open at any moment."""

    answer: int
    most: int = 0
    spent: int = 0
    open: int = 0
    made: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def complete(self, model, asked, *, alive):
        may_cost = prompt_tokens(asked) + asked.max_tokens
        with self.lock:
            self.open += may_cost
            self.most = max(self.most, self.spent + self.open)
        with self.lock:
            self.open -= may_cost
            self.spent += self.answer
            self.made += 1
        return ModelReply(message={}, text="x", usage=Usage(completion=self.answer))


def test_ten_branches_at_once_never_pass_the_cap_and_use_all_that_they_can():
    size = 100 + prompt_tokens(request())
    account = Account(Budget(tokens=5 * size + size // 2))
    provider = Costly(answer=size)

    def branch(_: int) -> str:
        try:
            asked = request(max_tokens=100)
            return account.pay(MODEL, asked, lambda: provider.complete(MODEL, asked, alive=None), writing=True).text
        except BudgetExhausted:
            return "left out"

    with ThreadPoolExecutor(10) as pool:
        outcomes = list(pool.map(branch, range(10)))
    assert sorted(outcomes) == ["left out"] * 5 + ["x"] * 5
    assert provider.most <= 5 * size + size // 2


def test_a_call_waits_for_what_others_may_leave_over():
    size = 100 + prompt_tokens(request())
    account = Account(Budget(tokens=size + 10))
    begun, go_on = threading.Event(), threading.Event()

    def cheap() -> ModelReply:
        begun.set()
        assert go_on.wait(20)
        return reply(completion=5)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(account.pay, MODEL, request(max_tokens=100), cheap, writing=True)
        assert begun.wait(20)
        second = pool.submit(account.pay, MODEL, request(max_tokens=100), lambda: reply(completion=1), writing=True)
        assert not wait([second], timeout=0.05).done
        go_on.set()
        assert second.result(20).text == "x"
        assert first.result(20).text == "x"


class Counting:
    def __init__(self) -> None:
        self.asked = 0

    def complete(self, model, asked, *, alive):
        self.asked += 1
        return reply(prompt=10, completion=50)


def test_a_replayed_call_sets_nothing_aside():
    first = FakeJournal()
    run = production(first, provider=Counting(), models={"writer": MODEL})
    with run.stage("write") as stage:
        run.model(stage, "s1", "writer").complete(request())
    broke = Account(Budget(tokens=1))
    provider = Counting()
    again = production(FakeJournal(known=first.recorded), provider=provider, models={"writer": MODEL}, account=broke)
    with again.stage("write") as stage:
        assert again.model(stage, "s1", "writer").complete(request()).text == "x"
    assert provider.asked == 0


def test_a_call_that_does_not_fit_is_not_made_nor_announced_and_leaves_a_span_without_a_price():
    journal, provider = FakeJournal(), Counting()
    run = production(journal, provider=provider, models={"writer": MODEL}, account=Account(Budget(tokens=100)))
    with pytest.raises(BudgetExhausted), run.stage("research") as stage:
        run.model(stage, "q1", "writer").complete(request())
    assert (provider.asked, journal.calls) == (0, 0)
    (span,) = journal.spans
    assert (span.fault, span.cost_usd) == ("budget.exhausted", Decimal(0))


def test_every_try_of_a_call_is_paid_for():
    class Flaky(Counting):
        def complete(self, model, asked, *, alive):
            self.asked += 1
            if self.asked == 1:
                raise ModelFailed("unavailable", "cut off", usage=Usage(completion=800))
            return reply(completion=1)

    asked = request(max_tokens=300)
    provider = Flaky()
    account = Account(Budget(tokens=1_000))
    run = production(provider=provider, models={"writer": MODEL}, account=account)
    with pytest.raises(BudgetExhausted), run.stage("research") as stage:
        run.model(stage, "q1", "writer").complete(asked)
    assert provider.asked == 1
