"""A whole small world on loopback: a search engine, an encyclopedia, a site with pages, and a model."""

import html
import json
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest

from briefings.models import Run
from briefings.services import carrier
from briefings.services.quota import Requester
from briefings.services.submit import submit
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


@dataclass
class World:
    """What a run on loopback meets; `site` serves search and pages, `model` the chat completions."""

    site: Site
    model: OpenAIServer

    def requests(self, path: str) -> list[Request]:
        return [request for request in self.site.requests if request.path.startswith(path)]


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        site.pages["/html/"] = lambda request: page(result_page(site, request))
        site.pages["/w/api.php"] = Reply(200, {"Content-Type": "application/json"}, json.dumps({"batchcomplete": True}))
        for name, (title, text) in ARTICLES.items():
            site.pages[f"/{name}"] = page(article(title, text))
        yield site


@pytest.fixture
def serve(site: Site, settings) -> Iterator[Callable[..., World]]:
    """Gives a world whose model answers by the function that is passed; the settings point to it."""
    servers = []

    def start(answer=None) -> World:
        model = OpenAIServer(answer or ScriptedAuthor())
        servers.append(model.__enter__())
        settings.KYLE_CAST = "auto"
        settings.OPENAI_BASE_URL = model.base_url
        settings.KYLE_SEARCH = "duckduckgo+wikipedia,knowledge"
        settings.KYLE_DUCKDUCKGO_URL = site.url("/html/")
        settings.KYLE_WIKIPEDIA_URL = site.url("/w/api.php")
        settings.KYLE_FETCH_ALLOW = [f"127.0.0.1:{site.port}"]
        return World(site, model)

    yield start
    for server in servers:
        server.__exit__(None, None, None)


@pytest.fixture
def briefing(transactional_db) -> Callable[..., Run]:
    """Submits a topic and carries it to its end; gives the finished run."""

    def run(topic: str = "Costs of tidal power", **columns) -> Run:
        made = submit(brief(topic, **columns), Requester(guest=uuid.uuid4()), uuid.uuid4())
        carrier.carry()
        made.refresh_from_db()
        return made

    return run


def result_page(site: Site, request: Request) -> str:
    """A page in the shape of DuckDuckGo's HTML endpoint, every link through its redirector."""
    rows = "".join(
        f'<div class="result results_links results_links_deep web-result"><h2 class="result__title">'
        f'<a rel="nofollow" class="result__a" href="{redirector(site.url("/" + name))}">{html.escape(title)}</a></h2>'
        f'<a class="result__snippet" href="#">{html.escape(text[:80])}</a></div>'
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
