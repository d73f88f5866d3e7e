"""A simulated outside in a process of its own: a model at a given speed, a search engine, pages.

python -m bench.world SECONDS_TO_FIRST_TOKEN TOKENS_PER_SECOND PAGE_SECONDS   prints its addresses as JSON, forgets what
it was asked at each line of its standard input, and when that closes prints what it was asked since as JSON.
"""

import json
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote

from tests.doubles.openai_server import OpenAIServer
from tests.doubles.scripted_author import ScriptedAuthor
from tests.doubles.web import Reply, Request, Site, page

PAGES_PER_TOPIC = 8
SENTENCES_PER_PAGE = 40


@dataclass
class Meter:
    """When provider requests were in flight, and how many there were."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    intervals: list[tuple[float, float]] = field(default_factory=list)
    model_chain: list[tuple[float, float]] = field(default_factory=list)

    def note(self, began: float, *, model: bool) -> None:
        with self.lock:
            self.intervals.append((began, time.time()))
            if model:
                self.model_chain.append(self.intervals[-1])

    def forget(self) -> None:
        with self.lock:
            self.intervals.clear()
            self.model_chain.clear()

    @property
    def in_flight(self) -> float:
        """Seconds in which any request was in flight."""
        total, until = 0.0, 0.0
        for began, ended in sorted(self.intervals):
            total += max(0.0, ended - max(began, until))
            until = max(until, ended)
        return total

    @property
    def longest_chain(self) -> int:
        """Most model calls of which each began after the one before it had ended."""
        best: list[tuple[float, int]] = []
        for began, ended in sorted(self.model_chain, key=lambda interval: interval[1]):
            before = max((length for end, length in best if end <= began), default=0)
            best.append((ended, before + 1))
        return max((length for _, length in best), default=0)


def sentence(topic: str, place: int, number: int) -> str:
    return (
        f"In the matter of {topic}, observation {number} of page {place} holds that {number * 7 + place} of the "
        f"{number * 11 + 40} sites which were visited in {1990 + number % 30} reported a change of their yearly output."
    )


def article(topic: str, place: int) -> str:
    body = "".join(f"<p>{sentence(topic, place, number)}</p>" for number in range(SENTENCES_PER_PAGE))
    title = f"{topic}: report {place}"
    head = f"<html lang='en'><head><title>{title}</title></head>"
    return f"{head}<body><article><h1>{title}</h1>{body}</article></body></html>"


def result_page(site: Site, topic: str) -> str:
    places = [site.url(f"/page/{quote(topic, safe='')}/{place}") for place in range(PAGES_PER_TOPIC)]
    rows = "".join(
        f'<div class="result results_links web-result"><h2 class="result__title"><a class="result__a" href="{place}">'
        f'{topic}</a></h2><a class="result__snippet">{topic}</a></div>'
        for place in places
    )
    return f'<html><body><div id="links" class="results">{rows}</div></body></html>'


class SimulatedModel(ScriptedAuthor):
    """Answers as the scripted author does, as fast as it is told to."""

    def __init__(self, meter: Meter, first_token: float, tokens_per_second: float) -> None:
        super().__init__()
        self.meter = meter
        self.first_token = first_token
        self.tokens_per_second = tokens_per_second

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        began = time.time()
        answer = super().__call__(request)
        arguments = answer["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
        tokens = len(arguments) // 4
        answer["usage"]["completion_tokens"] = tokens
        answer["usage"]["total_tokens"] = answer["usage"]["prompt_tokens"] + tokens
        time.sleep(self.first_token + (tokens / self.tokens_per_second if self.tokens_per_second else 0))
        self.meter.note(began, model=True)
        self.requests.clear()
        return answer


def serve(first_token: float, tokens_per_second: float, page_seconds: float) -> None:
    meter = Meter()
    asked: Counter[str] = Counter()

    def timed(request: Request, content: str) -> Reply:
        began = time.time()
        time.sleep(page_seconds)
        asked[request.target] += 1
        meter.note(began, model=False)
        return page(content)

    with Site() as site, OpenAIServer(SimulatedModel(meter, first_token, tokens_per_second)) as model:
        site.pages["/html/"] = lambda request: timed(request, result_page(site, query(request)))
        site.answer_page = lambda request: timed(request, article(*topic_and_place(request)))  # type: ignore[attr-defined]
        site.pages = _Pages(site.pages, site.answer_page)  # type: ignore[attr-defined]
        print(json.dumps({"site": site.url(""), "port": site.port, "model": model.base_url}), flush=True)
        for _ in sys.stdin:
            meter.forget()
            asked.clear()
        twice = sum(count - 1 for target, count in asked.items() if target.startswith("/page/") and count > 1)
        report = {
            "in_flight_s": round(meter.in_flight, 2),
            "model_calls": len(meter.model_chain),
            "longest_chain": meter.longest_chain,
            "web_requests": sum(asked.values()),
            "pages_requested_twice": twice,
            "processor_s": round(time.process_time(), 2),
        }
        print(json.dumps(report), flush=True)


class _Pages(dict[str, Any]):
    """Every address below /page/ exists."""

    def __init__(self, pages: dict[str, Any], otherwise: Any) -> None:
        super().__init__(pages)
        self._otherwise = otherwise

    def get(self, key: str, default: Any = None) -> Any:
        return super().get(key) or (self._otherwise if key.startswith("/page/") else default)


def query(request: Request) -> str:
    return (request.query | (request.form if request.method == "POST" else {})).get("q", "tides")


def topic_and_place(request: Request) -> tuple[str, int]:
    _, _, topic, place = request.path.split("/")
    return unquote(topic), int(place)


if __name__ == "__main__":
    serve(*map(float, sys.argv[1:4]))
