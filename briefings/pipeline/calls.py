"""Calls to the outside as durable steps: the model, the search and the fetch that an agent is given."""

from dataclasses import dataclass, field

from briefings.domain.evidence import Found, Page
from briefings.domain.trace import Call
from briefings.pipeline.budget import WRITING, Account
from briefings.pipeline.ports import ModelReply, ModelRequest, Provider, Search, Web
from briefings.pipeline.stage import Stage


@dataclass
class DurableModel:
    """A model that plays one agent in one branch; every call is a step."""

    stage: Stage
    branch: str
    agent: str
    model: str
    provider: Provider
    account: Account
    calls: int = field(default=0, init=False)

    def complete(self, request: ModelRequest) -> ModelReply:
        self.calls += 1
        return self.stage.step(
            self.branch,
            agent=self.agent,
            given=request.model_dump(mode="json", exclude={"prompt"}),
            returns=ModelReply,
            work=lambda: self._pay_for(request),
            call=Call.MODEL,
            number=self.calls,
            prompt=request.prompt,
            model=self.model,
        )

    def _pay_for(self, request: ModelRequest) -> ModelReply:
        writing = self.stage.name in WRITING
        return self.account.pay(self.model, request, lambda: self._ask(request), writing=writing)

    def _ask(self, request: ModelRequest) -> ModelReply:
        self.stage.relay.confirm(lambda journal: journal.calling())
        return self.provider.complete(self.model, request, alive=self.stage.alive())


@dataclass
class DurableSearch:
    """A search whose every query is a step."""

    stage: Stage
    branch: str
    search_port: Search

    def search(self, query: str, *, language: str, limit: int) -> Found:
        return self.stage.step(
            self.branch,
            agent="researcher",
            given={"query": query, "language": language, "limit": limit},
            returns=Found,
            work=lambda: self.search_port.search(query, language=language, limit=limit),
            call=Call.SEARCH,
        )


@dataclass
class DurableFetch:
    """A fetch whose every address is a step."""

    stage: Stage
    branch: str
    web: Web

    def fetch(self, url: str) -> Page:
        return self.stage.step(
            self.branch,
            agent="researcher",
            given={"url": url},
            returns=Page,
            work=lambda: self.web.fetch(url, alive=self.stage.alive()),
            call=Call.FETCH,
        )
