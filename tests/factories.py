"""Rows as tests need them: a trait for every status and outcome of a run."""

import hashlib
import uuid
from datetime import timedelta
from decimal import Decimal

from django.core.files.base import ContentFile
from django.utils import timezone
from factory.declarations import LazyAttribute, LazyFunction, Sequence, SubFactory, Trait
from factory.django import DjangoModelFactory, Password

from briefings.domain.brief import Brief
from briefings.domain.document import Document, Heading, Paragraph, Reference, References, Sentence
from briefings.models import Artifact, ChunkRow, QuotaDay, Run, SourceRow, SpanRow, Status, User, WorkerBeat
from briefings.services.quota import today

STAGES = ("plan", "research", "outline", "write", "verify", "gate", "render")


def stages(*, finished: int, begun: int | None = None) -> list[dict]:
    """What a run's `stages` hold when `finished` stages are over and `begun` (by default no more) have begun."""
    now = timezone.now().isoformat()
    names = STAGES[: finished if begun is None else begun]
    return [
        {"name": name, "started_at": now, "finished_at": now if place < finished else None}
        for place, name in enumerate(names)
    ]


def document(
    topic: str = "How is copper smelted?", *, source: int = 1, says: str = "Copper is smelted in a furnace."
) -> dict:
    """A small document that cites one source."""
    blocks = (
        Heading(text="Smelting"),
        Paragraph(sentences=(Sentence(text=says, cites=(source,)),)),
        References(entries=(Reference(source=source, number=1),)),
    )
    as_of = timezone.now().date()
    return Document(title=topic, language="en", as_of=as_of, blocks=blocks).model_dump(mode="json")


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = Sequence(lambda number: f"reader{number}")
    password = Password("a long and secret phrase")

    class Params:
        operator = Trait(is_staff=True, is_superuser=True)


class RunFactory(DjangoModelFactory[Run]):
    """A queued run of a guest. Traits: `handed_back` and `waiting` of a queued one, `running`, `awaiting_approval`,
    `success`, `degraded`, `failed`, `rejected`, `cancelled`; `public` makes it public."""

    class Meta:
        model = Run

    guest = LazyFunction(uuid.uuid4)
    submission = LazyFunction(uuid.uuid4)
    topic = "How is copper smelted?"
    cast = "extractive"
    brief = LazyAttribute(
        lambda run: Brief(topic=run.topic, kind=run.kind, as_of=timezone.now().date()).model_dump(mode="json")
    )
    kind = "standard"

    class Params:
        begun = Trait(started_at=LazyFunction(timezone.now))
        ended = Trait(
            begun=True,
            finished_at=LazyAttribute(lambda run: run.started_at + timedelta(seconds=42)),
        )
        delivered = Trait(
            ended=True,
            status=Status.DONE,
            stages=stages(finished=7),
            document=LazyAttribute(lambda run: document(run.topic)),
            routing={
                "decision": "search",
                "case": None,
                "triggers": ["comparison"],
                "withheld": True,
                "justification": "",
            },
        )
        running = Trait(
            begun=True,
            status=Status.RUNNING,
            lease=LazyFunction(uuid.uuid4),
            heartbeat_at=LazyFunction(timezone.now),
            stage="research",
            stages=stages(finished=1, begun=2),
            progress_done=2,
            progress_total=5,
            progress_message="Reading sources",
        )
        handed_back = Trait(begun=True, stages=stages(finished=1, begun=2), stage="research")
        waiting = Trait(
            handed_back=True,
            waits=1,
            not_before=LazyFunction(lambda: timezone.now() + timedelta(minutes=20)),
            progress_message="The provider of the model asked Kyle to wait.",
        )
        awaiting_approval = Trait(begun=True, status=Status.AWAITING_APPROVAL, stages=stages(finished=6))
        success = Trait(delivered=True, outcome="success")
        degraded = Trait(
            delivered=True,
            outcome="degraded",
            reasons=["partial_research"],
            faults=[{"stage": "search", "cause": "blocked", "detail": "engine.example asked for a challenge"}],
        )
        failed = Trait(
            ended=True,
            status=Status.FAILED,
            outcome="failed",
            note="No source on this topic was found.",
            stages=stages(finished=1, begun=2),
            faults=[{"stage": "research", "cause": "empty", "detail": "tried: gronkulation"}],
        )
        rejected = Trait(ended=True, status=Status.REJECTED)
        cancelled = Trait(ended=True, status=Status.CANCELLED)
        public = Trait(is_public=True)


class SourceRowFactory(DjangoModelFactory[SourceRow]):
    class Meta:
        model = SourceRow

    run = SubFactory(RunFactory)
    number = Sequence(lambda number: number + 1)
    question = "q1"
    url = LazyAttribute(lambda source: f"https://metal.example/{source.number}")
    title = LazyAttribute(lambda source: f"Copper, part {source.number}")
    site = "metal.example"
    origin = "web"
    tier = "reference"
    text = "Copper is smelted in a furnace."
    sha256 = LazyAttribute(lambda source: hashlib.sha256(source.text.encode()).hexdigest())
    fetched_at = LazyFunction(timezone.now)


class SpanRowFactory(DjangoModelFactory[SpanRow]):
    class Meta:
        model = SpanRow

    run = SubFactory(RunFactory)
    attempt = 1
    stage = "plan"
    step = "1/plan/route/1"
    agent = "planner"
    call = "model"
    started_at = LazyFunction(timezone.now)
    ended_at = LazyAttribute(lambda span: span.started_at + timedelta(seconds=1.5))
    model = "gpt-5-mini"
    tokens_prompt = 1200
    tokens_completion = 80
    cost_usd = Decimal("0.0021")
    pricing_version = "2026-11-30"


class ChunkRowFactory(DjangoModelFactory[ChunkRow]):
    class Meta:
        model = ChunkRow

    run = SubFactory(RunFactory)
    position = Sequence(lambda number: number)
    blocks = LazyFunction(lambda: document()["blocks"][:2])


class ArtifactFactory(DjangoModelFactory[Artifact]):
    """A file that really lies in the storage; `content` are its bytes."""

    class Meta:
        model = Artifact
        exclude = ["content"]

    run = SubFactory(RunFactory)
    format = "docx"
    content = b"PK\x03\x04 a document"
    file = LazyAttribute(
        lambda artifact: ContentFile(artifact.content, name=f"{artifact.run.pk}/briefing.{artifact.format}")
    )
    size = LazyAttribute(lambda artifact: len(artifact.content))
    sha256 = LazyAttribute(lambda artifact: hashlib.sha256(artifact.content).hexdigest())


class QuotaDayFactory(DjangoModelFactory[QuotaDay]):
    class Meta:
        model = QuotaDay

    scope = Sequence(lambda number: f"user:{number}")
    day = LazyFunction(today)
    used = 1


class WorkerBeatFactory(DjangoModelFactory[WorkerBeat]):
    class Meta:
        model = WorkerBeat

    name = Sequence(lambda number: f"host:{number}")
