"""The site as many people meet it: several processes with several threads each, over real HTTP."""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings as django_settings

from briefings.models import User
from tests.commands.conftest import worker  # noqa: F401  (a fixture of this folder too)
from tests.crowd.visitor import Visitor
from tests.factories import UserFactory
from tests.world import environment

PASSWORD = "a long and secret phrase"
GUNICORN = """-m gunicorn kyle_site.wsgi --no-control-socket --workers 2 --worker-class gthread --threads 8 --timeout 60
--backlog 512 --preload"""


VARIABLES = {
    "DEBUG": "true",  # static files need not be collected first
    "ALLOWED_HOSTS": "127.0.0.1",
    "KYLE_DAILY_QUOTA": "20",
    "KYLE_GUEST_QUOTA": "20",
    "KYLE_GUEST_ADDRESS_QUOTA": "30",
    "KYLE_SITE_DAILY_LIMIT": "0",
}


@dataclass(frozen=True)
class Served:
    """A running site; `log` is what its processes wrote."""

    port: int
    log_file: Path

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    def visitor(self) -> Visitor:
        return Visitor(self.port)

    def signed_in(self, user: User) -> Visitor:
        visitor = self.visitor()
        visitor.sign_in(user.username, PASSWORD)
        return visitor


@pytest.fixture
def serve(transactional_db, settings, tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts the site with settings of one's own. Its socket listens before it does, so nobody has to wait for it."""
    started: list[subprocess.Popen[bytes]] = []

    def start(**variables: str) -> Served:
        log = tmp_path / f"site{len(started)}.log"
        own = {"SECRET_KEY": settings.SECRET_KEY} | VARIABLES | variables
        with socket.create_server(("127.0.0.1", 0), backlog=512) as listening, log.open("wb") as output:
            started.append(
                subprocess.Popen(
                    [sys.executable, *GUNICORN.split(), "--bind", f"fd://{listening.fileno()}"],
                    env=environment(settings, **own),
                    cwd=django_settings.BASE_DIR,
                    pass_fds=[listening.fileno()],
                    stderr=output,
                )
            )
            return Served(listening.getsockname()[1], log)

    yield start
    for process in started:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture
def account(transactional_db, settings) -> Callable[[], User]:
    """Makes accounts that sign in at another process, and therefore have a real hash of their password."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    return lambda: UserFactory.create(password=PASSWORD)
