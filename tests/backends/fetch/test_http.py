import gzip
import ssl
import time
from pathlib import Path

import pytest

from briefings.backends.fetch.http import HttpFetch
from briefings.domain.errors import FetchFailed
from briefings.domain.evidence import Origin
from tests.doubles import web
from tests.doubles.web import Reply, Site, page

CERTIFICATE = Path(web.__file__).with_name("secure.example.pem")
ARTICLE = (
    "<html lang=en><title>Tidal power outlook</title><article><h1>Tidal power outlook</h1>"
    "<p>Two barrages came online in March and the regional grid took the first energy at the end of the month.</p>"
    "<p>Costs fell by nine per cent over the period according to the operator and the ministry.</p></article>"
)
LOOPBACK = ["127.0.0.1"]


def unheard() -> None:
    """For a test that does not ask for signs of life."""


def failure(url: str, allow=LOOPBACK, **options) -> FetchFailed:
    with HttpFetch(allow, **options) as fetch, pytest.raises(FetchFailed) as failed:
        fetch.fetch(url, alive=unheard)
    assert failed.value.fault.detail.startswith(f"{url}: ")
    return failed.value


def test_fetches_a_page(site):
    site.pages["/"] = page(ARTICLE)
    with HttpFetch(LOOPBACK) as fetch:
        found = fetch.fetch(site.url("/"), alive=unheard)
    assert found.url == site.url("/")
    assert found.title == "Tidal power outlook"
    assert "Costs fell by nine per cent" in found.text
    assert (found.origin, found.language) == (Origin.WEB, "en")
    asked = site.requests[0]
    assert asked.headers["user-agent"].startswith("Kyle/")
    assert "text/html" in asked.headers["accept"]


def test_nothing_private_is_asked_unless_it_is_allowed(site):
    refused = failure(site.url("/"), allow=[])
    assert (refused.fault.code, refused.permanent) == ("fetch.refused", True)
    assert site.requests == []


def test_follows_redirects_and_gives_the_last_address(site):
    site.pages |= {
        "/a": Reply(301, {"Location": "/b?x=1"}),
        "/b?x=1": Reply(307, {"Location": site.url("/c")}),
        "/c": page(ARTICLE),
    }
    with HttpFetch(LOOPBACK) as fetch:
        assert fetch.fetch(site.url("/a"), alive=unheard).url == site.url("/c")


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("http://169.254.169.254/latest/meta-data/", "link-local"),
        ("file:///etc/passwd", "only http and https"),
        ("//[::1]:6379/", "loopback"),
        ("http://2130706433/", "usual spelling"),
        ("http://user@public.example/", "user name"),
        ("http://[broken", "cannot be read"),
        ("http://xn--/", "cannot be read"),
        ("http://xn--11111.com/", "cannot be read"),
    ],
)
def test_every_hop_is_checked(site, location, reason):
    site.pages |= {"/": Reply(302, {"Location": "/go"}), "/go": Reply(302, {"Location": location})}
    refused = failure(site.url("/"))
    assert (refused.fault.cause, refused.permanent) == ("refused", True)
    assert reason in refused.fault.detail
    assert len(site.requests) == 2


def test_a_hop_to_a_port_that_is_not_allowed_is_never_made(site):
    with Site({"/admin/": page(ARTICLE)}) as other:
        site.pages["/"] = Reply(302, {"Location": other.url("/admin/")})
        refused = failure(site.url("/"), allow=[f"127.0.0.1:{site.port}"])
        assert refused.fault.cause == "refused"
        assert other.requests == []


def test_a_loop_of_redirects_ends(site):
    site.pages |= {"/a": Reply(302, {"Location": "/b"}), "/b": Reply(302, {"Location": "/a"})}
    looped = failure(site.url("/a"))
    assert (looped.fault.code, looped.permanent) == ("fetch.failed", True)
    assert "redirect loop" in looped.fault.detail
    assert len(site.requests) == 2


def test_redirects_are_counted(site):
    site.pages |= {f"/{hop}": Reply(302, {"Location": f"/{hop + 1}"}) for hop in range(10)}
    assert "more than 3 redirects" in failure(site.url("/0"), redirects=3).fault.detail
    assert len(site.requests) == 4


def test_a_refresh_in_the_page_is_not_followed(site):
    site.pages["/"] = page('<meta http-equiv=refresh content="0;url=http://10.0.0.1/">')
    assert failure(site.url("/")).fault.code == "fetch.unusable"
    assert len(site.requests) == 1


def test_connects_to_the_address_that_was_checked(site):
    """The name changes its mind after the first answer, as a rebinding attack would have it."""
    site.pages["/"] = page(ARTICLE)
    answers = iter([["127.0.0.1"]])
    with HttpFetch(LOOPBACK, look_up=lambda *_: next(answers)) as fetch:
        assert fetch.fetch(site.url("/", host="rebinding.example"), alive=unheard).title == "Tidal power outlook"
    assert site.requests[0].headers["host"] == f"rebinding.example:{site.port}"


def test_one_bad_address_among_good_ones_refuses_the_name(site):
    with (
        HttpFetch(LOOPBACK, look_up=lambda *_: ["127.0.0.1", "10.0.0.1"]) as fetch,
        pytest.raises(FetchFailed) as failed,
    ):
        fetch.fetch(site.url("/", host="mixed.example"), alive=unheard)
    assert failed.value.fault.cause == "refused"
    assert site.requests == []


