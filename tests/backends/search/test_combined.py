from collections.abc import Mapping
from threading import Barrier

import pytest

from briefings.backends.search.combined import Combined, combine, fuse, parse
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found, Hit, Origin, Page
from briefings.domain.outcome import Fault
from briefings.pipeline.ports import Search
from tests.fakes import page

KNOWN = ("duckduckgo", "wikipedia", "knowledge")


def hit(name: str, backend: str = "fake", page: Page | None = None) -> Hit:
    return Hit(url=None if page else f"https://{name}.example/", title=name, backend=backend, page=page)


class Finding:
    """Finds what it was given, and remembers what it was asked."""

    def __init__(self, *names: str, setbacks: tuple[Fault, ...] = ()) -> None:
        self._found = Found(hits=tuple(hit(name) for name in names), setbacks=setbacks)
        self.asked: list[tuple[str, str, int]] = []

    def search(self, query: str, *, language: str, limit: int) -> Found:
        self.asked.append((query, language, limit))
        return self._found


class Failing:
    def __init__(self, cause: str, detail: str = "for a reason", **more) -> None:
        self._failure = (cause, detail, more)
        self.asked = 0

    def search(self, query: str, *, language: str, limit: int) -> Found:
        self.asked += 1
        cause, detail, more = self._failure
        raise SearchFailed(cause, detail, **more)


def ask(search: Combined, limit: int = 10) -> Found:
    return search.search("tidal power", language="en", limit=limit)


def names(found: Found) -> list[str]:
    return [one.title for one in found.hits]


def failure(*groups: Mapping[str, Search]) -> SearchFailed:
    with pytest.raises(SearchFailed) as failed:
        ask(Combined(groups))
    return failed.value


@pytest.mark.parametrize(
    ("spec", "groups"),
    [
        ("duckduckgo+wikipedia,knowledge", (("duckduckgo", "wikipedia"), ("knowledge",))),
        (" duckduckgo + wikipedia , knowledge ", (("duckduckgo", "wikipedia"), ("knowledge",))),
        ("knowledge", (("knowledge",),)),
    ],
)
def test_reads_a_specification(spec, groups):
    assert parse(spec, KNOWN) == groups


@pytest.mark.parametrize("spec", ["duckduckgoo", "", "duckduckgo,", "duckduckgo++wikipedia", "DuckDuckGo", "a;b"])
def test_a_name_that_nobody_knows_is_an_error_that_names_the_known(spec):
    with pytest.raises(ValueError, match="duckduckgo, knowledge, wikipedia"):
        parse(spec, KNOWN)


def test_a_name_that_comes_twice_is_an_error():
    with pytest.raises(ValueError, match="'wikipedia' is named twice"):
        parse("duckduckgo+wikipedia,wikipedia", KNOWN)


def test_a_group_is_asked_together_and_fused():
    first, second = Finding("a", "b", "c"), Finding("b", "d")
    found = ask(Combined([{"first": first, "second": second}]))
    assert names(found) == ["b", "a", "d", "c"]
    assert found.setbacks == ()
    assert first.asked == second.asked == [("tidal power", "en", 10)]


def test_searches_of_a_group_run_at_the_same_time():
    meeting = Barrier(2, timeout=10)

    class Meeting(Finding):
        def search(self, query: str, *, language: str, limit: int) -> Found:
            meeting.wait()
            return super().search(query, language=language, limit=limit)

    assert names(ask(Combined([{"first": Meeting("a"), "second": Meeting("b")}]))) == ["a", "b"]


def test_the_limit_holds_for_all_together():
    assert names(ask(Combined([{"first": Finding("a", "b"), "second": Finding("c", "d")}]), limit=3)) == ["a", "c", "b"]


def test_one_success_makes_a_group_a_success_and_the_rest_is_told():
    own = Fault(stage="search", cause="layout_unknown", detail="a file could not be read")
    found = ask(Combined([{"first": Failing("blocked", "a challenge"), "second": Finding("a", setbacks=(own,))}]))
    assert names(found) == ["a"]
    assert found.setbacks == (Fault(stage="search", cause="blocked", detail="first: a challenge"), own)


def test_falls_back_in_order_and_no_further_than_needed():
    blocked, nothing, last = Failing("blocked"), Failing("empty"), Finding("z")
    found = ask(Combined([{"first": blocked, "second": nothing}, {"third": Finding("a")}, {"fourth": last}]))
    assert names(found) == ["a"]
    assert [setback.code for setback in found.setbacks] == ["search.blocked", "search.empty"]
    assert last.asked == []


def test_when_all_fail_the_most_telling_cause_is_told_with_every_word():
    failed = failure(
        {"first": Failing("empty", "no results"), "second": Failing("blocked", "a challenge")},
        {"third": Failing("network", "HTTP status 503")},
    )
    assert failed.fault.code == "search.blocked"
    assert failed.fault.detail == (
        "first: empty (no results); second: blocked (a challenge); third: network (HTTP status 503)"
    )


@pytest.mark.parametrize(
    ("causes", "cause"),
    [
        (["empty", "empty"], "empty"),
        (["empty", "network"], "network"),
        (["network", "filtered"], "filtered"),
        (["filtered", "layout_unknown"], "layout_unknown"),
        (["layout_unknown", "blocked"], "blocked"),
    ],
)
def test_only_if_all_were_empty_the_whole_is(causes, cause):
    assert failure(*({name: Failing(each)} for name, each in zip("ab", causes, strict=True))).fault.cause == cause


def test_it_is_permanent_only_if_all_are():
    last, passing = {"a": Failing("empty", permanent=True)}, {"b": Failing("network")}
    assert failure(last).permanent
    assert not failure(last, passing).permanent


def test_the_wait_is_the_shortest_that_helps():
    waits = {"a": Failing("blocked", retry_after=30), "b": Failing("blocked", retry_after=7)}
    assert failure(waits).retry_after == 7
    assert failure(waits, {"c": Failing("network")}).retry_after is None
    assert failure({"d": Failing("blocked", permanent=True)}).retry_after is None


def test_a_hit_that_brings_its_text_is_kept():
    with_text = hit("local", page=page("Text.", url=None, origin=Origin.KNOWLEDGE, locator="https://a.example/"))
    fused = fuse([[hit("a"), hit("b")], [with_text]])
    assert fused[0] is with_text
    assert len(fused) == 2


def test_combines_by_name_and_leaves_a_blocking_engine_alone():
    engine, corpus = Failing("blocked", permanent=True), Finding("a")
    search = combine("engine,corpus", {"engine": lambda: engine, "corpus": lambda: corpus, "unused": Finding})
    assert names(ask(search)) == ["a"]
    again = ask(search)
    assert names(again) == ["a"]
    assert "left alone" in again.setbacks[0].detail
    assert engine.asked == 1


@pytest.mark.parametrize("groups", [[], [{}], [{"a": Finding("a")}, {}]])
def test_no_group_may_be_empty(groups):
    with pytest.raises(ValueError, match="at least one search"):
        Combined(groups)
