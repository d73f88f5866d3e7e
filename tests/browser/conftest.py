import shutil
from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from django.db import connections
from playwright.sync_api import Browser, Page, sync_playwright

from briefings.services import carrier

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OPTIONS = """--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync"""


@pytest.fixture
def browser(live_server) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS.split())
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page()


@pytest.fixture
def carry() -> Iterator[Callable[[], None]]:
    """Lets a worker carry what is queued, beside the test."""
    threads: list[Thread] = []

    def work() -> None:
        try:
            carrier.carry()
        finally:
            connections.close_all()

    def start() -> None:
        threads.append(Thread(target=work))
        threads[-1].start()

    yield start
    for thread in threads:
        thread.join()
