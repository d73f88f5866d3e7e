import pytest
from django.test import Client

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
PASSWORD = "a long and secret phrase"


def test_signing_in_leads_to_the_runs_and_signing_out_to_the_start(client: Client):
    user = UserFactory.create(password=PASSWORD)
    response = client.post("/accounts/login/", {"username": user.username, "password": PASSWORD})
    assert response["Location"] == "/briefings/"
    assert "Sign out" in client.get("/").content.decode()
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert "Sign in" in client.get("/").content.decode()


def test_a_wrong_password_is_told_without_saying_which_is_wrong(client: Client):
    user = UserFactory.create(password=PASSWORD)
    pages = [
        client.post("/accounts/login/", {"username": name, "password": "wrong"}).content.decode()
        for name in (user.username, "nobody")
    ]
    assert all("Please enter a correct username and password" in page for page in pages)


def test_signing_in_leads_nowhere_else(client: Client):
    user = UserFactory.create(password=PASSWORD)
    fields = {"username": user.username, "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post("/accounts/login/", fields)["Location"] == "/briefings/"
