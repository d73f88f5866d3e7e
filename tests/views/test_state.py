import uuid

import pytest
from django.test import Client

from tests.factories import ArtifactFactory, RunFactory, SourceRowFactory

pytestmark = pytest.mark.django_db

KEYS = """id topic kind cast status outcome reasons faults attempt simplified stage stages progress routing draft
heartbeat_at created_at started_at finished_at cost_usd unpriced pricing_version tokens sources score note document"""


@pytest.mark.parametrize("state", ["running", "success", "failed"])
def test_the_state_of_a_run_is_json(owner: Client, guest: uuid.UUID, state: str):
    run = RunFactory.create(guest=guest, **{state: True})
    SourceRowFactory.create(run=run, number=1)
    response = owner.get(f"/briefings/{run.pk}.json")
    assert response["Content-Type"] == "application/json"
    assert "no-store" in response["Cache-Control"]
    assert set(KEYS.split()) <= set(response.json())


def test_the_addresses_of_the_files_work(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, success=True)
    ArtifactFactory.create(run=run, format="docx")
    files = owner.get(f"/briefings/{run.pk}.json").json()["document"]
    assert files["pdf"] is None
    assert owner.get(files["docx"]).status_code == owner.get(files["json"]).status_code == 200
