import gzip
import socket
import time
import tracemalloc
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from briefings.backends.wire.client import Limits, Wire
from briefings.backends.wire.deadline import Deadline
from briefings.backends.wire.errors import Garbled, TimedOut, TooLarge, UnknownHost, Unreachable
from briefings.backends.wire.transport import MOST_CONNECTIONS
from tests.doubles.web import Reply, Site, page

GZIP = {"Content-Encoding": "gzip"}


def get(wire: Wire, url: str, **more) -> bytes:
    with wire.open("GET", httpx.URL(url), **more) as answer:
        return answer.read()


def test_sends_an_honest_name_and_reads_the_answer(site):
    site.pages["/a"] = Reply(200, {"Content-Type": 'Text/HTML; Charset="gb2312"'}, "text")
    with (
        Wire() as wire,
        wire.open("POST", httpx.URL(site.url("/a?q=1")), headers={"Accept": "text/*"}, body=b"x=y") as answer,
    ):
        assert (answer.status, answer.media_type, answer.charset) == (200, "text/html", "gb2312")
        assert answer.read() == b"text"
    asked = site.requests[0]
    assert (asked.method, asked.query, asked.form) == ("POST", {"q": "1"}, {"x": "y"})
    assert asked.headers["user-agent"].startswith("Kyle/")
    assert asked.headers["host"] == f"127.0.0.1:{site.port}"
    assert (asked.headers["accept"], asked.headers["accept-encoding"]) == ("text/*", "gzip")


@pytest.mark.parametrize("location", ["/elsewhere", "http://tidal.example:port/", "mailto:press@tidal.example"])
def test_follows_no_redirect_and_hands_on_where_it_leads(site, location):
    site.pages["/"] = Reply(302, {"Location": location})
    with Wire() as wire, wire.open("GET", httpx.URL(site.url())) as answer:
        assert (answer.status, answer.headers["location"]) == (302, location)
    assert len(site.requests) == 1


def test_keeps_no_cookie(site):
    site.pages["/"] = Reply(200, {"Set-Cookie": "visitor=7; Path=/"}, "text")
    with Wire() as wire:
        assert [get(wire, site.url()) for _ in range(2)] == [b"text", b"text"]
    assert not any("cookie" in asked.headers for asked in site.requests)


def test_uses_no_proxy_of_the_environment(site, monkeypatch):
    site.pages["/"] = page("direct")
    with Site({"http://named.example/": page("by the proxy")}) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url())
        with Wire(resolve=lambda *_: ["127.0.0.1"]) as wire:
            assert get(wire, site.url("/", host="named.example")) == b"direct"
        assert proxy.requests == []


@pytest.mark.parametrize("host", ["named.example", "[2001:db8::7]", "xn--bcher-kva.example"])
def test_the_server_is_told_the_host_of_the_address(site, host):
    asked_for = []

    def resolve(host: str, port: int, timeout: float) -> list[str]:
        asked_for.append(f"[{host}]" if ":" in host else host)
        return ["127.0.0.1"]

    site.pages["/"] = page("here")
    with Wire(resolve=resolve) as wire:
        assert get(wire, site.url("/", host=host)) == b"here"
    assert site.requests[0].headers["host"] == f"{host}:{site.port}"
    assert asked_for == [host]


@pytest.mark.parametrize("slow", [page("x" * 2_000, drip=0.02), Reply(404, drip=0.02), page("x", delay=60)])
def test_the_total_limit_holds_against_drips_and_silence(site, slow):
    site.pages["/"] = slow
    started = time.monotonic()
    with Wire(Limits(read=30, total=0.4)) as wire, pytest.raises(TimedOut):
        get(wire, site.url())
    assert time.monotonic() - started < 3


def test_silence_ends_with_the_read_limit(site):
    site.pages["/"] = page("x", delay=60)
    started = time.monotonic()
    with Wire(Limits(read=0.2, total=30)) as wire, pytest.raises(TimedOut):
        get(wire, site.url())
    assert time.monotonic() - started < 3


def test_the_wait_for_a_free_connection_ends_with_the_deadline(site):
    started = time.monotonic()
    with Wire(Limits(total=30)) as wire, ExitStack() as unread:
        for _ in range(MOST_CONNECTIONS):
            unread.enter_context(wire.open("GET", httpx.URL(site.url())))
        with pytest.raises(TimedOut):
            get(wire, site.url(), deadline=Deadline(0.2))
    assert time.monotonic() - started < 10


