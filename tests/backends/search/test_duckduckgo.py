import pytest

from briefings.backends.fetch.guard import Guard
from briefings.backends.search.duckduckgo import DuckDuckGo
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Hit
from tests.doubles.web import Reply, Site, page


def result(href: str, title: str = "Title", *, extra: str = "", snippet: str = "Some <b>words</b> about it.") -> str:
    return (
        f'<div class="result results_links results_links_deep web-result {extra}">'
        f'<div class="links_main links_deep result__body"><h2 class="result__title">'
        f'<a rel="nofollow" class="result__a" href="{href}">{title}</a></h2>'
        f'<a class="result__snippet" href="{href}">{snippet}</a></div></div>'
    )


def results(*blocks: str) -> str:
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>q at DuckDuckGo</title></head>'
        f'<body><div id="links" class="results">{"".join(blocks)}</div></body></html>'
    )


def ask(
    site: Site, answer: Reply | str, query: str = "tidal power", *, limit: int = 10, language: str = "en", **options
):
    site.pages["/html/"] = page(answer) if isinstance(answer, str) else answer
    with DuckDuckGo(site.url("/html/"), **options) as search:
        return search.search(query, language=language, limit=limit)


def failure(site: Site, answer: Reply | str, query: str = "tidal power", **options) -> SearchFailed:
    with pytest.raises(SearchFailed) as failed:
        ask(site, answer, query, **options)
    return failed.value


def urls(site: Site, *hrefs: str) -> list[str | None]:
    return [hit.url for hit in ask(site, results(*(result(href) for href in hrefs))).hits]


def test_hits_are_plain_text(site):
    answer = results(result("https://docs.example/a?x=1&amp;y=2", "Tidal &amp; <b>wave</b>\n power\u200b"))
    assert ask(site, answer).hits == (
        Hit(
            url="https://docs.example/a?x=1&y=2",
            title="Tidal & wave power",
            snippet="Some words about it.",
            backend="duckduckgo",
        ),
    )


def test_the_redirector_is_unwrapped_in_every_spelling(site):
    assert urls(
        site,
        "//duckduckgo.com/l/?uddg=https%3A%2F%2Fgrid.example%2Ftidal%2Dpower%2F&amp;rut=00aa",
        "/l/?uddg=https%3A%2F%2Fgrid.example%2Frelative&amp;rut=00ab",
        "https://duckduckgo.com/l/?kh=-1&amp;uddg=https%3A%2F%2Fgrid.example%2Fs%3Fid%3D7%26lang%3Den%23part-2&amp;rut=00ac",
        "https://html.duckduckgo.com/l/?rut=00ad&amp;uddg=https%3A%2F%2Fwiki.example%2F%25E6%25BD%25AE%25E6%25B1%2590",
        "HTTP://Links.DuckDuckGo.com/l?uddg=https%3A%2F%2Fgrid.example%2Fupper",
        f"{site.url('/l/')}?uddg=https%3A%2F%2Fgrid.example%2Fasked-host",
        "//duckduckgo.com/l/?uddg=https%3A%2F%2Fgrid.example%2Fplus%2Bsign%3Fq%3Da%252Bb",
    ) == [
        "https://grid.example/tidal-power/",
        "https://grid.example/relative",
        "https://grid.example/s?id=7&lang=en#part-2",
        "https://wiki.example/%E6%BD%AE%E6%B1%90",
        "https://grid.example/upper",
        "https://grid.example/asked-host",
        "https://grid.example/plus+sign?q=a%2Bb",
    ]


def test_what_only_looks_like_the_redirector_stays(site):
    alike = [
        "https://shop.example/l/?uddg=https%3A%2F%2Fother.example%2F",
        "https://forum.example/t?uddg=https%3A%2F%2Fother.example%2F",
        "https://duckduckgo.com.lookalike.example/l/?uddg=https%3A%2F%2Fother.example%2F",
        "https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fother.example%2F",
        "https://duckduckgo.com@evil.example/l/?uddg=https%3A%2F%2Fother.example%2F",
        "https://duckduckgo.com/about?uddg=https%3A%2F%2Fother.example%2F",
        f"http://127.0.0.1:{site.port + 1}/l/?uddg=https%3A%2F%2Fother.example%2F",
    ]
    assert urls(site, *alike) == alike


def test_direct_links_are_results_too(site):
    assert urls(
        site,
        "https://docs.example/async",
        "https://docs.example/async?v=2#top",
        "//duckduckgo.com/l/?uddg=https%3A%2F%2Fdocs.example%2Fwrapped",
        "http://old.example/page",
        site.url("/page"),
    ) == [
        "https://docs.example/async",
        "https://docs.example/async?v=2#top",
        "https://docs.example/wrapped",
        "http://old.example/page",
        site.url("/page"),
    ]


