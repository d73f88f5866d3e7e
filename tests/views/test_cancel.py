import uuid

import pytest
from django.test import Client

from briefings.models import QuotaDay, Run
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", ["running", "awaiting_approval", "handed_back", "waiting"])
def test_the_owner_ends_a_run_that_is_not_over(owner: Client, guest: uuid.UUID, state: str):
    run = RunFactory.create(guest=guest, called=True, **{state: True})
    response = owner.post(f"/briefings/{run.pk}/cancel/")
    assert (response.status_code, response["Location"]) == (303, f"/briefings/{run.pk}/")
    told = owner.get(f"/briefings/{run.pk}.json").json()
    assert (told["status"], told["outcome"], told["stage"]) == ("cancelled", None, None)
    page = owner.get(f"/briefings/{run.pk}/").content.decode()
    assert "You cancelled this briefing." in page
    assert "It counts towards your quota" in page
    assert "hx-trigger" not in page


def test_what_was_cancelled_before_anything_was_done_is_free(client: Client, settings):
    settings.KYLE_GUEST_QUOTA = 1
    fields = {"topic": "Tidal power", "kind": "standard"}
    place = client.post("/briefings/", fields)["Location"]
    assert client.post("/briefings/", fields).status_code == 429
    page = client.post(f"{place}cancel/", follow=True).content.decode()
    assert "It does not count towards your quota" in page
    assert QuotaDay.objects.get(scope="site").used == 0
    assert client.post("/briefings/", fields).status_code == 303


@pytest.mark.parametrize("state", ["success", "degraded", "failed", "rejected", "cancelled"])
def test_what_is_over_cannot_be_cancelled(owner: Client, guest: uuid.UUID, state: str):
    run = RunFactory.create(guest=guest, **{state: True})
    before = Run.objects.values().get()
    response = owner.post(f"/briefings/{run.pk}/cancel/")
    page = response.content.decode()
    assert response.status_code == 409
    assert "cannot be cancelled any more" in page
    assert f'href="/briefings/{run.pk}/"' in page
    assert Run.objects.values().get() == before


def test_the_page_of_an_unfinished_run_offers_it(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, running=True)
    page = owner.get(f"/briefings/{run.pk}/").content.decode()
    assert f'<form method="post" action="/briefings/{run.pk}/cancel/">' in page
    assert "/cancel/" not in owner.get(f"/briefings/{run.pk}/progress/").content.decode()


@pytest.mark.parametrize("action", ["cancel", "retry"])
def test_reading_changes_nothing(owner: Client, guest: uuid.UUID, action: str):
    run = RunFactory.create(guest=guest)
    assert owner.get(f"/briefings/{run.pk}/{action}/").status_code == 405


@pytest.mark.parametrize("action", ["cancel", "retry"])
def test_another_site_cannot_have_it_done(guest: uuid.UUID, action: str):
    client = Client(enforce_csrf_checks=True)
    session = client.session
    session["guest"] = str(guest)
    session.save()
    run = RunFactory.create(guest=guest, **({"failed": True} if action == "retry" else {}))
    assert client.post(f"/briefings/{run.pk}/{action}/").status_code == 403
    assert Run.objects.get().status == run.status
