import json

import pytest

from briefings.backends.fetch.dates import iso_date
from tests.backends.fetch.pages import article, read


def published(inner="", head=""):
    return read(article(inner, head)).published


def meta(name, content, attribute="name"):
    return f'<meta {attribute}="{name}" content="{content}">'


def linked(data):
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


PROSE = "<p>The directive of 2 April 2011, amended on 2011-04-02 and 01/04/2011, set a standard for barrages.</p>"


@pytest.mark.parametrize(
    "inner",
    [
        "",
        PROSE,
        "<p>WCAG 2.1 appeared in June 2018, WCAG 2.2 on 5 October 2023, as published by the consortium.</p>",
        "<p>The first barrage opened on <time datetime='2011-04-02'>2 April 2011</time> in the estuary.</p>",
        "<p class='published'>Published on 2 April 2011 in the official journal of the ministry.</p>",
        "<footer>© 2011 The Ministry. Last updated 2 April 2011.</footer>",
        "<div class='event-date'><time datetime='2011-04-02'>2 April</time></div>",
        "<a href='/2011/04/02/barrages'>An older report on the two barrages and the grid</a>",
    ],
)
def test_a_date_that_the_page_merely_holds_is_not_its_own(inner):
    assert published(inner) == ""


@pytest.mark.parametrize("tag", ["body", "article"])
def test_a_class_of_the_whole_page_makes_no_byline(tag):
    inner = "<p>The first barrage opened on <time datetime='2011-04-02'>2 April 2011</time> in the estuary.</p>"
    assert read(article(inner).replace(f"<{tag}>", f"<{tag} class='news-page published'>")).published == ""


def test_an_address_does_not_state_a_date():
    assert read(article(), url="https://x.example/2011/04/02/barrages").published == ""


@pytest.mark.parametrize(
    "head",
    [
        meta("article:published_time", "2024-05-01T10:00:00Z", "property"),
        meta("DC.date.issued", "2024-05-01"),
        meta("dcterms.issued", "20240501"),
        meta("citation_publication_date", "2024/05/01"),
        meta("date", "Wed, 01 May 2024 10:00:00 GMT"),
        meta("pubdate", "May 1, 2024"),
        meta("datePublished", "2024-05-01", "itemprop"),
        linked({"@type": "NewsArticle", "datePublished": "2024-05-01T23:30:00-08:00"}),
        linked([{"@type": "WebSite"}, {"@type": ["Report", "Thing"], "datePublished": "2024-05-01"}]),
        linked({"@graph": [{"@type": "BlogPosting", "datePublished": "2024-05-01"}]}),
        linked({"@type": "WebPage", "mainEntity": {"@type": "Article", "datePublished": "2024-05-01"}}),
        linked({"@type": "http://schema.org/WebPage", "datePublished": "2024-05-01"}),
    ],
)
def test_what_the_head_states_counts_whatever_the_prose_says(head):
    assert published(PROSE, head) == "2024-05-01"


@pytest.mark.parametrize(
    "inner",
    [
        "<time pubdate datetime='2024-05-01T08:00'>Wednesday</time>",
        "<span itemprop='datePublished' content='2024-05-01'>on Wednesday</span>",
        "<time itemprop='datePublished'>2024-05-01</time>",
        "<div class='byline'>By Ada Moor, <time datetime='2024-05-01'>1 May</time></div>",
        "<p class='entry-meta'><span class='posted-on'><a href='/'><time>1 May 2024</time></a></span></p>",
        "<time class='entry-date published updated' datetime='2024-05-01'>1 May</time>",
        "<time class='dt-published' datetime='2024-05-01'>1 May</time>",
        "<header><p>Ada Moor</p><time datetime='2024-05-01'>1 May</time></header>",
        "<div class='byline'><time datetime='2024-05-01'>1 May</time>, changed <time>2024-06-02</time></div>",
        "<div class='byline'><time class='updated'>2024-06-02</time> <time>2024-05-01</time></div>",
        "<div class='article__date'><time>2024年5月1日</time></div>",
    ],
)
def test_a_time_counts_that_is_marked_or_stands_in_a_byline(inner):
    assert published(PROSE + inner) == "2024-05-01"


@pytest.mark.parametrize(
    "inner",
    [
        "<div class='comment'><p class='posted'><time datetime='2024-05-01'>1 May</time></p></div>",
        "<div itemscope itemtype='https://schema.org/Comment'><time itemprop='datePublished'>2024-05-01</time></div>",
        "<aside><p class='byline'><time datetime='2024-05-01'>1 May</time></p></aside>",
        "<div class='related-stories'><p class='byline'><time datetime='2024-05-01'>1 May</time></p></div>",
        "<p class='byline'>Updated <time class='updated' datetime='2024-05-01'>1 May</time></p>",
        "<p class='byline'><time datetime='2024-05-01'>1 May</time></p><p class='byline'><time>2024-04-01</time></p>",
        "<time itemprop='dateModified' datetime='2024-05-01'>1 May</time>",
    ],
)
def test_the_date_of_something_else_does_not_count(inner):
    assert published(inner) == ""


@pytest.mark.parametrize(
    "head",
    [
        meta("article:modified_time", "2024-05-01", "property"),
        meta("description", "2024-05-01"),
        meta("date", "2024"),
        meta("date", "0001-01-01T00:00:00"),
        meta("date", "1970-01-01"),
        meta("date", "04/05/2024"),
        linked({"@type": "NewsArticle", "dateModified": "2024-05-01"}),
        linked({"@type": "Event", "datePublished": "2024-05-01"}),
        linked([{"@type": "Article", "datePublished": day} for day in ("2024-05-01", "2024-04-01")]),
        linked({"@type": "ItemList", "itemListElement": [{"@type": "Article", "datePublished": "2024-05-01"}]}),
        "<script type='application/ld+json'>{'@type': 'Article', 'datePublished': '2024-05-01'</script>",
        "<script type='application/ld+json'>" + "[" * 100_000 + "</script>",
        linked({"@type": "Article", "datePublished": {"day": "2024-05-01"}}),
        linked({"@type": "Article", "datePublished": None}),
        linked([7, "Article", None]),
    ],
)
def test_what_states_no_date_of_publication_states_none(head):
    assert published("", head) == ""


def test_linked_data_goes_before_meta_elements_and_these_before_bylines():
    byline = "<p class='byline'><time datetime='2024-05-03'>3 May</time></p>"
    head = meta("date", "2024-05-02")
    assert published(byline, head + linked({"@type": "Article", "datePublished": "2024-05-01"})) == "2024-05-01"
    assert published(byline, head) == "2024-05-02"
    assert published(byline) == "2024-05-03"


def test_nothing_is_read_before_it_is_published():
    assert published(head=meta("date", "2026-03-09")) == "2026-03-09"
    assert published(head=meta("date", "2026-03-10")) == ""
    assert published("<time pubdate>2026-03-01</time>", meta("date", "2027-01-01")) == "2026-03-01"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-01", "2024-05-01"),
        (" 2024.5.1", "2024-05-01"),
        ("2024-05-01 10:00", "2024-05-01"),
        ("1st May, 2024", "2024-05-01"),
        ("Sept. 3, 2024", "2024-09-03"),
        ("3 Sep 2024 10:00", "2024-09-03"),
        ("2024-02-30", ""),
        ("1714550400000", ""),
        ("3 Mays 2024", ""),
        ("May 2024", ""),
        ("2024-05-01 " + "x" * 100, ""),
        ("{{ date }}", ""),
        ("", ""),
    ],
)
def test_days_are_read_in_the_usual_forms(text, day):
    assert iso_date(text) == day
