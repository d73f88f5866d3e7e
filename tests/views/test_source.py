import uuid

import pytest
from django.test import Client

from briefings.models import SourceRow
from tests.factories import RunFactory, SourceRowFactory

pytestmark = pytest.mark.django_db


def test_a_source_comes_with_the_text_that_was_read(owner: Client, guest: uuid.UUID):
    source = SourceRowFactory.create(
        run=RunFactory.create(guest=guest), number=3, text="Copper.\n\n## Ore", tier="academic"
    )
    told = owner.get(f"/briefings/{source.run_id}/sources/3.json").json()
    assert (told["id"], told["text"], told["sha256"], told["tier"]) == (3, source.text, source.sha256, "academic")


def test_a_source_tells_what_it_rests_on(owner: Client, guest: uuid.UUID):
    basis = [{"title": "RFC 9114", "url": "https://rfc.example/9114"}, {"title": "A handbook", "url": ""}]
    row = SourceRowFactory.create(run=RunFactory.create(guest=guest), number=3, basis=basis)
    assert owner.get(f"/briefings/{row.run_id}/sources/3.json").json()["basis"] == basis
    again = SourceRow.of(row.run, row.read())
    assert [dict(text) for text in again.basis] == basis


@pytest.mark.parametrize("number", ["4", "0", "9" * 30])
def test_a_source_that_does_not_exist_is_not_found(owner: Client, guest: uuid.UUID, number: str):
    source = SourceRowFactory.create(run=RunFactory.create(guest=guest), number=3)
    assert owner.get(f"/briefings/{source.run_id}/sources/{number}.json").status_code == 404


def test_a_source_of_another_run_is_not_found(owner: Client, guest: uuid.UUID):
    SourceRowFactory.create(run=RunFactory.create(), number=1)
    assert owner.get(f"/briefings/{RunFactory.create(guest=guest).pk}/sources/1.json").status_code == 404