def test_links_without_a_scheme_are_https(site):
    assert urls(
        site,
        "//duckduckgo.com/l/?uddg=https%3A%2F%2Fport.example%2Fa",
        "//port.example/b",
        "//duckduckgo.com/l/?uddg=%2F%2Fport.example%2Fc",
        "//duckduckgo.com/l/?uddg=port.example%2Fd",
        "//duckduckgo.com/l/?uddg=port.example",
    ) == [f"https://port.example/{path}" for path in "abcd"] + ["https://port.example"]


def test_one_bad_link_never_costs_the_page(site):
    assert urls(
        site,
        "http://[broken/l/?uddg=x",
        "//duckduckgo.com/l/?uddg=&amp;rut=00ae",
        "//duckduckgo.com/l/?rut=00ae",
        "//duckduckgo.com/l/?uddg=javascript%3Aalert(1)",
        "//duckduckgo.com/l/?uddg=http%3A%2F%2F%5Bbroken",
        "//duckduckgo.com/l/?uddg=%2Fl%2F%3Fuddg%3Dhttps%253A%252F%252Fnested.example",
        "http://port.example:port/",
        "ftp://files.example/y",
        "mailto:a@port.example",
        "?q=tidal+waves",
        "/feedback.html",
        "",
        "https://good.example/",
    ) == ["https://good.example/"]


def test_advertisements_related_searches_and_repetitions_are_no_results(site):
    answer = results(
        result("https://shop.example/", extra="result--ad"),
        result("//duckduckgo.com/y.js?ad_domain=shop.example&amp;u3=https%3A%2F%2Fshop.example%2F"),
        result("//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dshop.example"),
        result("https://good.example/a"),
        result("//duckduckgo.com/l/?uddg=https%3A%2F%2Fgood.example%2Fa%23part"),
        '<div class="related-searches"><a class="result__a related-searches__link" href="?q=tidal">tidal</a></div>',
    )
    assert [hit.url for hit in ask(site, answer).hits] == ["https://good.example/a"]


def test_no_more_hits_than_asked_for(site):
    answer = results(*(result(f"https://good.example/{number}") for number in range(9)))
    assert [hit.url for hit in ask(site, answer, limit=3).hits] == [
        f"https://good.example/{number}" for number in range(3)
    ]


NONE = results(
    '<div class="result results_links result--no-result"><div class="no-results">No results found.</div></div>'
)
CHALLENGE = (
    '<!DOCTYPE html><html><head><title>DuckDuckGo</title></head><body><form id="challenge-form" '
    'action="//duckduckgo.com/anomaly.js?sv=html&amp;cc=botnet" method="POST"><div class="anomaly-modal__mask">'
    '<div class="anomaly-modal__title">A check before we go on</div><img class="anomaly-modal__image" src="t1.png">'
    "</div></form></body></html>"
)
CAPTCHA = '<html><body><h1>One more step</h1><div class="g-recaptcha" data-sitekey="x"></div></body></html>'
CHANGED = "<!DOCTYPE html><html><head><title>tidal at DuckDuckGo</title></head><body><main id=r9>" + "".join(
    f'<section class="q{n}"><a class="k2" href="https://site{n}.example/">Site {n}</a><p>About tides.</p></section>'
    for n in range(10)
)
SCRIPT_PAGE = (
    "<!DOCTYPE html><html><head><title>tidal at DuckDuckGo</title></head><body>"
    '<ol class="react-results--main"><li><article data-testid="result"><h2><a data-testid="result-title-a" '
    'href="https://grid.example/a">Tidal power</a></h2></article></li></ol><div class="related-searches">'
    + "".join(f'<a class="result__a related-searches__link" href="?q=tidal+{n}">tidal {n}</a>' for n in range(8))
    + "</div></body></html>"
)


def test_an_honest_nothing_is_empty(site):
    failed = failure(site, NONE)
    assert (failed.fault.code, failed.permanent) == ("search.empty", True)


@pytest.mark.parametrize(
    "answer",
    [page(CHALLENGE), Reply(202, {"Content-Type": "text/html"}, CHALLENGE), Reply(202), Reply(403), page(CAPTCHA)],
)
def test_a_challenge_is_no_empty_result(site, answer):
    failed = failure(site, answer)
    assert (failed.fault.code, failed.permanent, failed.retry_after) == ("search.blocked", True, None)


def test_too_many_requests_may_be_tried_again_in_time(site):
    failed = failure(site, Reply(429, {"Retry-After": "30"}))
    assert (failed.fault.code, failed.permanent, failed.retry_after) == ("search.blocked", False, 30)


