import threading
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from briefings.models import Run, Status
from briefings.services import carrier
from briefings.services.carrier import Carrier
from briefings.services.database import SharedConnections
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.doubles.openai_server import Answer, Json
from tests.doubles.scripted_author import ScriptedAuthor
from tests.fakes import brief

TOO_MANY = {"error": {"message": "Too many requests."}}

pytestmark = pytest.mark.django_db(transaction=True)


def ask(topic: str = "How does HTTP/3 differ from HTTP/2?") -> Run:
    return submit(brief(topic, length="brief"), Requester(), uuid.uuid4())


def carry(capacity: int = 1) -> int:
    return Carrier(capacity, lambda: False).carry()


def test_capacity_that_is_freed_is_used_without_waiting_for_the_next_tick(monkeypatch):
    monkeypatch.setattr(carrier, "TICK_SECONDS", 300.0)
    runs = [ask() for _ in range(3)]
    assert carry(capacity=1) == 3
    for run in runs:
        run.refresh_from_db()
    assert {run.status for run in runs} == {Status.DONE}
    times = [(run.started_at, run.finished_at) for run in runs]
    assert times == sorted(times)


class Together(ScriptedAuthor):
    """Answers whoever asks first only when so many ask at once."""

    def __init__(self, runs: int) -> None:
        super().__init__()
        self._together = threading.Barrier(runs, timeout=60)

    def __call__(self, request):
        if any(tool["function"]["name"] == "web_search" for tool in request["tools"]):
            self._together.wait()
        return super().__call__(request)


def test_many_runs_are_carried_at_once_on_a_few_connections(serve, settings):
    settings.KYLE_DATABASE_CONNECTIONS = 3
    serve(Together(6))
    for number in range(6):
        ask(f"Costs of tidal power at pier {number}")
    assert carry(capacity=6) == 6
    assert set(Run.objects.values_list("status", "outcome", "attempt")) == {("done", "success", 1)}


def test_no_more_connections_are_opened_than_there_may_be():
    def session() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return id(connection.connection)

    with SharedConnections(3) as database:
        together = threading.Barrier(12)
        seen: list[int] = []

        def ask_the_database() -> None:
            together.wait(30)
            seen.extend(database.do(session) for _ in range(10))

        threads = [threading.Thread(target=ask_the_database) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert len(seen) == 120
    assert 1 <= len(set(seen)) <= 3


class Limited:
    """A model whose provider asks for a wait of 90 s whenever it is to lay a document out."""

    def __init__(self) -> None:
        self.is_limited = True
        self._author = ScriptedAuthor()

    def __call__(self, request: Json) -> Answer:
        if self.is_limited and any(tool["function"]["name"] == "outline" for tool in request["tools"]):
            return 429, {"Retry-After": "90"}, TOO_MANY
        return self._author(request)


def test_a_long_wait_gives_the_run_back_until_its_time_comes_and_spends_no_attempt(serve):
    model = Limited()
    world = serve(model)
    run = ask("Costs of tidal power")
    before = timezone.now()
    assert carry() == 1
    run.refresh_from_db()
    assert (run.status, run.lease, run.attempt, run.waits) == (Status.QUEUED, None, 1, 1)
    assert run.not_before
    assert before + timedelta(seconds=90) <= run.not_before <= timezone.now() + timedelta(seconds=90)
    assert "limiting requests" in run.progress_message

    asked, read = len(world.model.requests), len(world.site.requests)
    assert carry() == 0
    assert len(world.model.requests) == asked

    model.is_limited = False
    Run.objects.filter(pk=run.pk).update(not_before=timezone.now())
    assert carry() == 1
    run.refresh_from_db()
    assert (run.status, run.outcome, run.attempt) == ("done", "success", 1)
    assert run.not_before is None
    assert len(world.site.requests) == read


def test_a_provider_that_always_asks_for_patience_ends_a_run_in_the_end(serve, settings):
    settings.KYLE_MAX_WAITS = 2
    serve(Limited())
    run = ask("Costs of tidal power")
    for waits in (1, 2):
        assert carry() == 1
        run.refresh_from_db()
        assert (run.status, run.waits) == (Status.QUEUED, waits)
        Run.objects.filter(pk=run.pk).update(not_before=None)
    assert carry() == 1
    run.refresh_from_db()
    assert (run.status, run.attempt, run.waits) == (Status.FAILED, 1, 2)
    assert "model.rate_limited" in {f"{fault['stage']}.{fault['cause']}" for fault in run.faults}


def test_what_was_spent_before_a_hand_back_is_counted_on_by_the_next_carrier(serve):
    model = Limited()
    serve(model)
    run = ask("Costs of tidal power")
    carry()
    run.refresh_from_db()
    spent = run.cost_usd
    assert spent > 0
    model.is_limited = False
    Run.objects.filter(pk=run.pk).update(not_before=None)
    carry()
    run.refresh_from_db()
    assert run.cost_usd > spent
    assert run.cost_usd == sum(span.cost_usd or 0 for span in run.spans.filter(call="model"))


def test_a_carrier_that_is_to_stop_claims_nothing():
    run = ask()
    assert Carrier(1, lambda: True).carry() == 0
    run.refresh_from_db()
    assert run.status == Status.QUEUED


def test_a_carrier_recovers_what_others_left_behind():
    run = ask()
    Run.objects.claim(uuid.uuid4(), simplified_from=7)
    Run.objects.filter(pk=run.pk).update(heartbeat_at=timezone.now() - timedelta(hours=1))
    assert carry() == 1
    run.refresh_from_db()
    assert (run.status, run.attempt) == (Status.DONE, 2)
