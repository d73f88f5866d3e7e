"""Research: search for every question, fetch the pages together, number the sources."""

import hashlib
from collections.abc import Callable, Sequence
from itertools import zip_longest

from briefings.domain.brief import Brief
from briefings.domain.errors import ExternalError, RunFailed
from briefings.domain.evidence import Found, Hit, Origin, Page, Source
from briefings.domain.findings import Finding
from briefings.domain.outcome import Fault, Reason
from briefings.domain.plan import Plan, Question
from briefings.pipeline.clock import Clock
from briefings.pipeline.credibility import tier
from briefings.pipeline.production import Production
from briefings.pipeline.stage import Stage

TOPIC = "topic"
SUPPLIED = "supplied"

Searched = Found | ExternalError


def gather(run: Production, plan: Plan, ahead: Searched | None) -> tuple[Source, ...]:
    """The numbered sources of the run: the requester's own material first, then what each question brought.

    Raises RunFailed when there is no source at all and the cast cannot write without one.
    """
    with run.stage("research") as stage:
        supplied = _supplied(run.brief, run.clock)
        findings = _investigate(run, stage, plan, ahead) if plan.routing.decision == "search" else []
        sources = _number([*supplied, *findings])
        if sources:
            run.relay.post(lambda journal: journal.sources(sources))
        _judge(run, plan, findings, sources)
    return sources


def _supplied(brief: Brief, clock: Clock) -> list[Finding]:
    if not brief.supplied_text.strip():
        return []
    page = Page(
        url=None,
        title="Text supplied with the request",
        text=brief.supplied_text,
        sha256=hashlib.sha256(brief.supplied_text.encode()).hexdigest(),
        fetched_at=clock.now(),
        origin=Origin.SUPPLIED,
        locator="supplied text",
    )
    return [Finding(question=Question(key=SUPPLIED, text=""), pages=(page,))]


def _investigate(run: Production, stage: Stage, plan: Plan, ahead: Searched | None) -> list[Finding]:
    questions = list(plan.questions)
    if ahead is not None and not any(_same(question.text, run.brief.topic) for question in questions):
        questions.append(Question(key=TOPIC, text=run.brief.topic))
    searched = _search(run, stage, questions, ahead)
    chosen = _choose([_hits(result) for result in searched], run.limits.sources)
    pages = _read(run, stage, [hit for hits in chosen for hit in hits])
    return [
        _finding(question, result, [pages[hit.identity] for hit in hits])
        for question, result, hits in zip(questions, searched, chosen, strict=True)
    ]


def _search(run: Production, stage: Stage, questions: Sequence[Question], ahead: Searched | None) -> list[Searched]:
    """What the search for each question came to; that for the topic was made `ahead`, and is not made again."""
    known = {} if ahead is None else {q.key: ahead for q in questions if _same(q.text, run.brief.topic)}
    open_ones = [question for question in questions if question.key not in known]
    run.progress("Searching", 0, len(open_ones))
    found = run.fan_out([_searcher(run, stage, question) for question in open_ones])
    known |= {question.key: result for question, result in zip(open_ones, found, strict=True)}
    return [known[question.key] for question in questions]


def _searcher(run: Production, stage: Stage, question: Question) -> Callable[[], Found]:
    search = run.search(stage, question.key)
    language = run.brief.document_language
    return lambda: search.search(question.text, language=language, limit=run.limits.hits_per_query)


def _hits(result: Searched) -> tuple[Hit, ...]:
    return () if isinstance(result, ExternalError) else result.hits


def _choose(results: Sequence[Sequence[Hit]], limit: int) -> list[list[Hit]]:
    """For each result list the hits to read, in rank order: every list gets its turn, no document is read twice."""
    chosen: list[list[Hit]] = [[] for _ in results]
    seen: set[str] = set()
    for rank in zip_longest(*results):
        for place, hit in enumerate(rank):
            if hit is not None and hit.identity not in seen and len(seen) < limit:
                seen.add(hit.identity)
                chosen[place].append(hit)
    return chosen


def _read(run: Production, stage: Stage, hits: Sequence[Hit]) -> dict[str, Page | ExternalError]:
    """The pages of `hits` by identity, all fetched together."""
    known: dict[str, Page | ExternalError] = {hit.identity: hit.page for hit in hits if hit.page}
    wanted = [hit for hit in hits if not hit.page and hit.url]
    run.progress("Reading sources", len(known), len(hits))

    def count(place: int, page: Page) -> None:
        known[wanted[place].identity] = page
        run.progress("Reading sources", len(known), len(hits))

    fetched = run.fan_out([_fetcher(run, stage, hit) for hit in wanted], finished=count)
    return known | {hit.identity: page for hit, page in zip(wanted, fetched, strict=True)}


def _fetcher(run: Production, stage: Stage, hit: Hit) -> Callable[[], Page]:
    address = hit.url or ""
    branch = "page-" + hashlib.sha256(address.encode()).hexdigest()[:12]
    fetch = run.fetch(stage, branch)
    return lambda: fetch.fetch(address)


def _finding(question: Question, result: Searched, pages: Sequence[Page | ExternalError]) -> Finding:
    faults = [result.fault] if isinstance(result, ExternalError) else list(result.setbacks)
    faults += [page.fault for page in pages if isinstance(page, ExternalError)]
    read = tuple(page for page in pages if not isinstance(page, ExternalError))
    dead = isinstance(result, ExternalError) or bool(pages and not read)
    return Finding(question=question, pages=read, faults=tuple(faults), dead=dead)


def _number(findings: Sequence[Finding]) -> tuple[Source, ...]:
    first: dict[str, tuple[str, Page]] = {}
    for finding in findings:
        for page in finding.pages:
            first.setdefault(page.sha256, (finding.question.key, page))
    return tuple(
        Source(id=number, question=key, page=page, tier=tier(page))
        for number, (key, page) in enumerate(first.values(), 1)
    )


def _judge(run: Production, plan: Plan, findings: Sequence[Finding], sources: Sequence[Source]) -> None:
    """Records what went wrong, and what follows from it."""
    for fault in dict.fromkeys(fault for finding in findings for fault in finding.faults):
        run.fault(fault)
    if not sources:
        _nothing_found(run, plan, findings)
    elif _partly_dead(findings):
        run.degrade(Reason.PARTIAL_RESEARCH)


def _partly_dead(findings: Sequence[Finding]) -> bool:
    # The topic's own search is a help that code adds; only the plan's questions count as branches.
    return any(finding.dead for finding in findings if finding.question.key != TOPIC)


def _nothing_found(run: Production, plan: Plan, findings: Sequence[Finding]) -> None:
    run.degrade(Reason.UNRESEARCHED)
    if plan.routing.decision == "skip":
        return
    # What each search met is told by its own faults.
    sought = ", ".join(dict.fromkeys(f"“{finding.question.text}”" for finding in findings))
    empty = Fault(stage="research", cause="empty", detail=f"What was tried: a search for {sought}.")
    run.fault(empty)
    if not run.cast.invents:
        raise RunFailed(
            "No source on this topic was found, so there is nothing that a briefing could rest on. " + empty.detail,
            empty,
        )


def _same(one: str, other: str) -> bool:
    return " ".join(one.lower().split()) == " ".join(other.lower().split())
