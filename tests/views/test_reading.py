import re
import uuid

import pytest
from django.test import Client

from tests.factories import RunFactory, SourceRowFactory, document

pytestmark = pytest.mark.django_db


def page_of(client: Client, source) -> str:
    response = client.get(f"/briefings/{source.run_id}/sources/{source.number}/")
    assert response.status_code == 200
    return response.content.decode()


def test_a_source_can_be_read_as_it_was(owner: Client, guest: uuid.UUID):
    text = "Copper is old.\nIt lasts.\n\n## Ore\n\n- chalcopyrite\n- <b>bornite</b>\n\nThe end."
    page = page_of(owner, SourceRowFactory.create(run=RunFactory.create(guest=guest), text=text, language="en"))
    assert "<p>Copper is old.<br>It lasts.</p>" in page
    assert re.search(r"<h2[^>]*>Ore</h2>", page)
    assert "<ul><li>chalcopyrite</li><li>&lt;b&gt;bornite&lt;/b&gt;</li></ul>" in page
    assert "<p>The end.</p>" in page


def test_a_source_goes_by_the_number_of_its_reference(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, success=True, document=document(source=7))
    cited, other = (SourceRowFactory.create(run=run, number=number) for number in (7, 1))
    assert "Source [1], as it was read" in page_of(owner, cited)
    assert "does not cite" in page_of(owner, other)
    assert f'href="/briefings/{run.pk}/sources/7.json"' in page_of(owner, cited)


def test_a_source_tells_its_language(owner: Client, guest: uuid.UUID):
    source = SourceRowFactory.create(run=RunFactory.create(guest=guest), language="zh-Hans", title="铜")
    assert re.search(r'<article [^>]*lang="zh-Hans"', page_of(owner, source))
    assert re.search(r'<h1 [^>]*lang="zh-Hans"[^>]*>铜', page_of(owner, source))


def test_an_address_that_is_no_web_address_is_no_link(owner: Client, guest: uuid.UUID):
    basis = [{"title": "A text", "url": "javascript:alert(2)"}]
    source = SourceRowFactory.create(run=RunFactory.create(guest=guest), url="javascript:alert(1)", basis=basis)
    assert "javascript:" not in page_of(owner, source)


@pytest.mark.parametrize("number", ["4", "0", "9" * 30])
def test_a_source_that_does_not_exist_is_not_found(owner: Client, guest: uuid.UUID, number: str):
    run = RunFactory.create(guest=guest)
    assert owner.get(f"/briefings/{run.pk}/sources/{number}/").status_code == 404