def test_requests_share_a_deadline(site):
    site.pages["/"] = page("x")
    over = Deadline(0)
    with Wire() as wire, pytest.raises(TimedOut, match="not finished within 0 s"):
        get(wire, site.url(), deadline=over)
    assert site.requests == []


def test_the_resolver_is_told_how_long_it_may_take():
    told = []

    def slow(host: str, port: int, timeout: float) -> list[str]:
        told.append((host, port, timeout))
        raise TimedOut("the name was not resolved")

    with Wire(Limits(connect=0.5), resolve=slow) as wire, pytest.raises(TimedOut):
        get(wire, "http://slow.example:8080/")
    assert told == [("slow.example", 8080, 0.5)]


def test_a_name_that_cannot_be_is_unknown():
    with Wire() as wire, pytest.raises(UnknownHost, match="could not be resolved"):
        get(wire, f"http://{'a' * 64}.example/")


def test_a_closed_port_and_a_hang_up_are_failures(site):
    site.pages["/"] = Reply(body=None)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with Wire() as wire:
        with pytest.raises(Unreachable, match="refused"):
            get(wire, f"http://127.0.0.1:{port}/")
        with pytest.raises(Unreachable):
            get(wire, site.url())


def test_a_body_that_breaks_off_is_a_failure(site):
    site.pages["/"] = Reply(200, {"Content-Length": "100"}, "less than that")
    with Wire() as wire, pytest.raises(Unreachable, match="100"):
        get(wire, site.url())


def test_tries_every_address_of_a_name(site):
    site.pages["/"] = page("here")
    with Wire(resolve=lambda *_: ["::1", "127.0.0.1"]) as wire:
        assert get(wire, site.url("/", host="twice.example")) == b"here"


def test_a_body_without_a_length_is_cut_off_at_the_limit(site):
    site.pages["/"] = Reply(body="x" * 50_001, chunked=True)
    with Wire(Limits(size=50_000)) as wire, pytest.raises(TooLarge, match="more than 50,000 bytes"):
        get(wire, site.url())
    with Wire(Limits(size=50_001)) as wire:
        assert len(get(wire, site.url())) == 50_001


def test_a_small_packed_body_cannot_fill_the_memory(site):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(60)) + packer.flush()
    site.pages["/"] = Reply(200, GZIP, bomb, chunked=True)
    assert len(bomb) < 100_000
    with Wire(Limits(size=1_000_000)) as wire:
        tracemalloc.start()
        with pytest.raises(TooLarge):
            get(wire, site.url())
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 6_000_000


@pytest.mark.parametrize("name", ["gzip", "x-gzip", "GZIP"])
def test_unpacks_gzip_in_one_or_several_members(site, name):
    site.pages["/"] = Reply(200, {"Content-Encoding": name}, gzip.compress(b"one ") + gzip.compress(b"two"))
    with Wire() as wire:
        assert get(wire, site.url()) == b"one two"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Encoding": "br"}, b"\x0b\x02\x80text\x03"),
        ({"Content-Encoding": "gzip, gzip"}, gzip.compress(gzip.compress(b"text"))),
        (GZIP, b"not packed at all"),
        (GZIP, gzip.compress(b"text that goes on for a while" * 50)[:-20]),
    ],
    ids=["another packing", "packed twice", "not packed", "cut off"],
)
def test_what_cannot_be_unpacked_is_no_text(site, headers, body):
    site.pages["/"] = Reply(200, headers, body)
    with Wire() as wire, pytest.raises(Garbled):
        get(wire, site.url())


def test_reads_retry_after_in_both_forms(site):
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    waits = {}
    past, impossible = (f"Wed, 01 Jan {year} 00:00:00 GMT" for year in ("2020", "9" * 20))
    for value in ("7", later, past, impossible, "soon", None):
        site.pages["/"] = Reply(429, {"Retry-After": value} if value else {})
        with Wire() as wire, wire.open("GET", httpx.URL(site.url())) as answer:
            waits[value] = answer.retry_after
    assert waits["7"] == 7
    assert waits[later] == pytest.approx(90, abs=10)
    assert waits[past] == 0
    assert (waits[impossible], waits["soon"], waits[None]) == (None, None, None)


def test_threads_share_it_each_with_its_own_deadline(site):
    site.pages |= {"/fast": page("fast"), "/slow": page("x" * 500, drip=0.01)}

    def ask(number: int) -> str:
        path, seconds = ("/fast", 20.0) if number % 2 else ("/slow", 0.3)
        try:
            return get(wire, site.url(path), deadline=Deadline(seconds)).decode()
        except TimedOut:
            return "timed out"

    with Wire() as wire, ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(16))) == ["timed out", "fast"] * 8
