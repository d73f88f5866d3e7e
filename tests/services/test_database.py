from collections.abc import Callable

import pytest
from django.db import InterfaceError, InternalError, OperationalError

from briefings.models import WorkerBeat
from briefings.services import database
from briefings.services.database import SharedConnections

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(database, "PAUSES", (0.0, 0.0, 0.0))


def failing(times: int, error: type[Exception]) -> Callable[[], str]:
    """Work that writes a row and fails so often before it succeeds."""
    left = iter(range(times))

    def work() -> str:
        WorkerBeat.objects.get_or_create(name="worker")
        for _ in left:
            raise error("server closed the connection unexpectedly")
        return "done"

    return work


@pytest.mark.parametrize("error", [OperationalError, InterfaceError, InternalError])
@pytest.mark.parametrize("times", [0, 1, 3])
def test_work_whose_connection_fails_is_done_on_another_one(error, times, caplog):
    with SharedConnections(2) as shared:
        assert shared.do(failing(times, error)) == "done"
    assert caplog.text.count("the database failed") == times


def test_a_database_that_stays_away_is_told():
    with SharedConnections(2) as shared, pytest.raises(OperationalError):
        shared.do(failing(4, OperationalError))


def test_what_is_wrong_with_the_work_itself_is_told_at_once():
    with SharedConnections(2) as shared, pytest.raises(ZeroDivisionError):
        shared.do(lambda: 1 // 0)
