"""What every test gets: no world outside this machine, no key, no network search, no child processes, documents in a
folder of its own."""

import os
from pathlib import Path

import pytest
from django.db import connection

# For the processes that tests start, too: they would spend more time on starting children than on anything else.
os.environ.setdefault("KYLE_CHILD_PROCESSES", "0")

PROCESSES = [Path(__file__).parent / name for name in ("browser", "chaos", "commands", "crowd")]
"""Folders of tests that start many processes and watch how long they take: these come one by one, beside the rest."""

MUST_NOT_SKIP = os.environ.get("KYLE_TESTS_MAY_NOT_SKIP") == "true"


@pytest.fixture(autouse=True)
def _own_world(settings, tmp_path: Path) -> None:
    settings.KYLE_CAST = "extractive"
    settings.OPENAI_API_KEY = ""
    settings.OPENAI_BASE_URL = ""
    settings.KYLE_SEARCH = "knowledge"
    settings.KYLE_FETCH_ALLOW = []
    settings.KYLE_CHILD_PROCESSES = 0
    settings.KYLE_KNOWLEDGE_DIR = settings.BASE_DIR / "knowledge"
    settings.MEDIA_ROOT = tmp_path / "documents"
    settings.STATIC_ROOT = tmp_path
    settings.ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
    settings.STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory) -> None:
    """A file of its own for the tests' SQLite, so that two test processes in one checkout do not share it."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not set(PROCESSES).isdisjoint(item.path.parents):
            item.add_marker(pytest.mark.xdist_group("processes"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """Where nothing may be skipped, a skip is a failure: a service or a browser is missing that should be there."""
    outcome = yield
    report = outcome.get_result()
    if MUST_NOT_SKIP and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped although nothing may be: {report.longrepr}"
