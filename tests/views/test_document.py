import json
import re
import uuid
from urllib.parse import unquote

import pytest
from django.test import Client

from briefings.models import Run
from tests.factories import ArtifactFactory, RunFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(guest: uuid.UUID) -> Run:
    run = RunFactory.create(guest=guest, success=True, topic="碳边境调节机制")
    ArtifactFactory.create(run=run, format="docx", content=b"PK docx")
    ArtifactFactory.create(run=run, format="pdf", content=b"%PDF- pdf")
    ArtifactFactory.create(run=run, format="md", content="# 碳".encode())
    return run


@pytest.mark.parametrize(
    ("form", "media_type", "content"),
    [
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", b"PK docx"),
        ("pdf", "application/pdf", b"%PDF- pdf"),
        ("md", "text/markdown; charset=utf-8", "# 碳".encode()),
    ],
)
def test_a_file_is_what_was_stored(owner: Client, run: Run, form: str, media_type: str, content: bytes):
    response = owner.get(f"/briefings/{run.pk}/document.{form}")
    assert (response.status_code, response["Content-Type"], response.content) == (200, media_type, content)
    assert response["Content-Disposition"].startswith("attachment; ")
    assert f".{form}" in response["Content-Disposition"]
    assert "no-store" in response["Cache-Control"]


def test_json_is_the_document_itself(owner: Client, run: Run):
    response = owner.get(f"/briefings/{run.pk}/document.json")
    assert response["Content-Type"] == "application/json"
    assert json.loads(response.content) == run.document


@pytest.mark.parametrize("form", ["docx", "pdf", "md", "json"])
@pytest.mark.parametrize("state", ["running", "failed", "cancelled"])
def test_without_a_finished_document_there_is_a_conflict(owner: Client, guest: uuid.UUID, state: str, form: str):
    run = RunFactory.create(guest=guest, **{state: True})
    response = owner.get(f"/briefings/{run.pk}/document.{form}")
    assert response.status_code == 409
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert state in response.content.decode()


def test_a_file_that_could_not_be_made_is_missing_for_a_reason(owner: Client, guest: uuid.UUID):
    faults = [{"stage": "render", "cause": "pdf", "detail": "no font has 3 of its characters"}]
    run = RunFactory.create(guest=guest, success=True, faults=faults)
    response = owner.get(f"/briefings/{run.pk}/document.pdf")
    assert response.status_code == 404
    assert response.content.decode() == "The PDF file could not be made. no font has 3 of its characters"


@pytest.mark.parametrize("form", ["exe", "DOCX", "tar-gz"])
def test_an_unknown_form_is_not_found(owner: Client, run: Run, form: str):
    assert owner.get(f"/briefings/{run.pk}/document.{form}").status_code == 404


TOPICS = [
    "碳边境调节机制",
    "碳边境",
    "الطاقة المدية",
    "潮汐発電／港湾",
    "!!!",
    "../../etc/passwd",
    "CON",
    'name"; filename="x.exe',
    "Line\r\nSet-Cookie: a=b",
    "很长的标题" * 60,
    "Café & Co. – “draft”",
    "Tidal \u202egnp.exe power",
    "a" * 500,
]


def names(client: Client, guest: uuid.UUID, topic: str) -> tuple[str, str]:
    run = RunFactory.create(guest=guest, success=True, topic=topic)
    header = client.get(f"/briefings/{run.pk}/document.json")["Content-Disposition"]
    found = re.fullmatch(r"attachment; filename=\"([^\"\\]+)\"; filename\*=UTF-8''([A-Za-z0-9%._~-]+)", header)
    assert found, header
    return found[1], unquote(found[2])


def test_both_names_of_a_file_are_safe_and_its_own(owner: Client, guest: uuid.UUID):
    made = [names(owner, guest, topic) for topic in [*TOPICS, *TOPICS]]
    assert all(plain.isascii() for plain, _ in made)
    for name in (name for pair in made for name in pair):
        assert 0 < len(name.encode()) <= 100
        assert name.endswith(".json")
        assert not re.search(r'[\x00-\x1f/\\:"<>|?*\u202e]', name)
        assert not name.startswith(".")
    assert len({plain for plain, _ in made}) == len({readable for _, readable in made}) == len(made)


@pytest.mark.parametrize("topic", ["碳边境调节机制", "الطاقة", "Café"])
def test_the_readable_name_keeps_its_script(owner: Client, guest: uuid.UUID, topic: str):
    assert names(owner, guest, topic)[1].startswith(topic)
