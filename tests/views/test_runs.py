import re
import uuid
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from briefings.models import Run
from briefings.services.quota import today
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


def test_a_guest_who_signs_in_asks_as_the_account_from_then_on(client: Client):
    submit(client)
    user = UserFactory.create()
    client.force_login(user)
    place = submit(client)["Location"]
    assert client.get(place).status_code == 200
    assert [run.owner for run in Run.objects.order_by("created_at")] == [None, user]


def test_a_session_is_written_once(client: Client):
    assert "sessionid" in submit(client).cookies
    assert "sessionid" not in submit(client).cookies


def test_a_double_post_is_one_run(client: Client):
    token = str(uuid.uuid4())
    places = {submit(client, submission=token)["Location"] for _ in range(2)}
    assert len(places) == Run.objects.count() == 1


def test_a_browser_without_a_session_has_one_identity_all_the_same():
    """Both halves of a double click on the first visit, and several tabs, are sent before any answer is there."""
    first, second = Client(), Client()
    first.get("/")
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    token = str(uuid.uuid4())
    assert submit(first, submission=token)["Location"] == submit(second, submission=token)["Location"]
    place = submit(second, "Tidal power")["Location"]
    assert first.get(place).status_code == 200


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


def fill(settings, **quota: int) -> None:
    for name, limit in quota.items():
        setattr(settings, f"KYLE_{name}", limit)


@pytest.mark.parametrize(
    ("quota", "whose", "has_account_hint"),
    [
        ({"GUEST_QUOTA": 0}, "for a guest", True),
        ({"GUEST_ADDRESS_QUOTA": 0}, "for all guests at your network address", True),
        ({"SITE_DAILY_LIMIT": 0}, "for this whole installation", False),
    ],
)
def test_out_of_quota_says_whose_it_is_how_many_and_until_when(
    client: Client, settings, quota: dict[str, int], whose: str, has_account_hint: bool
):
    settings.KYLE_TIME_ZONE = ZoneInfo("Asia/Kathmandu")
    fill(settings, **quota)
    response = submit(client)
    page = response.content.decode()
    assert response.status_code == 429
    assert f"Kyle writes 0 briefings a day {whose}" in page
    midnight = datetime.combine(today() + timedelta(days=1), time.min, settings.KYLE_TIME_ZONE)
    assert f"{midnight:%-d %b %Y}, 00:00 +0545" in page
    assert f'datetime="{midnight.astimezone(UTC).isoformat()}"' in page
    assert abs((midnight - timezone.now()).total_seconds() - int(response["Retry-After"])) < 60
    assert ("An account may ask for 20 a day" in page) is has_account_hint
    assert "no-store" in response["Cache-Control"]
    assert not Run.objects.exists()


def test_out_of_quota_an_account_is_told_of_its_own(client: Client, settings):
    fill(settings, DAILY_QUOTA=1)
    client.force_login(UserFactory.create())
    assert submit(client).status_code == 303
    page = submit(client).content.decode()
    assert "Kyle writes 1 briefing a day for your account" in page
    assert "An account may ask" not in page


def test_out_of_quota_everything_typed_is_kept_and_the_token_too(client: Client, settings):
    fill(settings, GUEST_QUOTA=0)
    token = str(uuid.uuid4())
    typed = {"audience": "a <board>", "supplied_text": "My notes", "language": "fr", "length": "extended"}
    page = submit(client, "Tidal <power>", submission=token, **typed).content.decode()
    assert "Tidal &lt;power&gt;" in page
    assert 'value="a &lt;board&gt;"' in page
    assert "My notes" in page
    assert '<option value="fr" selected>' in page
    assert '<option value="extended" selected>' in page
    assert f'name="submission" value="{token}"' in page
    assert 'name="csrfmiddlewaretoken"' in page
    assert 'action="/briefings/"' in page


def test_when_the_quota_is_renewed_the_kept_form_works(client: Client, settings):
    fill(settings, GUEST_QUOTA=0)
    token = str(uuid.uuid4())
    assert [submit(client, submission=token).status_code for _ in range(2)] == [429, 429]
    fill(settings, GUEST_QUOTA=1)
    places = {submit(client, submission=token)["Location"] for _ in range(2)}
    assert len(places) == Run.objects.count() == 1


def test_guests_share_what_their_address_has_however_they_change_their_names(settings):
    fill(settings, GUEST_ADDRESS_QUOTA=2)
    answers = [
        submit(Client(REMOTE_ADDR="2001:db8:1:2::1")),
        submit(Client(REMOTE_ADDR="2001:db8:1:2:ffff::9")),
        submit(Client(REMOTE_ADDR="2001:db8:1:2:abcd::", HTTP_X_FORWARDED_FOR="203.0.113.5")),
        submit(Client(REMOTE_ADDR="2001:db8:1:3::1")),
    ]
    assert [answer.status_code for answer in answers] == [303, 303, 429, 303]


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