@pytest.mark.parametrize("answer", [CHANGED, SCRIPT_PAGE, "", "<html>", "<p>text", '{"results": []}'])
def test_a_layout_that_nobody_knows_is_no_empty_result(site, answer):
    failed = failure(site, answer)
    assert (failed.fault.code, failed.permanent) == ("search.layout_unknown", True)


def test_links_that_may_not_be_used_are_counted(site):
    answer = results(
        result("http://10.0.0.8/intranet"),
        result("ftp://files.example/y"),
        result("http://10.0.0.8/other"),
        result("https://shop.example/", extra="result--ad"),
    )
    failed = failure(site, answer, objection=Guard().objection)
    assert (failed.fault.code, failed.permanent) == ("search.filtered", True)
    assert "no link of 4" in failed.fault.detail
    assert "2 × 10.0.0.8 leads to an address that is not public (private)" in failed.fault.detail
    assert "1 × no web address" in failed.fault.detail
    assert "1 × advertisement" in failed.fault.detail


def test_links_that_the_operator_allows_may_be_used(site):
    hits = ask(site, results(result(site.url("/page"))), objection=Guard(["127.0.0.1"]).objection).hits
    assert [hit.url for hit in hits] == [site.url("/page")]


@pytest.mark.parametrize(
    ("answer", "cause", "permanent"),
    [
        (Reply(500), "network", False),
        (Reply(503, {"Retry-After": "5"}), "network", False),
        (Reply(408), "network", False),
        (Reply(body=None), "network", False),
        (Reply(404), "layout_unknown", True),
        (Reply(400), "layout_unknown", True),
        (Reply(200, {"Content-Encoding": "br"}, NONE), "layout_unknown", True),
        (page("x" * 2_000_001), "layout_unknown", True),
    ],
)
def test_failures_on_the_way(site, answer, cause, permanent):
    failed = failure(site, answer)
    assert (failed.fault.cause, failed.permanent) == (cause, permanent)


def test_a_server_that_drips_is_given_up_in_time(site):
    failed = failure(site, page(NONE, drip=0.02), timeout=0.4)
    assert (failed.fault.code, failed.permanent) == ("search.network", False)


def test_an_engine_that_does_not_exist_is_a_network_failure():
    with DuckDuckGo(f"http://{'a' * 64}.example/") as search, pytest.raises(SearchFailed) as failed:
        search.search("tidal power", language="en", limit=5)
    assert failed.value.fault.code == "search.network"


def test_a_redirect_to_somebody_else_is_not_followed(site):
    with Site({"/search": page(results(result("https://good.example/")))}) as other:
        failed = failure(site, Reply(302, {"Location": other.url("/search?q=tidal+power")}), "!g tidal power")
        assert other.requests == []
    assert (failed.fault.code, failed.permanent) == ("search.layout_unknown", True)
    assert "not followed" in failed.fault.detail
    assert len(site.requests) == 1


@pytest.mark.parametrize(
    ("topic", "sent"),
    [
        ("!g tidal power", "g tidal power"),
        ("\\tidal power", "tidal power"),
        ("tidal !wiki power", "tidal wiki power"),
        ("-fossil energy", "fossil energy"),
        ('"unclosed phrase about ports', "unclosed phrase about ports"),
        ("site:evil.example ports", "site evil.example ports"),
        ("ports\u2028and ships", "ports and ships"),
        ("C++ && <std> 100%", "C++ && <std> 100%"),
        ("潮汐 发电", "潮汐 发电"),
    ],
)
def test_the_topic_is_sent_as_words_to_the_engine_alone(site, topic, sent):
    ask(site, results(result("https://good.example/")), topic)
    assert [(request.method, request.path, request.form["q"]) for request in site.requests] == [
        ("POST", "/html/", sent)
    ]


def test_a_topic_without_words_is_not_sent(site):
    assert failure(site, NONE, '!"').fault.code == "search.empty"
    assert site.requests == []


@pytest.mark.parametrize(
    ("language", "region"), [("en", "wt-wt"), ("zh-Hans", "cn-zh"), ("de", "de-de"), ("xx", "wt-wt")]
)
def test_asks_for_the_region_of_the_language(site, language, region):
    ask(site, results(result("https://good.example/")), language=language)
    assert site.requests[0].form["kl"] == region
    assert site.requests[0].headers["accept-language"].startswith(language)
    assert site.requests[0].headers["user-agent"].startswith("Kyle/")


@pytest.mark.parametrize("url", ["", "html.duckduckgo.com/html/", "ftp://x.example/", "http://[x/", "http://xn--/"])
def test_an_address_that_is_none_is_an_error_at_once(url):
    with pytest.raises(ValueError, match="is not an"):
        DuckDuckGo(url)
