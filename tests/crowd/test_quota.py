"""A quota that a crowd storms: never oversold, never lost."""

import json
import random
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import connections
from django.db.models import Sum

from briefings.models import QuotaDay, Run, Status, User
from briefings.services import carrier
from tests.at_once import PATIENCE, at_once
from tests.crowd.visitor import Answer, Visitor
from tests.doubles.openai_server import Answer as ModelAnswer
from tests.doubles.openai_server import Json, OpenAIServer
from tests.doubles.scripted_author import ScriptedAuthor
from tests.processes import eventually

QUOTA = 20
KEPT = "How does HTTP/3 differ from HTTP/2?"
DOOMED = "How does a doomed request end?"
NO_KEY: ModelAnswer = 401, {}, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}


def ask(visitor: Visitor, hidden: dict[str, str], topic: str = KEPT, token: str = "") -> Answer:
    submission = token or str(uuid.uuid4())
    return visitor.post("/briefings/", **hidden | {"topic": topic, "length": "brief", "submission": submission})


def used(user: User) -> int:
    return QuotaDay.objects.get(scope=f"user:{user.pk}").used


def test_two_hundred_at_once_get_what_there_is_and_no_more(serve, account):
    served, reader = serve(), account()
    visitor = served.signed_in(reader)
    hidden = visitor.hidden()
    answers = at_once([partial(ask, visitor, hidden)] * 200)
    assert Counter(answer.status for answer in answers) == {303: QUOTA, 429: 200 - QUOTA}
    assert used(reader) == QuotaDay.objects.get(scope="site").used == QUOTA
    accepted = {answer.place for answer in answers if answer.status == 303}
    assert accepted == {f"/briefings/{run.pk}/" for run in Run.objects.all()}
    assert "Traceback" not in served.log


@pytest.fixture
def provider(settings) -> Iterator[None]:
    """A model whose key is refused for what is doomed, so that those runs fail at their first call."""
    author = ScriptedAuthor()

    def answer(request: Json) -> ModelAnswer:
        return NO_KEY if DOOMED in str(request["messages"]) else author(request)

    with OpenAIServer(answer) as model:
        settings.KYLE_CAST = "model"
        settings.OPENAI_BASE_URL = model.base_url
        yield


@contextmanager
def beside(work: Callable[[], object]) -> Iterator[None]:
    """Does `work` over and over in a thread of its own, until the context ends."""
    over = threading.Event()

    def repeat() -> None:
        try:
            while not over.is_set():
                work()
                over.wait(0.02)
        finally:
            connections.close_all()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Tab:
    """One of the reader's tabs, in which requests are sent, sent twice, cancelled, and tried again."""

    def __init__(self, visitor: Visitor, hidden: dict[str, str], seed: int) -> None:
        self._visitor = visitor
        self._hidden = hidden
        self._random = random.Random(seed)
        self.charged: list[str] = []
        self.statuses: Counter[int] = Counter()

    def __call__(self) -> None:
        for _ in range(5):
            topic = self._random.choices((KEPT, DOOMED), (1, 6))[0]
            token = str(uuid.uuid4())
            self._send(partial(ask, self._visitor, self._hidden, topic, token))

    def _send(self, post: Callable[[], Answer]) -> None:
        answer = post()
        self.statuses[answer.status] += 1
        if answer.status != 303:
            return
        self.charged.append(answer.place)
        act = self._random.choice((self._cancel, self._double, self._retry))
        act(answer.place, post)

    def _double(self, place: str, post: Callable[[], Answer]) -> None:
        assert post().place == place

    def _cancel(self, place: str, post: Callable[[], Answer]) -> None:
        assert {answer.status for answer in at_once([partial(self._act, place, "cancel")] * 2)} <= {303, 409}

    def _retry(self, place: str, post: Callable[[], Answer]) -> None:
        assert eventually(lambda: json.loads(self._visitor.get(place[:-1] + ".json").text)["finished_at"], PATIENCE)
        answer = self._act(place, "retry")
        assert answer.status in (303, 409, 429)
        if answer.status == 303:
            self.charged.append(place)

    def _act(self, place: str, action: str) -> Answer:
        return self._visitor.post(f"{place}{action}/", **self._hidden)


def test_failures_cancellations_and_retries_neither_lose_nor_oversell(serve, account, provider):
    served, reader = serve(KYLE_CAST="model"), account()
    visitor = served.signed_in(reader)
    hidden = visitor.hidden()
    tabs = [Tab(visitor, hidden, seed) for seed in range(40)]
    seen: list[int] = []

    def look() -> None:
        seen.append(QuotaDay.objects.filter(scope=f"user:{reader.pk}").aggregate(used=Sum("used", default=0))["used"])

    with beside(look), beside(carrier.carry):
        outcomes = at_once(tabs)
        unfinished = Run.objects.filter(status__in=(Status.QUEUED, Status.RUNNING))
        assert eventually(lambda: not unfinished.all().exists(), PATIENCE)
    assert outcomes == [None] * len(tabs)
    statuses = sum((tab.statuses for tab in tabs), Counter())
    charged = sum(len(tab.charged) for tab in tabs)
    runs = list(Run.objects.all())
    assert statuses[303] == len(runs)
    assert statuses[429] == 200 - statuses[303] > 0
    assert charged == sum(run.series for run in runs) > QUOTA
    refunded = charged - sum(not run.refunded for run in runs)
    assert used(reader) == charged - refunded <= QUOTA
    assert max(seen) <= QUOTA
    for run in runs:
        gives_back = run.status == Status.FAILED or (run.status == Status.CANCELLED and not run.called)
        assert run.refunded is gives_back, (run.status, run.called)
    assert {run.status for run in runs} >= {Status.DONE, Status.FAILED, Status.CANCELLED}
    assert "Traceback" not in served.log
