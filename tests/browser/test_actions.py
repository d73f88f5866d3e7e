"""What a reader can do with a run in a real browser: cancel it, try it again; and how the pages in between look."""

import re
import uuid
from collections.abc import Callable

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, Page, expect

from briefings.models import Run
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db(transaction=True)

STATES = ["handed_back", "waiting", "running", "failed", "cancelled"]
LOST = [{"attempt": 6, "stage": "research", "silent_since": "2026-01-02T03:04:05Z"}]


@pytest.fixture
def runs(transactional_db) -> dict[str, Run]:
    """A run in every state, all of one guest. Made before the browser starts, as is `cookie`."""
    guest = uuid.uuid4()
    made = {state: RunFactory.create(guest=guest, **{state: True}) for state in STATES}
    made["simplified"] = RunFactory.create(guest=guest, running=True, simplified=True, attempt=7, attempts=LOST)
    return made


@pytest.fixture
def cookie(runs: dict[str, Run]) -> str:
    session = SessionStore()
    session["guest"] = str(runs["running"].guest)
    session.create()
    return str(session.session_key)


@pytest.fixture
def open_as_guest(cookie: str, browser: Browser, live_server) -> Callable[..., Page]:
    """Opens a page in the guest's browser."""

    def opened(path: str, width: int = 1440) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, base_url=live_server.url)
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.goto(path)
        return page

    return opened


def place_of(run: Run) -> str:
    return f"/briefings/{run.pk}/"


def test_cancelling_takes_two_deliberate_steps(runs, open_as_guest):
    page = open_as_guest(place_of(runs["running"]))
    expect(page.get_by_role("button", name="Cancel it")).not_to_be_visible()
    page.get_by_text("Cancel this briefing").click()
    page.get_by_role("button", name="Cancel it").click()
    expect(page.get_by_text("You cancelled this briefing.")).to_be_visible()
    expect(page.locator("[hx-trigger]")).to_have_count(0)


def test_polls_leave_an_opened_cancel_as_it_is(runs, open_as_guest):
    page = open_as_guest(place_of(runs["running"]))
    page.get_by_text("Cancel this briefing").click()
    before = page.locator(".elapsed").inner_text()
    expect(page.locator(".elapsed")).not_to_have_text(before)
    expect(page.get_by_role("button", name="Cancel it")).to_be_visible()


def test_a_failed_run_is_tried_again_and_its_page_follows_it(runs, open_as_guest, carry):
    page = open_as_guest(place_of(runs["failed"]))
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#progress")).to_contain_text("Waiting to begin")
    expect(page).to_have_url(re.compile(f"{place_of(runs['failed'])}$"))


def test_out_of_quota_what_was_typed_stays_in_the_form(open_as_guest, settings):
    settings.KYLE_GUEST_QUOTA = 0
    page = open_as_guest("/")
    page.get_by_label("Topic").fill("Tidal power")
    page.get_by_label("Who will read it").fill("a board")
    page.get_by_role("button", name="Write the briefing").click()
    expect(page.get_by_role("heading", name="No briefing is left today")).to_be_visible()
    expect(page.get_by_label("Topic")).to_have_value("Tidal power")
    settings.KYLE_GUEST_QUOTA = 1
    page.get_by_role("button", name="Write the briefing").click()
    expect(page.locator("#progress")).to_contain_text("Waiting to begin")


@pytest.mark.parametrize("width", [360, 1440])
def test_no_page_is_wider_than_its_window(runs, open_as_guest, settings, width: int):
    settings.KYLE_GUEST_QUOTA = 0
    page = open_as_guest("/", width)
    page.get_by_label("Topic").fill("Tidal power")
    page.get_by_role("button", name="Write the briefing").click()
    expect(page.get_by_role("heading", name="No briefing is left today")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for state, run in runs.items():
        page.goto(place_of(run))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, state
