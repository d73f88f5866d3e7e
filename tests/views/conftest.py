import uuid

import pytest
from django.test import Client


@pytest.fixture
def guest() -> uuid.UUID:
    return uuid.uuid4()


@pytest.fixture
def owner(client: Client, guest: uuid.UUID, db) -> Client:
    """The browser of a guest who has submitted something before."""
    session = client.session
    session["guest"] = str(guest)
    session.save()
    return client
