"""A reader's way through the site in a real browser: ask, watch, read, download."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from briefings.models import User
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)

TOPIC = "How does HTTP/3 differ from HTTP/2?"
PASSWORD = "a long and secret phrase"
PATIENCE = 60_000
"""Milliseconds that a whole run may take on a slow machine."""


def ask(page: Page, site: str, topic: str = TOPIC) -> None:
    page.goto(site)
    page.get_by_label("Topic").fill(topic)
    page.get_by_role("button", name="Write the briefing").click()


def download(page: Page, name: str) -> tuple[str, bytes]:
    with page.expect_download() as started:
        page.get_by_role("link", name=re.compile(f"^{name}")).click()
    return started.value.suggested_filename, Path(started.value.path()).read_bytes()


def test_from_a_topic_to_the_files(page: Page, live_server, carry: Callable[[], None]):
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(error.message))

    ask(page, live_server.url)
    expect(page).to_have_url(re.compile(r"/briefings/[0-9a-f-]{36}/$"))
    expect(page.locator("#progress")).to_contain_text("Waiting to begin")
    carry()
    article = page.locator(".briefing-body article.document")
    expect(article).to_be_visible(timeout=PATIENCE)

    expect(page.locator("[hx-trigger]")).to_have_count(0)
    article.locator("a.citation").first.click()
    expect(page).to_have_url(re.compile(r"#ref-\d+$"))
    name, docx = download(page, "Word")
    assert name.startswith("How-does-HTTP-3-differ-from-HTTP-2")
    assert docx.startswith(b"PK")
    assert download(page, "PDF")[1].startswith(b"%PDF-")
    assert errors == []


def test_without_javascript_the_page_comes_by_itself(browser: Browser, live_server, carry: Callable[[], None]):
    page = browser.new_context(java_script_enabled=False).new_page()
    ask(page, live_server.url)
    expect(page.locator("#progress")).to_contain_text("Waiting to begin")
    carry()
    expect(page.locator(".briefing-body article.document")).to_be_visible(timeout=PATIENCE)


def test_a_topic_that_nothing_covers_ends_in_a_page_that_says_so(page: Page, live_server, carry: Callable[[], None]):
    ask(page, live_server.url, "Wuzzlefrinks and the gronkulation of splanmish")
    carry()
    expect(page.get_by_role("heading", name="What you can do")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="Ask again with the same request").click()
    expect(page.get_by_label("Topic")).to_have_value("Wuzzlefrinks and the gronkulation of splanmish")


def test_what_was_typed_survives_an_error(page: Page, live_server):
    page.goto(live_server.url)
    page.get_by_label("Who will read it").fill("a board")
    page.get_by_role("button", name="Write the briefing").click()
    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("What should the briefing be about?")
    expect(page.get_by_label("Who will read it")).to_have_value("a board")
    summary.get_by_role("link", name="Topic").click()
    expect(page.get_by_label("Topic")).to_be_focused()


def test_polling_ends_where_the_run_is_no_longer_ones_own(page: Page, live_server):
    ask(page, live_server.url)
    expect(page.locator("#progress")).to_contain_text("Waiting to begin")
    page.context.clear_cookies()
    expect(page.locator("#progress")).to_contain_text("not here any more")
    expect(page.locator("[hx-trigger]")).to_have_count(0)


@pytest.fixture
def reader(transactional_db) -> User:
    """Made before the browser starts, whose event loop forbids the database to this thread."""
    return UserFactory.create(password=PASSWORD)


def test_back_after_signing_out_shows_nothing_private(reader: User, page: Page, live_server):
    page.goto(f"{live_server.url}/accounts/login/")
    page.get_by_label("Username").fill(reader.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    ask(page, live_server.url)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="There is no such page here")).to_be_visible()
    assert TOPIC not in page.content()


@pytest.mark.parametrize("width", [360, 1440])
def test_no_page_is_wider_than_its_window(browser: Browser, live_server, carry: Callable[[], None], width: int):
    page = browser.new_page(viewport={"width": width, "height": 800})
    ask(page, live_server.url)
    carry()
    expect(page.locator(".briefing-body article.document")).to_be_visible(timeout=PATIENCE)
    finished = page.url
    trace = finished.replace("/briefings/", "/dashboard/runs/")
    places = [
        "/",
        "/briefings/",
        "/dashboard/",
        "/dashboard/runs/",
        "/dashboard/demos/",
        "/accounts/login/",
        "/nowhere",
    ]
    for place in [finished, trace, *(live_server.url + place for place in places)]:
        page.goto(place)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, place
