import pytest

from briefings.domain.errors import FetchFailed, RunFailed, SearchFailed
from briefings.domain.evidence import Origin
from briefings.domain.outcome import Reason
from briefings.domain.plan import Plan, Question, RoutingDecision
from briefings.pipeline.limits import Limits
from briefings.pipeline.stages.research import gather
from tests.fakes import FakeFetch, FakeJournal, FakeSearch, brief, hit, page, production

SEARCH = RoutingDecision(decision="search", withheld=True)


def plan(*questions: str) -> Plan:
    return Plan(
        routing=SEARCH, questions=tuple(Question(key=f"q{n}", text=text) for n, text in enumerate(questions, 1))
    )


def web(*names: str) -> dict:
    return {f"https://{name}.example/": page(f"Text of {name}.", url=f"https://{name}.example/") for name in names}


def hits(*names: str) -> list:
    return [hit(f"https://{name}.example/") for name in names]


def urls(sources) -> list:
    return [source.page.url for source in sources]


def test_ids_follow_question_order_then_rank():
    search = FakeSearch({"one": hits("a", "b"), "two": hits("c")})
    journal = FakeJournal()
    run = production(journal, search=search, fetch=FakeFetch(web("a", "b", "c")))
    sources = gather(run, plan("one", "two"), None)
    assert [source.id for source in sources] == [1, 2, 3]
    assert urls(sources) == ["https://a.example/", "https://b.example/", "https://c.example/"]
    assert journal.saved == list(sources)


def test_a_page_that_two_questions_found_is_read_once():
    fetch = FakeFetch(web("a", "b"))
    run = production(search=FakeSearch({"one": hits("a"), "two": hits("a", "b")}), fetch=fetch)
    assert len(gather(run, plan("one", "two"), None)) == 2
    assert sorted(fetch.asked) == ["https://a.example/", "https://b.example/"]


def test_every_question_gets_its_share_of_the_sources():
    search = FakeSearch({"one": hits("a", "b", "c"), "two": hits("d", "e", "f")})
    run = production(search=search, fetch=FakeFetch(web(*"abcdef")), limits=Limits(sources=4))
    assert urls(gather(run, plan("one", "two"), None)) == [f"https://{name}.example/" for name in "abde"]


def test_the_same_text_at_two_addresses_is_one_source():
    pages = {
        "https://a.example/": page("Same.", url="https://a.example/"),
        "https://b.example/": page("Same.", url="https://b.example/"),
    }
    run = production(search=FakeSearch({"one": hits("a", "b")}), fetch=FakeFetch(pages))
    assert len(gather(run, plan("one"), None)) == 1


def test_one_dead_branch_is_partial_research_and_its_fault_is_told():
    run = production(search=FakeSearch({"one": hits("a")}), fetch=FakeFetch(web("a")))
    assert len(gather(run, plan("one", "two"), None)) == 1
    assert run.reasons == [Reason.PARTIAL_RESEARCH]
    assert [fault.code for fault in run.faults] == ["search.empty"]


def test_a_branch_whose_pages_all_belong_to_another_is_not_dead():
    run = production(search=FakeSearch({"one": hits("a"), "two": hits("a")}), fetch=FakeFetch(web("a")))
    gather(run, plan("one", "two"), None)
    assert run.reasons == []


def test_a_failed_page_is_a_fault_but_the_branch_lives_on_the_others():
    pages = web("a") | {"https://b.example/": FetchFailed("failed", "404", permanent=True)}
    run = production(search=FakeSearch({"one": hits("a", "b")}), fetch=FakeFetch(pages))
    assert len(gather(run, plan("one"), None)) == 1
    assert [fault.code for fault in run.faults] == ["fetch.failed"]
    assert run.reasons == []


def test_no_source_at_all_leaves_a_model_unresearched():
    run = production(search=FakeSearch())
    assert gather(run, plan("one"), None) == ()
    assert run.reasons == [Reason.UNRESEARCHED]
    assert [fault.code for fault in run.faults] == ["search.empty", "research.empty"]


def test_no_source_at_all_ends_an_extractive_run_with_what_was_tried():
    run = production(search=FakeSearch(), invents=False)
    with pytest.raises(RunFailed, match="a search for “one”"):
        gather(run, plan("one"), None)


def test_supplied_text_is_the_first_source():
    run = production(
        brief=brief(supplied_text="My own notes on copper."),
        search=FakeSearch({"one": hits("a")}),
        fetch=FakeFetch(web("a")),
    )
    first, second = gather(run, plan("one"), None)
    assert (first.id, first.page.origin, first.page.url, first.page.text) == (
        1,
        Origin.SUPPLIED,
        None,
        "My own notes on copper.",
    )
    assert second.page.url == "https://a.example/"


def test_a_skip_with_supplied_text_is_researched():
    run = production(brief=brief(supplied_text="My own notes."))
    skip = Plan(routing=RoutingDecision(decision="skip", withheld=False))
    assert len(gather(run, skip, None)) == 1
    assert run.reasons == []


def test_a_skip_without_material_is_unresearched_but_no_fault():
    run = production()
    assert gather(run, Plan(routing=RoutingDecision(decision="skip", withheld=False)), None) == ()
    assert run.reasons == [Reason.UNRESEARCHED]
    assert run.faults == []


def test_what_the_topics_own_search_brought_is_used_and_its_failure_is_no_dead_branch():
    search = FakeSearch({"one": hits("a")})
    found = FakeSearch({"x": hits("b")}).search("x", language="en", limit=5)
    run = production(search=search, fetch=FakeFetch(web("a", "b")))
    assert urls(gather(run, plan("one"), found)) == ["https://a.example/", "https://b.example/"]
    other = production(search=FakeSearch({"one": hits("a")}), fetch=FakeFetch(web("a")))
    gather(other, plan("one"), SearchFailed("blocked", "captcha"))
    assert other.reasons == []
    assert [fault.code for fault in other.faults] == ["search.blocked"]


@pytest.mark.parametrize("asked", ["How is copper smelted?", " how is  COPPER smelted?"])
def test_the_topic_is_searched_once_although_the_planner_asks_for_it_too(asked):
    search = FakeSearch({"two": hits("b")})
    ahead = FakeSearch({"x": hits("a")}).search("x", language="en", limit=5)
    sources = gather(production(search=search, fetch=FakeFetch(web("a", "b"))), plan("two", asked), ahead)
    assert search.asked == ["two"]
    assert [(source.question, source.page.url) for source in sources] == [
        ("q1", "https://b.example/"),
        ("q2", "https://a.example/"),
    ]


def test_a_hit_that_brings_its_page_is_not_fetched():
    carried = page("Local text.", url=None, locator="notes/a.md", origin=Origin.KNOWLEDGE)
    local = hit("", page=carried).model_copy(update={"url": None})
    fetch = FakeFetch()
    run = production(search=FakeSearch({"one": [local]}), fetch=fetch)
    (source,) = gather(run, plan("one"), None)
    assert (source.page, source.tier, fetch.asked) == (carried, "local", [])


def test_a_finished_research_is_replayed_without_a_request():
    journal = FakeJournal()
    run = production(journal, search=FakeSearch({"one": hits("a")}), fetch=FakeFetch(web("a")))
    sources = gather(run, plan("one"), None)
    again = production(FakeJournal(known=journal.recorded), search=FakeSearch(), fetch=FakeFetch())
    assert gather(again, plan("one"), None) == sources
