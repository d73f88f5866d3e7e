"""Nobody but its requester learns that a run exists, whoever asks and however."""

import uuid

import pytest
from django.test import Client

from tests.factories import ArtifactFactory, RunFactory, SourceRowFactory, UserFactory

pytestmark = pytest.mark.django_db

TAILS = [
    "/", ".json", "/progress/", "/document.docx", "/document.pdf", "/document.md", "/document.json", "/sources/1.json",
    "/sources/1/",
]  # fmt: skip
ACTIONS = ["visibility", "cancel", "retry", "decision", "share", "follow-up", "refresh"]


@pytest.fixture(params=["nobody", "guest", "account", "operator"])
def stranger(request: pytest.FixtureRequest) -> Client:
    client = Client()
    if request.param == "guest":
        session = client.session
        session["guest"] = str(uuid.uuid4())
        session.save()
    elif request.param != "nobody":
        client.force_login(UserFactory.create(operator=request.param == "operator"))
    return client


@pytest.fixture(params=["of a guest", "of an account", "of nobody", "public"])
def run(request: pytest.FixtureRequest):
    owner = UserFactory.create() if request.param == "of an account" else None
    guest = uuid.uuid4() if request.param in ("of a guest", "public") else None
    run = RunFactory.create(owner=owner, guest=guest, success=True, public=request.param == "public")
    SourceRowFactory.create(run=run, number=1)
    ArtifactFactory.create(run=run)
    return run


@pytest.mark.parametrize("tail", TAILS)
def test_a_stranger_gets_no_page(stranger: Client, run, tail: str):
    assert stranger.get(f"/briefings/{run.pk}{tail}").status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_can_do_nothing(stranger: Client, run, action: str):
    assert stranger.post(f"/briefings/{run.pk}/{action}/").status_code == 404
    was_public = run.is_public
    run.refresh_from_db()
    assert run.is_public == was_public


def test_the_owner_gets_them_all(client: Client):
    user = UserFactory.create()
    run = RunFactory.create(owner=user, guest=None, success=True)
    SourceRowFactory.create(run=run, number=1)
    ArtifactFactory.create(run=run)
    client.force_login(user)
    missing = {tail for tail in TAILS if client.get(f"/briefings/{run.pk}{tail}").status_code != 200}
    assert missing == {"/document.pdf", "/document.md"}


def test_signing_out_closes_what_was_open(client: Client):
    user = UserFactory.create()
    run = RunFactory.create(owner=user, guest=None, success=True)
    client.force_login(user)
    assert client.get(f"/briefings/{run.pk}/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get(f"/briefings/{run.pk}/").status_code == 404
