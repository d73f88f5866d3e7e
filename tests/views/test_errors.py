import re
import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig
from django.test import Client, override_settings
from django.urls import path

from briefings.models import Run
from briefings.views import errors
from kyle_site.urls import *  # noqa: F403  (the handlers, and the pages that error pages link to)
from kyle_site.urls import urlpatterns as pages

pytestmark = pytest.mark.django_db


def broken(request):
    raise RuntimeError("a secret detail")


urlpatterns = [*pages, path("broken/", broken)]


@pytest.fixture
def checked() -> Client:
    return Client(enforce_csrf_checks=True)


def test_a_page_that_does_not_exist(client: Client):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "There is no such page here" in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]


def test_a_stale_form_is_shown_again_but_not_at_any_length(checked: Client):
    typed = {"topic": "tide " * 100_000, "language": "x" * 100_000, "audience": "a board"}
    response = checked.post("/briefings/", typed)
    assert response.status_code == 403
    assert b"a board" in response.content
    assert len(response.content) < 50_000


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("htmx", [True, False])
def test_an_unexpected_error_is_told_without_its_detail(htmx: bool):
    client = Client(raise_request_exception=False, headers={"HX-Request": "true"} if htmx else {})
    response = client.get("/broken/")
    page = response.content.decode()
    assert response.status_code == 500
    assert "Something went wrong" in page
    assert "secret" not in page
    assert ("<html" in page) is not htmx
    assert "hx-trigger" not in page


def test_a_request_without_a_token_makes_no_run(checked: Client):
    response = checked.post("/briefings/", {"topic": "Tidal power", "kind": "standard"})
    assert response.status_code == 403
    assert not Run.objects.exists()


def test_a_stale_form_keeps_what_was_typed(checked: Client):
    checked.get("/")
    token = str(uuid.uuid4())
    typed = {"topic": "Tidal <power>", "supplied_text": "My notes", "language": "fr", "submission": token}
    page = checked.post("/briefings/", typed | {"csrfmiddlewaretoken": "x" * 64}).content.decode()
    assert "Nothing was sent." in page
    assert "Tidal &lt;power&gt;" in page
    assert "My notes" in page
    assert '<option value="fr" selected>' in page
    fresh = dict(re.findall(r'<input type="hidden" name="(csrfmiddlewaretoken|submission)" value="([^"]+)"', page))
    assert fresh["submission"] != token
    assert checked.post("/briefings/", typed | fresh).status_code == 303


def test_a_stale_form_with_choices_that_do_not_exist_is_shown_with_the_usual_ones(checked: Client):
    response = checked.post("/briefings/", {"topic": "Tidal power", "kind": "haiku", "language": "xx"})
    assert response.status_code == 403
    assert '<option value="auto" selected>' in response.content.decode()
    assert 'name="kind" value="standard"' in response.content.decode()


def test_a_stale_token_with_htmx_is_answered_with_a_fragment(checked: Client):
    headers = {"HX-Request": "true", "X-CSRFToken": "FROM-BEFORE-LOGIN"}
    response = checked.post("/briefings/", {"topic": "Tidal power"}, headers=headers)
    assert response.status_code == 403
    assert "<html" not in response.content.decode()
    assert not Run.objects.exists()


def test_another_stale_form_is_told_in_a_friendly_way(checked: Client):
    response = checked.post("/accounts/logout/")
    assert response.status_code == 403
    assert "Please send this again" in response.content.decode()


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_too_much_at_once_is_refused_with_a_clear_message(checked: Client):
    for client in (checked, Client()):
        response = client.post("/briefings/", {"topic": "Tidal power", "supplied_text": "x" * 2000})
        assert response.status_code == 413
        assert "more than Kyle takes at once" in response.content.decode()


def test_a_host_that_kyle_does_not_serve_is_refused(client: Client):
    response = client.get("/", headers={"Host": "elsewhere.example"})
    assert response.status_code == 400
    assert "could not be understood" in response.content.decode()


def test_what_is_too_much_is_taken_before_it_is_answered(rf):
    # A server that closes a connection over unread data resets it, and the browser never sees the answer.
    request = rf.post("/briefings/", b"x" * 3_000_000, content_type="application/x-www-form-urlencoded")
    request.session, request.user = {}, AnonymousUser()
    assert errors.bad_request(request, RequestDataTooBig()).status_code == 413
    assert request.read(1) == b""


def test_nobody_is_listened_to_for_ever(rf, monkeypatch):
    monkeypatch.setattr(errors, "MOST_READ_OUT", 200_000)
    request = rf.post("/briefings/", b"x" * 3_000_000, content_type="application/x-www-form-urlencoded")
    request.session, request.user = {}, AnonymousUser()
    errors.bad_request(request, RequestDataTooBig())
    assert request.read(1) == b"x"
