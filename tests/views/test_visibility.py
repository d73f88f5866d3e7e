import uuid

import pytest
from django.test import Client

from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("was", "sent", "becomes"),
    [
        (False, "1", True),
        (True, "1", True),
        (True, "0", False),
        (False, "0", False),
        (False, None, True),
        (True, None, False),
    ],
)
def test_the_owner_decides_who_can_see_a_run(
    owner: Client, guest: uuid.UUID, was: bool, sent: str | None, becomes: bool
):
    run = RunFactory.create(guest=guest, success=True, is_public=was)
    response = owner.post(f"/briefings/{run.pk}/visibility/", {} if sent is None else {"public": sent})
    run.refresh_from_db()
    assert (response.status_code, response["Location"]) == (303, f"/briefings/{run.pk}/")
    assert run.is_public == becomes


def test_the_page_confirms_it_and_offers_the_way_back(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, failed=True)
    page = owner.post(f"/briefings/{run.pk}/visibility/", {"public": "1"}, follow=True).content.decode()
    assert "This briefing is public now." in page
    assert "Make it private" in page
    assert f'href="/dashboard/runs/{run.pk}/"' in page


def test_reading_changes_nothing(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest)
    assert owner.get(f"/briefings/{run.pk}/visibility/").status_code == 405
