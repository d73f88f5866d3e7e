from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from briefings.models import WorkerBeat


def test_alive_without_a_database(client: Client):
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.django_db
def test_ready_when_the_database_answers(client: Client):
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"ready": True, "database": "ok", "worker": None}


@pytest.mark.django_db
def test_the_newest_beat_and_what_is_carried_now_are_told(client: Client):
    now = timezone.now()
    for age, runs in ((2, 3), (40, 4), (3600, 9)):
        WorkerBeat.objects.create(name=f"host:{age}", beat_at=now - timedelta(seconds=age), runs=runs)
    worker = client.get("/readyz").json()["worker"]
    assert worker["runs"] == 7
    assert 2 <= worker["age_s"] < 10
    assert worker["beat_at"].endswith("Z")


@pytest.mark.django_db
def test_a_site_without_a_worker_still_takes_requests(client: Client):
    WorkerBeat.objects.create(name="host:1", beat_at=timezone.now() - timedelta(hours=1), runs=9)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["worker"]["runs"]) == (200, 0)
    assert response.json()["worker"]["age_s"] > 3599


@pytest.mark.django_db
def test_not_ready_when_the_database_does_not(client: Client):
    def refuse(*call):
        raise OperationalError("the server closed the connection")

    with connection.execute_wrapper(refuse):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json().items() >= {"ready": False, "database": "unreachable"}.items()
    assert response.json()["hint"]


@pytest.fixture
def without_tables(transactional_db) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE briefings_workerbeat RENAME TO put_aside")
    yield
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE put_aside RENAME TO briefings_workerbeat")


@pytest.mark.usefixtures("without_tables")
def test_not_ready_before_the_tables_are_made(client: Client):
    response = client.get("/readyz")
    assert response.status_code == 503
    assert (response.json()["ready"], response.json()["database"]) == (False, "no tables")
    assert "manage.py migrate" in response.json()["hint"]
