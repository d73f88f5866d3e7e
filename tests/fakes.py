"""Fakes of the ports, passed in where a test needs no real part."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from briefings.domain.brief import Brief
from briefings.domain.document import Document, Paragraph, Sentence
from briefings.domain.draft import Chunk, Draft
from briefings.domain.errors import SearchFailed
from briefings.domain.evidence import Found, Hit, Origin, Page, Source, Tier
from briefings.domain.outcome import Fault, Outcome
from briefings.domain.plan import Outline, Plan, Question, RoutingDecision, Section, SkipOffer
from briefings.domain.trace import Span
from briefings.pipeline.cast import Cast
from briefings.pipeline.ports import Alive, Drawn, Entry, ModelReply, ModelRequest, Write
from briefings.pipeline.production import Production, Tools
from briefings.pipeline.stage import Patience


def page(
    text: str = "Copper melts at 1,085 degrees.", *, url: str | None = "https://metal.example/a", **columns
) -> Page:
    columns.setdefault("title", "A page")
    columns.setdefault("sha256", uuid.uuid5(uuid.NAMESPACE_URL, text).hex)
    columns.setdefault("fetched_at", datetime(2026, 1, 2, tzinfo=UTC))
    columns.setdefault("origin", Origin.WEB)
    return Page(url=url, text=text, **columns)


def source(number: int = 1, **columns) -> Source:
    tier = columns.pop("tier", Tier.UNVERIFIED)
    return Source(id=number, question="q1", page=page(**columns), tier=tier)


def brief(topic: str = "How is copper smelted?", **columns) -> Brief:
    return Brief(topic=topic, as_of=date(2026, 1, 2), **columns)


def draft(**columns) -> Draft:
    columns.setdefault("document", Document(title="Copper", language="en", as_of=date(2026, 1, 2), blocks=()))
    routing = RoutingDecision(decision="search", case=None, triggers=(), withheld=False)
    return Draft(sources=(), routing=routing, outcome=Outcome.SUCCESS, **columns)


class FakeClock:
    """Sleeping moves it; nothing waits."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 2, tzinfo=UTC)
        self.slept: list[float] = []

    def now(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += timedelta(seconds=seconds)


@dataclass
class FakeJournal:
    """Remembers everything; `lost` makes every write fail as if the lease were gone."""

    known: list[Entry] = field(default_factory=list)
    recorded: list[Entry] = field(default_factory=list)
    replays: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    saved: list[Source] = field(default_factory=list)
    stages: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    routing: RoutingDecision | None = None
    beats: int = 0
    calls: int = 0
    before_write: Callable[[], None] = lambda: None

    def entries(self) -> Sequence[Entry]:
        return self.known

    def together(self, writes: Sequence[Write]) -> None:
        for write in writes:
            write(self)

    def record(self, entry: Entry, span: Span | None = None) -> None:
        self.before_write()
        self.recorded.append(entry)
        self.spans.extend([span] if span else [])

    def replayed(self, key: str, digest: str) -> None:
        self.replays.append(key)

    def span(self, span: Span) -> None:
        self.before_write()
        self.spans.append(span)

    def beat(self) -> None:
        self.before_write()
        self.beats += 1

    def calling(self) -> None:
        self.before_write()
        self.calls += 1

    def enter(self, stage: str) -> None:
        self.stages.append(stage)

    def leave(self, stage: str) -> None:
        self.left.append(stage)

    def progress(self, done: int, total: int, message: str) -> None:
        self.messages.append(message)

    def routed(self, routing: RoutingDecision) -> None:
        self.routing = routing

    def fault(self, fault: Fault) -> None:
        self.faults.append(fault)

    def sources(self, sources: Sequence[Source]) -> None:
        self.saved.extend(sources)

    def restart(self) -> None:
        self.chunks.clear()

    def publish(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)


@dataclass
class FakeSearch:
    """Answers from a table of query → hits; a query that is not in it is an honest empty."""

    results: dict[str, list[Hit]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def search(self, query: str, *, language: str, limit: int) -> Found:
        self.asked.append(query)
        if query not in self.results:
            raise SearchFailed("empty", f"nothing for {query}", permanent=True)
        return Found(hits=tuple(self.results[query][:limit]))


@dataclass
class FakeFetch:
    """Answers from a table of address → page or error."""

    pages: Mapping[str, Page | Exception] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def fetch(self, url: str, *, alive: Alive) -> Page:
        self.asked.append(url)
        answer = self.pages[url]
        if isinstance(answer, Exception):
            raise answer
        return answer


class NoModel:
    def complete(self, model: str, request: ModelRequest, *, alive: Callable[[], None]) -> ModelReply:
        raise AssertionError("no model may be asked here")


@dataclass
class FakePress:
    formats: Sequence[str] = ("docx", "pdf", "md")
    made: list[str] = field(default_factory=list)
    broken: dict[str, Exception] = field(default_factory=dict)

    def draw(self, file_format: str, document: Document, sources: Sequence[Source], *, alive: Alive) -> Drawn:
        if file_format in self.broken:
            raise self.broken[file_format]
        return Drawn(b"")

    def keep(self, file_format: str, content: bytes) -> None:
        self.made.append(file_format)


@dataclass
class FakePlanner:
    """Asks what it is told to ask, and lays out one section per source."""

    questions: tuple[str, ...] = ("copper",)
    skip: bool = False
    notes: tuple[str, ...] = ()

    def plan(self, brief: Brief, offer: SkipOffer, model) -> Plan:
        decision = "skip" if self.skip else "search"
        routing = RoutingDecision(
            decision=decision, case=offer.case, triggers=offer.triggers, withheld=not offer.offered
        )
        questions = () if self.skip else tuple(Question(key=f"q{n}", text=q) for n, q in enumerate(self.questions, 1))
        return Plan(routing=routing, questions=questions, notes=self.notes)

    def outline(self, brief: Brief, plan: Plan, sources, model) -> Outline:
        sections = tuple(Section(key=f"s{s.id}", heading=f"Part {s.id}", sources=(s.id,)) for s in sources)
        return Outline(title=brief.topic, sections=sections or (Section(key="s1", heading="All"),))


@dataclass
class FakeWriter:
    """Writes what `say` gives for a section; by default a long sentence that cites the section's sources."""

    say: Callable[[Section], list] | None = None

    def write(self, brief, outline, section, sources, model, refusal=""):
        if self.say:
            return self.say(section)
        text = f"Section {section.key} says " + "something about copper and how it is smelted " * 20 + "in the end."
        return [Paragraph(sentences=(Sentence(text=text, cites=section.sources),))]


def hit(url: str, **columns) -> Hit:
    return Hit(url=url, title=columns.pop("title", url), backend="fake", **columns)


def production(journal: FakeJournal | None = None, **parts) -> Production:
    """A run on fakes: two pages on copper are found and read."""
    urls = ["https://metal.example/a", "https://metal.example/b"]
    search = parts.pop("search", None) or FakeSearch(
        {query: [hit(url) for url in urls] for query in ("copper", brief().topic)}
    )
    fetch = parts.pop("fetch", None) or FakeFetch({url: page(f"Copper at {url}.", url=url) for url in urls})
    cast = Cast(
        name=parts.pop("cast", "model"),
        planner=parts.pop("planner", FakePlanner()),
        writer=parts.pop("writer", FakeWriter()),
        invents=parts.pop("invents", True),
    )
    tools = Tools(
        search=search,
        fetch=fetch,
        provider=parts.pop("provider", NoModel()),
        press=parts.pop("press", FakePress()),
        models=parts.pop("models", {}),
    )
    return Production(
        brief=parts.pop("brief", brief()),
        cast=cast,
        tools=tools,
        journal=journal or FakeJournal(),
        patience=parts.pop("patience", Patience(retries=2)),
        clock=parts.pop("clock", FakeClock()),
        **parts,
    )