def test_a_pinned_connection_still_proves_its_name():
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(CERTIFICATE)
    asked_for: list[str | None] = []
    server.sni_callback = lambda _connection, name, _context: asked_for.append(name)
    client = ssl.create_default_context(cafile=CERTIFICATE)
    names = ["secure.example", "other.example"]
    with (
        Site({"/": page(ARTICLE)}, tls=server) as site,
        HttpFetch(names, look_up=lambda *_: LOOPBACK, tls=client) as fetch,
    ):
        assert fetch.fetch(site.url("/", host="secure.example"), alive=unheard).text
        with pytest.raises(FetchFailed, match="certificate"):
            fetch.fetch(site.url("/", host="other.example"), alive=unheard)
        assert asked_for == names
        assert [request.headers["host"] for request in site.requests] == [f"secure.example:{site.port}"]


@pytest.mark.parametrize(
    ("permanent", "status"),
    [
        *((True, status) for status in (300, 304, 400, 401, 403, 404, 410, 451)),
        *((False, status) for status in (408, 425, 429, 500, 502, 503)),
    ],
)
def test_an_error_is_a_failure_however_long_its_body(site, status, permanent):
    site.pages["/"] = Reply(status, {"Content-Type": "text/html", "Retry-After": "7"}, ARTICLE)
    failed = failure(site.url("/"))
    assert (failed.fault.code, failed.permanent, failed.retry_after) == ("fetch.failed", permanent, 7)
    assert str(status) in failed.fault.detail


@pytest.mark.parametrize(
    "kind", ["application/pdf", "image/png", "application/json", "application/rss+xml", "text/css"]
)
def test_other_kinds_are_refused_by_name_and_not_read(site, kind):
    site.pages["/"] = Reply(200, {"Content-Type": kind}, "x" * 100_000)
    refused = failure(site.url("/"), max_bytes=1_000)
    assert (refused.fault.code, refused.permanent) == ("fetch.refused", True)
    assert kind in refused.fault.detail


@pytest.mark.parametrize(
    "kind", ["text/html", "application/xhtml+xml; charset=utf-8", "text/plain", "text/markdown", "text/x-markdown", ""]
)
def test_texts_are_read(site, kind):
    text = f"# Tidal power outlook\n\n{'Two barrages came online in March. ' * 20}"
    body = text if "plain" in kind or "markdown" in kind else ARTICLE
    site.pages["/"] = Reply(200, {"Content-Type": kind} if kind else {}, body)
    with HttpFetch(LOOPBACK) as fetch:
        assert "Two barrages came online in March" in fetch.fetch(site.url("/"), alive=unheard).text


def test_an_untold_kind_that_is_no_html_is_refused(site):
    site.pages["/"] = Reply(200, {}, "some text " * 100)
    assert failure(site.url("/")).fault.code == "fetch.refused"


def test_too_much_is_refused_packed_or_not(site):
    html = {"Content-Type": "text/html"}
    site.pages |= {
        "/long": Reply(200, html, ARTICLE * 500, chunked=True),
        "/packed": Reply(200, {**html, "Content-Encoding": "gzip"}, gzip.compress(ARTICLE.encode() * 500)),
    }
    for path in ("/long", "/packed"):
        refused = failure(site.url(path), max_bytes=100_000)
        assert (refused.fault.code, refused.permanent) == ("fetch.refused", True)
        assert "too large" in refused.fault.detail


def test_packing_that_was_not_asked_for_never_becomes_text(site):
    site.pages["/"] = Reply(200, {"Content-Type": "text/html", "Content-Encoding": "br"}, ARTICLE)
    assert "br" in failure(site.url("/")).fault.detail


def test_a_server_that_drips_is_given_up_in_time(site):
    site.pages["/"] = page(ARTICLE, drip=0.02)
    started = time.monotonic()
    slow = failure(site.url("/"), timeout=0.4)
    assert (slow.fault.code, slow.permanent) == ("fetch.failed", False)
    assert time.monotonic() - started < 3


def test_one_limit_of_time_holds_for_all_redirects(site):
    site.pages |= {f"/{hop}": Reply(302, {"Location": f"/{hop + 1}"}, delay=0.15) for hop in range(6)}
    started = time.monotonic()
    assert failure(site.url("/0"), timeout=0.4).fault.cause == "failed"
    assert time.monotonic() - started < 2
    assert len(site.requests) <= 3


def test_a_hang_up_may_be_tried_again_an_unknown_name_may_not(site):
    site.pages["/"] = Reply(body=None)
    assert not failure(site.url("/")).permanent
    unknown = failure(f"http://{'a' * 64}.example/")
    assert (unknown.fault.code, unknown.permanent) == ("fetch.failed", True)


def test_reading_can_be_handed_over(site):
    site.pages["/"] = Reply(200, {"Content-Type": "text/html; charset=gb2312"}, ARTICLE)
    seen = []

    def read(download, alive):
        alive()
        seen.append(download)
        raise FetchFailed("unusable", "handed over")

    assert "handed over" in failure(site.url("/"), read=read).fault.detail
    assert (seen[0].url, seen[0].media_type, seen[0].charset) == (site.url("/"), "text/html", "gb2312")
    assert seen[0].body == ARTICLE.encode()


def test_a_bad_entry_of_the_allowance_is_an_error():
    with pytest.raises(ValueError, match=r"'10\.0\.0\.1/8'"):
        HttpFetch(["10.0.0.1/8"])
