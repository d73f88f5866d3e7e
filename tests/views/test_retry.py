import uuid

import pytest
from django.test import Client

from briefings.models import QuotaDay, Run
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def failed(guest: uuid.UUID) -> Run:
    return RunFactory.create(guest=guest, failed=True)


def test_a_failed_run_is_tried_again(owner: Client, failed: Run):
    response = owner.post(f"/briefings/{failed.pk}/retry/")
    assert (response.status_code, response["Location"]) == (303, f"/briefings/{failed.pk}/")
    told = owner.get(f"/briefings/{failed.pk}.json").json()
    assert (told["status"], told["outcome"], told["attempt"], told["faults"]) == ("queued", None, 1, [])
    assert "Waiting to begin" in owner.get(response["Location"]).content.decode()
    assert QuotaDay.objects.filter(used=1).count() == 3  # of the guest, of the address, of the site


def test_its_page_offers_it_and_says_what_it_costs(owner: Client, failed: Run):
    page = owner.get(f"/briefings/{failed.pk}/").content.decode()
    assert f'<form method="post" action="/briefings/{failed.pk}/retry/">' in page
    assert "It counts as one of today’s briefings." in page


@pytest.mark.parametrize("state", ["running", "awaiting_approval", "success", "rejected", "cancelled"])
def test_nothing_but_a_failed_run_is_tried_again(owner: Client, guest: uuid.UUID, state: str):
    run = RunFactory.create(guest=guest, **{state: True})
    response = owner.post(f"/briefings/{run.pk}/retry/")
    assert response.status_code == 409
    assert "cannot be tried again" in response.content.decode()
    assert f'href="/briefings/{run.pk}/"' in response.content.decode()
    assert not QuotaDay.objects.exists()
    assert "/retry/" not in owner.get(f"/briefings/{run.pk}/").content.decode()


def test_without_quota_it_says_so_and_the_run_stays_as_it_is(owner: Client, failed: Run, settings):
    settings.KYLE_GUEST_QUOTA = 0
    response = owner.post(f"/briefings/{failed.pk}/retry/")
    page = response.content.decode()
    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0
    assert "Kyle writes 0 briefings a day for a guest" in page
    assert f'href="/briefings/{failed.pk}/"' in page
    assert "<textarea" not in page
    assert Run.objects.get().status == "failed"
