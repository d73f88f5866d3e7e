"""A whole small world on loopback: a search engine, an encyclopedia, a site with pages, and a model.

A conftest that imports the fixtures from here has it.
"""

import html
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import quote

import pytest

from briefings.models import Run
from briefings.services import carrier
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.database import database_url
from tests.doubles.openai_server import OpenAIServer
from tests.doubles.scripted_author import ScriptedAuthor
from tests.doubles.web import Reply, Request, Site, page
from tests.fakes import brief

ARTICLES = {
    "barrage": (
        "Tidal barrages and their cost",
        "A tidal barrage is a dam across an estuary that turns the rise and fall of the tide into electricity. "
        "The barrage on the Rance in Brittany has produced about 500 gigawatt hours a year since 1966. "
        "Building a barrage takes large amounts of concrete, which makes its first cost high. "
        "Operators report that the turbines of a barrage need an overhaul every ten years. "
        "A barrage changes the level of the water behind it, and with it the habitat of wading birds.",
    ),
    "stream": (
        "Tidal stream turbines",
        "A tidal stream turbine stands in a fast current and needs no dam. "
        "The array in the Pentland Firth delivered its first power in 2016. "
        "Tidal stream power costs more per unit than offshore wind, according to its developers. "
        "Salt water and sand wear the blades of tidal turbines faster than air wears those of wind turbines. "
        "Permits for tidal arrays ask for the monitoring of seals and porpoises.",
    ),
    "grid": (
        "Tides and the grid",
        "Tidal power is predictable for years ahead, since the tides follow the moon and the sun. "
        "Its output rises and falls four times a day, so a grid needs storage or sites with shifted tides. "
        "Network operators value that the hour of the next peak of tidal power is known. "
        "Sites with strong tides are often far from the cities that use the power. "
        "A cable to shore is among the largest items in the budget of a tidal project.",
    ),
}  # fmt: skip
CARRIER = "import django; django.setup(); from briefings.tasks import carry; carry()"
NOTHING_KNOWN = Reply(200, {"Content-Type": "application/json"}, json.dumps({"batchcomplete": True}))


@dataclass
class World:
    """What a run on loopback meets; `site` serves search and pages, `model` the chat completions."""

    site: Site
    model: OpenAIServer

    def requests(self, path: str) -> list[Request]:
        return [request for request in self.site.requests if request.path.startswith(path)]

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that point to it."""
        return {
            "KYLE_CAST": "auto",
            "OPENAI_BASE_URL": self.model.base_url,
            "KYLE_SEARCH": "duckduckgo+wikipedia,knowledge",
            "KYLE_DUCKDUCKGO_URL": self.site.url("/html/"),
            "KYLE_WIKIPEDIA_URL": self.site.url("/w/api.php"),
            "KYLE_FETCH_ALLOW": [f"127.0.0.1:{self.site.port}"],
        }


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        furnish(site)
        yield site


@pytest.fixture
def serve(site: Site, settings) -> Iterator[Callable[..., World]]:
    """Gives a world whose model answers by the function that is passed; the settings point to it."""
    servers = []

    def start(answer=None) -> World:
        model = OpenAIServer(answer or ScriptedAuthor())
        servers.append(model.__enter__())
        world = World(site, model)
        for name, value in world.settings.items():
            setattr(settings, name, value)
        return world

    yield start
    for server in servers:
        server.__exit__(None, None, None)


@pytest.fixture
def worker(settings) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts real worker processes on the tests' database and world, with more variables if wanted; kills them."""
    started = []

    def start(stderr: IO[bytes] | None = None, **variables: str) -> subprocess.Popen[bytes]:
        variables = environment(settings, **variables)
        process = subprocess.Popen([sys.executable, "-c", CARRIER], env=variables, stderr=stderr)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def briefing(transactional_db) -> Callable[..., Run]:
    """Submits a topic and carries it to its end; gives the finished run."""

    def run(topic: str = "Costs of tidal power", **columns) -> Run:
        made = submit(brief(topic, **columns), Requester(guest=uuid.uuid4()), uuid.uuid4())
        carrier.carry()
        made.refresh_from_db()
        return made

    return run


def environment(settings, **variables: str) -> dict[str, str]:
    """The variables of a process that works on the tests' database, in their world, with their documents."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "kyle_site.settings",
        "PYTHONPATH": str(settings.BASE_DIR),
        "DATABASE_URL": database_url(),
        "OPENAI_BASE_URL": settings.OPENAI_BASE_URL,
        "KYLE_CAST": settings.KYLE_CAST,
        "KYLE_SEARCH": settings.KYLE_SEARCH,
        "KYLE_DUCKDUCKGO_URL": settings.KYLE_DUCKDUCKGO_URL,
        "KYLE_WIKIPEDIA_URL": settings.KYLE_WIKIPEDIA_URL,
        "KYLE_FETCH_ALLOW": ",".join(settings.KYLE_FETCH_ALLOW),
        "KYLE_DATA_DIR": str(settings.MEDIA_ROOT.parent),
        "KYLE_CHILD_PROCESSES": str(settings.KYLE_CHILD_PROCESSES),
        **variables,
    }


def furnish(site: Site, folder: str = "") -> None:
    """Gives `site` its search engine, its encyclopedia that knows nothing, and its articles below `folder`."""
    site.pages["/html/"] = lambda request: page(result_page(site, folder))
    site.pages["/w/api.php"] = NOTHING_KNOWN
    for name, (title, text) in ARTICLES.items():
        site.pages[f"{folder}/{name}"] = page(article(title, text))


def result_page(site: Site, folder: str = "") -> str:
    """A page in the shape of DuckDuckGo's HTML endpoint, every link through its redirector."""
    rows = "".join(
        f'<div class="result results_links results_links_deep web-result"><h2 class="result__title">'
        f'<a rel="nofollow" class="result__a" href="{redirector(site.url(f"{folder}/{name}"))}">'
        f'{html.escape(title)}</a></h2><a class="result__snippet" href="#">{html.escape(text[:80])}</a></div>'
        for name, (title, text) in ARTICLES.items()
    )
    return f'<!DOCTYPE html><html><body><div id="links" class="results">{rows}</div></body></html>'


def redirector(target: str) -> str:
    return f"//duckduckgo.com/l/?uddg={quote(target, safe='')}&amp;rut=0"


def article(title: str, text: str) -> str:
    sentences = text.split(". ")
    half = len(sentences) // 2
    first, second = ". ".join(sentences[:half]) + ".", ". ".join(sentences[half:])
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{title}</title></head><body><nav>Home | About</nav>'
        f"<article><h1>{title}</h1><p>{first}</p><p>{second}</p></article></body></html>"
    )
