import re
import uuid

import pytest
from django.test import Client

from briefings.models import Run
from tests.factories import RunFactory, UserFactory

pytestmark = pytest.mark.django_db
TOPIC = "How does HTTP/3 differ from HTTP/2?"


def submit(client: Client, topic: str = TOPIC, **fields: str):
    return client.post("/briefings/", {"topic": topic, "kind": "standard", "submission": uuid.uuid4(), **fields})


def test_a_submission_is_a_queued_run_of_a_guest(client: Client):
    response = submit(client)
    run = Run.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/briefings/{run.pk}/")
    assert (run.topic, run.status, run.owner) == (TOPIC, "queued", None)
    assert client.get(response["Location"]).status_code == 200


def test_a_guest_keeps_one_identity(client: Client):
    submit(client)
    submit(client, "Tidal power")
    assert len({run.guest for run in Run.objects.all()}) == 1


def test_two_browsers_are_two_guests(client: Client):
    submit(client)
    submit(Client())
    assert len({run.guest for run in Run.objects.all()}) == 2


def test_a_submission_of_an_account_belongs_to_it(client: Client):
    user = UserFactory.create()
    client.force_login(user)
    submit(client)
    run = Run.objects.get()
    assert (run.owner, run.guest) == (user, None)


def test_a_double_post_is_one_run(client: Client):
    token = str(uuid.uuid4())
    places = {submit(client, submission=token)["Location"] for _ in range(2)}
    assert len(places) == Run.objects.count() == 1


@pytest.mark.parametrize("topic", ["", "x", "\x00\x07", "?!…", "y" * 5000])
def test_a_bad_topic_is_answered_with_the_form(client: Client, topic: str):
    token = str(uuid.uuid4())
    response = submit(client, topic, submission=token, audience="a board", supplied_text="Some material")
    page = response.content.decode()
    assert response.status_code == 422
    assert not Run.objects.exists()
    assert 'id="id_topic_error"' in page
    assert re.search(r'<textarea name="topic"[^>]*aria-describedby="id_topic_helptext id_topic_error"', page)
    assert '<a href="#id_topic">' in page
    assert 'value="a board"' in page
    assert "Some material" in page
    assert token in page


def test_missing_material_can_be_declined_on_the_page(client: Client):
    response = submit(client, "Summarise the text that I pasted below")
    assert response.status_code == 422
    assert 'name="without_material"' in response.content.decode()
    assert submit(client, "Summarise the text that I pasted below", without_material="1").status_code == 303


def test_an_unknown_kind_is_a_field_error(client: Client):
    response = submit(client, kind="haiku")
    assert response.status_code == 422
    assert "haiku" in response.content.decode()


def test_a_topic_is_shown_as_text(client: Client):
    page = client.get(submit(client, "<script>alert(1)</script> & friends")["Location"]).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_lists_the_requesters_own_runs(owner: Client, guest: uuid.UUID):
    RunFactory.create(guest=guest, topic="My copper")
    RunFactory.create(topic="Their copper")
    page = owner.get("/briefings/").content.decode()
    assert "My copper" in page
    assert "Their copper" not in page


def test_an_account_does_not_see_guests_runs(client: Client):
    user = UserFactory.create()
    RunFactory.create(topic="A guest's copper")
    RunFactory.create(owner=user, guest=None, topic="My copper")
    client.force_login(user)
    page = client.get("/briefings/").content.decode()
    assert "My copper" in page
    assert "A guest" not in page


def test_somebody_who_never_asked_has_an_empty_list_and_gets_no_session(client: Client):
    RunFactory.create(guest=None)
    response = client.get("/briefings/")
    assert "There are no briefings yet" in response.content.decode()
    assert "sessionid" not in response.cookies


@pytest.mark.parametrize("page", ["abc", "-1", "0", "999", "9" * 40, "1' OR 1"])
def test_a_page_that_does_not_exist_is_no_error(owner: Client, guest: uuid.UUID, page: str):
    RunFactory.create_batch(21, guest=guest)
    assert owner.get("/briefings/", {"page": page}).status_code == 200


def test_the_number_of_queries_does_not_grow(owner: Client, guest: uuid.UUID, django_assert_num_queries):
    RunFactory.create(guest=guest)
    with django_assert_num_queries(3):  # session, count, page
        owner.get("/briefings/")
    RunFactory.create_batch(25, guest=guest, success=True)
    with django_assert_num_queries(3):
        owner.get("/briefings/")


def test_is_kept_by_no_cache(owner: Client):
    response = owner.get("/briefings/")
    assert "no-store" in response["Cache-Control"]
    assert 'hx-history="false"' in response.content.decode()
