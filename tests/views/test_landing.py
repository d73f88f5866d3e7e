import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from briefings.domain.brief import Brief
from tests.factories import RunFactory, UserFactory

pytestmark = pytest.mark.django_db


def token(page: str) -> str:
    found = re.search(r'name="submission" value="([^"]+)"', page)
    assert found
    return found[1]


def test_says_what_kyle_does_and_has_the_form(client: Client):
    page = client.get("/").content.decode()
    assert "briefing document" in page
    assert 'name="topic"' in page
    assert re.search(r'<input[^>]*type="hidden"[^>]*name="csrfmiddlewaretoken"', page)
    assert uuid.UUID(token(page))


def test_every_rendering_has_its_own_token_and_no_cache_keeps_it(client: Client):
    first, second = client.get("/"), client.get("/")
    assert token(first.content.decode()) != token(second.content.decode())
    assert "no-store" in first["Cache-Control"]


def test_every_input_has_a_label(client: Client):
    page = client.get("/").content.decode()
    ids = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]* id="([^"]+)"', page)
    assert ids
    assert all(f'for="{name}"' in page for name in ids)


def test_an_earlier_request_fills_the_form(owner: Client, guest: uuid.UUID):
    brief = Brief(topic="Tidal power", length="extended", audience="a board", language="fr", as_of="2026-01-02")
    run = RunFactory.create(guest=guest, failed=True, brief=brief.model_dump(mode="json"))
    page = owner.get(f"/?again={run.pk}").content.decode()
    assert "Tidal power" in page
    assert 'value="a board"' in page
    assert '<option value="extended" selected>' in page
    assert '<option value="fr" selected>' in page
    assert token(page) != str(run.submission)


@pytest.mark.parametrize("again", ["nonsense", "", "00000000-0000-0000-0000-000000000000"])
def test_an_earlier_request_that_does_not_exist_leaves_the_form_empty(client: Client, again: str):
    assert client.get("/", {"again": again}).status_code == 200


def test_a_strangers_request_fills_nothing(client: Client):
    run = RunFactory.create(topic="A secret plan")
    assert "A secret plan" not in client.get(f"/?again={run.pk}").content.decode()


def test_only_reads(client: Client):
    assert client.post(reverse("landing")).status_code == 405


def test_the_form_says_what_is_left_today(client: Client, settings):
    settings.KYLE_GUEST_QUOTA = 3
    page = client.get("/").content.decode()
    assert "3 of 3 briefings for a guest are left today. The count starts anew on " in page
    client.post("/briefings/", {"topic": "Tidal power"})
    client.post("/briefings/", {"topic": "Tidal power"})
    assert "1 of 3 briefings for a guest is left today." in client.get("/").content.decode()
    assert "1 of 3 briefings" in client.post("/briefings/", {"topic": ""}).content.decode()
    client.post("/briefings/", {"topic": "Tidal power"})
    assert "No briefing is left today: for a guest there are 3 a day." in client.get("/").content.decode()


def test_a_newcomer_is_told_what_is_left_at_his_address(client: Client, settings):
    settings.KYLE_GUEST_ADDRESS_QUOTA = 1
    Client().post("/briefings/", {"topic": "Tidal power"})
    assert "No briefing is left today: for all guests at your network address" in client.get("/").content.decode()
    assert "sessionid" not in client.cookies


def test_an_account_is_told_what_is_left_for_it(client: Client):
    client.force_login(UserFactory.create())
    assert "20 of 20 briefings for your account are left today." in client.get("/").content.decode()


def test_examples_of_what_the_local_corpus_covers_fill_the_form(client: Client, settings):
    settings.KYLE_SEARCH = "knowledge"
    page = client.get("/").content.decode()
    assert "searches its local corpus alone" in page
    places = re.findall(r'href="(/\?topic=[^"]+)"', page)
    assert len(places) == 6
    (title,) = re.findall(rf'href="{re.escape(places[0])}"[^>]*>([^<]+)<', page)
    assert f">\n{title}</textarea>" in client.get(places[0]).content.decode()


def test_with_the_web_the_local_corpus_is_what_stays_offline(client: Client, settings):
    settings.KYLE_SEARCH = "duckduckgo,knowledge"
    assert "even where the web cannot be reached" in client.get("/").content.decode()
    settings.KYLE_SEARCH = "duckduckgo"
    assert "/?topic=" not in client.get("/").content.decode()


def test_examples_do_not_tempt_away_from_what_was_typed(client: Client):
    assert b"/?topic=" not in client.post("/briefings/", {"topic": "x"}).content
