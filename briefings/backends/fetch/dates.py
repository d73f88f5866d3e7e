"""When a page says that it was published. Only what states this counts: a date in prose is about something else."""

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from lxml.html import HtmlElement

_META = frozenset(
    "article:published article:published_date article:published_time bt:pubdate citation_date citation_online_date"
    " citation_publication_date date date_published datepublished dc.date dc.date.issued dc:date dcterms.date"
    " dcterms.issued og:article:published_time og:pubdate og:publish_date og:published_time originalpublicationdate"
    " parsely-pub-date pubdate publication_date publish-date publish_date publishdate published-date published_date"
    " published_time publisheddate rnews:datepublished sailthru.date".split()
)
_PAGES = ("Article", "Posting", "Report", "Page", "CreativeWork")
"""How the names of those types of schema.org end that stand for what a page holds."""

_BYLINE = re.compile(
    r"(?<![a-z])(?:by-?line|date-?line|pub-?date|published|posted)"
    r"|(?<![a-z])(?:article|blog|entry|news|page|post|story)[-_]{0,2}(?:byline|date|header|info|meta|time)",
    re.IGNORECASE,
)
_NOT_ITS_OWN = re.compile(r"(?:^|[\s/])(?:user)?(?:comment|sidebar|teaser|widget)|related|recommend", re.IGNORECASE)
_LATER = re.compile(r"updated|modified|revised", re.IGNORECASE)
_FIRST = re.compile(r"publish", re.IGNORECASE)
_WHOLE = frozenset({"html", "body", "main", "article"})
"""Elements whose names tell of the page as a whole."""
_NEAR = 4
"""In how many elements around a date its byline is sought."""
_LONGEST = 80
"""In characters: what is longer says more than a date."""
_MOST = 200
"""How many dates of one page are looked at."""

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = r"(?P<name>[a-z]{3,9})\.?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"^\s*(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)(?!\d)",
        r"^\s*(?P<year>\d{4})[-/.年](?P<month>\d{1,2})[-/.月](?P<day>\d{1,2})(?!\d)",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(?P<year>\d{{4}})\b",
        rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})\b",
    )
)
_UNSET = frozenset({date(1, 1, 1), date(1970, 1, 1)})
"""What programs write where they have no date."""


def stated_dates(tree: HtmlElement) -> list[str]:
    """The ISO dates that the page in `tree` states as those of its publication, the surest first.

    Looked at are linked data, meta elements, times marked as publication dates, and times in bylines. Where one of
    these kinds gives several dates that cannot be told apart, as on a page that lists articles, it gives none.
    """
    kinds = (
        _linked(tree, ("Article", "Posting")),
        _linked(tree, _PAGES),
        list(_in_meta(tree))[:1],
        _marked(tree),
        list(dict.fromkeys(_in_bylines(tree))),
    )
    return [kind[0] for kind in kinds if len(kind) == 1]


def iso_date(text: str) -> str:
    """The day that `text` gives, as an ISO date; empty when it gives none in full, in no known form, or much else."""
    for form in _FORMS if len(text) <= _LONGEST else ():
        match = form.search(text)
        if match and (day := _day(match.groupdict())):
            return day.isoformat()
    return ""


def _day(parts: dict[str, str]) -> date | None:
    try:
        day = date(int(parts["year"]), _month(parts), int(parts["day"]))
    except ValueError:
        return None
    return None if day in _UNSET else day


def _month(parts: dict[str, str]) -> int:
    """The number of the month, 0 for a word that names none."""
    if "month" in parts:
        return int(parts["month"])
    return next((number for number, name in enumerate(_MONTHS, 1) if name.startswith(parts["name"].lower())), 0)


def _linked(tree: HtmlElement, types: tuple[str, ...]) -> list[str]:
    """The different dates that linked data of `types` give."""
    found = (
        iso_date(str(thing.get("datePublished") or ""))
        for script in tree.xpath("//script[@type='application/ld+json']")
        for thing in _things(script.text or "")
        if any(str(type_).endswith(types) for type_ in _listed(thing.get("@type")))
    )
    return list(dict.fromkeys(day for day in found if day))


def _things(text: str) -> Iterator[dict[str, Any]]:
    """The top-level objects of linked data and the main things of these; what they merely mention is not the page."""
    try:
        data = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    for thing in _objects(data):
        for member in (thing, *_objects(thing.get("@graph"))):
            yield member
            yield from _objects(member.get("mainEntity"))


def _objects(data: Any) -> list[dict[str, Any]]:
    return [item for item in _listed(data) if isinstance(item, dict)]


def _listed(data: Any) -> list[Any]:
    return data if isinstance(data, list) else [data]


def _in_meta(tree: HtmlElement) -> Iterator[str]:
    for element in tree.xpath("//meta[@content]"):
        names = (element.get(name, "").strip().lower() for name in ("property", "name", "itemprop"))
        if not _META.isdisjoint(names) and (day := iso_date(element.get("content"))):
            yield day


def _marked(tree: HtmlElement) -> list[str]:
    """The different dates of elements that are marked as the publication date of what they stand in."""
    marked = "//time[@pubdate] | //*[contains(concat(' ', normalize-space(@itemprop), ' '), ' datePublished ')]"
    found = (_told_by(element) for element in tree.xpath(marked)[:_MOST] if _is_its_own(element))
    return list(dict.fromkeys(day for day in found if day))


def _in_bylines(tree: HtmlElement) -> Iterator[str]:
    """The first date of each byline; those that follow in it tell of later changes."""
    seen: set[HtmlElement] = set()
    for element in tree.xpath("//time")[:_MOST]:
        byline = _byline(element)
        if byline is None or byline in seen or not _is_its_own(element) or _is_of_a_change(element):
            continue
        if day := _told_by(element):
            seen.add(byline)
            yield day


def _byline(time: HtmlElement) -> HtmlElement | None:
    """What `time` is in: the header of an article, or the outermost element near it whose name says byline."""
    header = time.xpath("ancestor::header[ancestor::article or ancestor::main][1]")
    near = [time, *list(time.iterancestors())[:_NEAR]]
    named = [element for element in near if element.tag not in _WHOLE and _BYLINE.search(_marks(element))]
    return next(iter([*header, *reversed(named)]), None)


def _is_of_a_change(time: HtmlElement) -> bool:
    marks = _marks(time)
    return bool(_LATER.search(marks)) and not _FIRST.search(marks)


def _told_by(element: HtmlElement) -> str:
    """The date of `element`, in the form that is for machines if it has that."""
    return iso_date(element.get("datetime") or element.get("content") or element.text_content().strip())


def _is_its_own(element: HtmlElement) -> bool:
    """Whether `element` speaks of the page, not of a comment on it or of another page that it recommends."""
    around = [other for other in element.iterancestors() if other.tag not in ("html", "body")]
    return not any(other.tag in ("aside", "nav") or _NOT_ITS_OWN.search(_marks(other)) for other in around)


def _marks(element: HtmlElement) -> str:
    """What the author of a page calls an element."""
    return " ".join(element.get(name, "") for name in ("class", "id", "itemprop", "itemtype"))
