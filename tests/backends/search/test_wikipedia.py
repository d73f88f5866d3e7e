import json

import pytest

from briefings.backends.search.wikipedia import Wikipedia
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Hit
from tests.doubles.web import Reply, Site, page

JSON = {"Content-Type": "application/json; charset=utf-8"}


def answer(value: object, **headers: str) -> Reply:
    return Reply(200, {**JSON, **headers}, json.dumps(value))


def article(title: str, index: int, extract: str = "About it.") -> dict[str, object]:
    url = f"https://en.wikipedia.org/wiki/{title.replace(' ', '_')}"
    return {"pageid": index * 7, "ns": 0, "title": title, "index": index, "fullurl": url, "extract": extract}


def found(*articles: dict[str, object]) -> Reply:
    return answer({"batchcomplete": True, "continue": {"gsroffset": 3}, "query": {"pages": list(articles)}})


def ask(site: Site, reply: Reply, query: str = "tidal power", *, language: str = "en", limit: int = 5, **options):
    site.pages["/w/api.php"] = reply
    with Wikipedia(site.url("/w/api.php"), **options) as search:
        return search.search(query, language=language, limit=limit)


def failure(site: Site, reply: Reply, query: str = "tidal power", **options) -> SearchFailed:
    with pytest.raises(SearchFailed) as failed:
        ask(site, reply, query, **options)
    return failed.value


def test_hits_come_in_the_order_of_their_rank(site):
    reply = found(article("Wave power", 2), article("Tidal power", 1, "Tidal power is\n energy from\u200b tides."))
    assert ask(site, reply).hits == (
        Hit(
            url="https://en.wikipedia.org/wiki/Tidal_power",
            title="Tidal power",
            snippet="Tidal power is energy from tides.",
            backend="wikipedia",
        ),
        Hit(
            url="https://en.wikipedia.org/wiki/Wave_power", title="Wave power", snippet="About it.", backend="wikipedia"
        ),
    )


def test_asks_the_search_api_for_plain_words(site):
    ask(site, found(article("Tidal power", 1)), '-insource:"tidal" power', limit=50)
    asked = site.requests[0]
    assert asked.method == "GET"
    assert asked.query["gsrsearch"] == "insource tidal power"
    assert asked.query | {"action": "query", "format": "json", "formatversion": "2", "gsrlimit": "20"} == asked.query
    assert asked.query["explaintext"] == "1"
    assert asked.headers["user-agent"].startswith("Kyle/")


@pytest.mark.parametrize(
    ("language", "host"),
    [("zh-Hans", "zh"), ("zh-Hant", "zh"), ("en-GB", "en"), ("ru", "ru"), ("../evil", "en"), ("", "en")],
)
def test_the_address_follows_the_language(site, language, host):
    site.pages[f"/{host}/api.php"] = found(article("Tidal power", 1))
    with Wikipedia(f"{site.url('/')}{{language}}/api.php?origin=*") as search:
        assert search.search("tidal power", language=language, limit=5).hits
    assert site.requests[0].path == f"/{host}/api.php"
    assert site.requests[0].query["origin"] == "*"


@pytest.mark.parametrize("nothing", [{"batchcomplete": True}, {"batchcomplete": True, "query": {"pages": []}}])
def test_nothing_found_is_empty(site, nothing):
    failed = failure(site, answer(nothing))
    assert (failed.fault.code, failed.permanent) == ("search.empty", True)


@pytest.mark.parametrize(
    ("code", "cause", "permanent"),
    [
        ("maxlag", "network", False),
        ("readonly", "network", False),
        ("internal_api_error_DBQueryError", "network", False),
        ("cirrussearch-too-busy-error", "network", False),
        ("ratelimited", "blocked", False),
        ("badvalue", "layout_unknown", True),
        ("unknown_action", "layout_unknown", True),
    ],
)
def test_an_error_under_status_200_is_a_failure(site, code, cause, permanent):
    failed = failure(site, answer({"error": {"code": code, "info": "Because."}}, **{"Retry-After": "5"}))
    assert (failed.fault.cause, failed.permanent) == (cause, permanent)
    assert f"{code}: Because." in failed.fault.detail
    assert failed.retry_after == (None if permanent else 5)


@pytest.mark.parametrize(
    ("reply", "cause", "permanent"),
    [
        (page("<html><title>Wikimedia Error</title>"), "layout_unknown", True),
        (answer({}), "layout_unknown", True),
        (answer([1, 2]), "layout_unknown", True),
        (answer({"query": {"pages": {"1": {"title": "x"}}}}), "layout_unknown", True),
        (
            answer({"batchcomplete": True, "query": {"pages": [{"title": "No address", "index": 1}]}}),
            "layout_unknown",
            True,
        ),
        (Reply(200, JSON, "{"), "layout_unknown", True),
        (Reply(302, {"Location": "https://elsewhere.example/"}), "layout_unknown", True),
        (Reply(403), "blocked", True),
        (Reply(429, {"Retry-After": "9"}), "blocked", False),
        (Reply(503), "network", False),
        (Reply(body=None), "network", False),
    ],
)
def test_failures_on_the_way(site, reply, cause, permanent):
    failed = failure(site, reply)
    assert (failed.fault.cause, failed.permanent) == (cause, permanent)


def test_a_server_that_drips_is_given_up_in_time(site):
    failed = failure(site, page("{}", drip=0.02), timeout=0.4)
    assert (failed.fault.code, failed.permanent) == ("search.network", False)


def test_an_address_that_is_none_is_an_error_at_once():
    with pytest.raises(ValueError, match="is not an"):
        Wikipedia("{language}.wikipedia.org/w/api.php")
