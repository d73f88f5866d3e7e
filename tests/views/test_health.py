import pytest
from django.db import OperationalError, connection
from django.test import Client


def test_alive_without_a_database(client: Client):
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.django_db
def test_ready_when_the_database_answers(client: Client):
    response = client.get("/readyz")
    assert (response.status_code, response.json()["ready"]) == (200, True)


@pytest.mark.django_db
def test_not_ready_when_the_database_does_not(client: Client):
    def refuse(*call):
        raise OperationalError("the server closed the connection")

    with connection.execute_wrapper(refuse):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"ready": False, "database": "unreachable"}
