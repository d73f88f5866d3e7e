"""The journal of a run in the database. Every write first proves that the run is still carried under this lease."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from briefings.domain.draft import Chunk
from briefings.domain.errors import LeaseLost
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault
from briefings.domain.plan import RoutingDecision
from briefings.domain.trace import Span
from briefings.models import ChunkRow, Run, SourceRow, SpanRow, Step
from briefings.pipeline.ports import Entry

MOST_USD = Decimal("9999.99999999")
"""The largest cost that a column holds."""


class RowJournal:
    """Implements pipeline.ports.Journal. Used in one thread only, the run's own.

    Totals of cost and tokens are kept here and written whole: the lease makes this the only writer, and decimals added
    up by the database would be rounded on SQLite.
    """

    def __init__(self, run: Run, lease: uuid.UUID) -> None:
        self._run = run
        self._lease = lease

    def entries(self) -> Sequence[Entry]:
        rows = Step.objects.filter(run=self._run)
        return [
            Entry(key=row.key, digest=row.digest, result=row.result, fault=row.fault, permanent=row.permanent)
            for row in rows
            if row.fault is None or (row.series, row.attempt) == (self._run.series, self._run.attempt)
        ]

    def record(self, entry: Entry) -> None:
        with transaction.atomic():
            self.beat()
            Step.objects.update_or_create(
                run=self._run,
                key=entry.key,
                digest=entry.digest,
                defaults={
                    "result": entry.result,
                    "fault": entry.fault.model_dump() if entry.fault else None,
                    "permanent": entry.permanent,
                    "series": self._run.series,
                    "attempt": self._run.attempt,
                },
            )

    def replayed(self, key: str, digest: str) -> None:
        with transaction.atomic():
            self.beat()
            Step.objects.filter(run=self._run, key=key, digest=digest).update(replays=F("replays") + 1)

    def span(self, span: Span) -> None:
        run = self._run
        if span.cost_usd is not None and run.cost_usd + span.cost_usd > MOST_USD:
            # SQLite would keep it all the same, and nobody could read the row again.
            span = span.model_copy(update={"cost_usd": None})
        with transaction.atomic():
            self._write(
                cost_usd=run.cost_usd + (span.cost_usd or 0),
                unpriced=run.unpriced or span.unpriced,
                pricing_version=span.pricing_version or run.pricing_version,
                tokens_prompt=run.tokens_prompt + span.usage.prompt,
                tokens_cached=run.tokens_cached + span.usage.cached,
                tokens_completion=run.tokens_completion + span.usage.completion,
                tokens_reasoning=run.tokens_reasoning + span.usage.reasoning,
            )
            SpanRow.of(run, span).save(force_insert=True)

    def beat(self) -> None:
        self._write()

    def enter(self, stage: str) -> None:
        stages = [entry for entry in self._run.stages if entry["name"] != stage]
        self._write(
            stage=stage, stages=[*stages, {"name": stage, "started_at": _text(timezone.now()), "finished_at": None}]
        )

    def leave(self, stage: str) -> None:
        now = _text(timezone.now())
        self._write(
            stages=[{**entry, "finished_at": now} if entry["name"] == stage else entry for entry in self._run.stages]
        )

    def progress(self, done: int, total: int, message: str) -> None:
        self._write(progress_done=done, progress_total=total, progress_message=message[:500])

    def routed(self, routing: RoutingDecision) -> None:
        self._write(routing=routing.model_dump(mode="json"))

    def fault(self, fault: Fault) -> None:
        known = [known for known in self._run.faults if known != fault.model_dump()]
        self._write(faults=[*known, fault.model_dump()])

    def sources(self, sources: Sequence[Source]) -> None:
        with transaction.atomic():
            self.beat()
            known = set(SourceRow.objects.filter(run=self._run).values_list("number", flat=True))
            SourceRow.objects.bulk_create(
                SourceRow.of(self._run, source) for source in sources if source.id not in known
            )

    def publish(self, chunk: Chunk) -> None:
        with transaction.atomic():
            self.beat()
            ChunkRow.objects.update_or_create(
                run=self._run,
                position=chunk.position,
                defaults={"blocks": chunk.model_dump(mode="json")["blocks"]},
            )

    def _write(self, **columns: Any) -> None:
        columns["heartbeat_at"] = timezone.now()
        if not Run.objects.carried(self._run.pk, self._lease).update(**columns):
            raise LeaseLost(f"run {self._run.pk} is no longer carried under lease {self._lease}")
        for name, value in columns.items():
            setattr(self._run, name, value)


def _text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
