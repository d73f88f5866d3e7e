"""The world of a storm: every run asks about a harbour of its own, so that what was asked for it can be told apart."""

import json
import re
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from tests.doubles.openai_server import Json, OpenAIServer
from tests.doubles.scripted_author import ScriptedAuthor
from tests.doubles.web import Reply, Request, Site, page
from tests.world import ARTICLES, NOTHING_KNOWN, World, article, result_page

HARBOUR = re.compile(r"harbour\d\d")
MODEL_SECONDS = 0.03
"""How long a model call takes, so that some are caught in flight."""


def harbour(number: int) -> str:
    return f"harbour{number:02d}"


def topic(number: int) -> str:
    return f"Costs of tidal power at {harbour(number)}"


@dataclass(frozen=True)
class Asked:
    """One request: when it came, for which harbour, what it asked for, and what only its own answer holds.

    `what` is the same for two requests that are the same. `mark` is found in the journaled result of this request.
    """

    at: float
    harbour: str
    what: str
    mark: str


@dataclass
class Harbours:
    """A search engine, pages and a model on loopback, for any number of harbours. `asked` is what they were asked."""

    count: int
    asked: list[Asked] = field(default_factory=list)
    site: Site = field(default_factory=Site)

    def __enter__(self) -> Self:
        self._author = ScriptedAuthor()
        self._pace = threading.Event()
        self.site.pages["/html/"] = self._search
        self.site.pages["/w/api.php"] = self._look_up
        for number in range(self.count):
            for name in ARTICLES:
                self.site.pages[f"/{harbour(number)}/{name}"] = self._article(name)
        self.site.__enter__()
        self.model = OpenAIServer(self._answer).__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self._pace.set()
        self.model.__exit__(*exception)
        self.site.__exit__(*exception)

    @property
    def settings(self) -> dict[str, Any]:
        return World(self.site, self.model).settings

    def of(self, number: int) -> list[Asked]:
        return [asked for asked in self.asked if asked.harbour == harbour(number)]

    def _search(self, request: Request) -> Reply:
        self._note(f"engine: {request.form['q']}", _search_step(request.form["q"]))
        found = HARBOUR.search(request.form["q"])
        return page(result_page(self.site, f"/{found[0]}" if found else ""))

    def _look_up(self, request: Request) -> Reply:
        query = request.query["gsrsearch"]
        self._note(f"encyclopedia: {query}", _search_step(query))
        return NOTHING_KNOWN

    def _article(self, name: str) -> Callable[[Request], Reply]:
        def answer(request: Request) -> Reply:
            self._note(f"page: {request.path}", self.site.url(request.path))
            return page(article(*ARTICLES[name]))

        return answer

    def _answer(self, body: Json) -> Json:
        mark = uuid.uuid4().hex
        self._note(f"model: {json.dumps(body, sort_keys=True)}", mark)
        self._pace.wait(MODEL_SECONDS)
        answer = self._author(body)
        answer["choices"][0]["message"]["tool_calls"][0]["id"] = mark
        return answer

    def _note(self, what: str, mark: str) -> None:
        found = HARBOUR.search(what)
        self.asked.append(Asked(time.time(), found[0] if found else "", what, mark))


def _search_step(query: str) -> str:
    """The key of the step that searches for it: the plan has the topic and one more question."""
    return "1/research/q2/1" if query.endswith("criticism") else "1/plan/topic/1"
