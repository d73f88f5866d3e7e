"""The journal of a run in the database. Every write first proves that the run is still carried under this lease."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from functools import wraps
from itertools import takewhile
from typing import Any, ParamSpec, TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from briefings.domain.draft import Chunk
from briefings.domain.errors import HandedBack
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault
from briefings.domain.plan import RoutingDecision
from briefings.domain.trace import Span
from briefings.models import ChunkRow, Run, SourceRow, SpanRow, Step
from briefings.pipeline.ports import Entry
from briefings.services import fencing
from briefings.services.database import Database, OwnConnection

P = ParamSpec("P")
T = TypeVar("T")


def _in_database(method: Callable[P, T]) -> Callable[P, T]:
    """A method of the journal that runs where the database may be touched."""

    @wraps(method)
    def do(*args: P.args, **kwargs: P.kwargs) -> T:
        journal: RowJournal = args[0]  # type: ignore[assignment]
        return journal.database.do(lambda: method(*args, **kwargs))

    return do


MOST_USD = Decimal("9999.99999999")
"""The largest cost that a column holds."""


class RowJournal:
    """Implements pipeline.ports.Journal. Used by one thread at a time, the run's own.

    Totals of cost and tokens are kept here and written whole: the lease makes this the only writer, and decimals added
    up by the database would be rounded on SQLite. Where `stopping` says so, the next call or stage hands the run back;
    what was paid for before is written down first.
    """

    def __init__(
        self,
        run: Run,
        lease: uuid.UUID,
        database: Database | None = None,
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self._run = run
        self._lease = lease
        self._stopping = stopping
        self.database = database or OwnConnection()

    @_in_database
    def entries(self) -> Sequence[Entry]:
        rows = Step.objects.filter(run=self._run)
        return [
            Entry(key=row.key, digest=row.digest, result=row.result, fault=row.fault, permanent=row.permanent)
            for row in rows
            if row.fault is None or (row.series, row.attempt) == (self._run.series, self._run.attempt)
        ]

    @_in_database
    def record(self, entry: Entry, span: Span | None = None) -> None:
        span = span and self._payable(span)
        with self._together(**self._bill(span) if span else {}):
            if span:
                SpanRow.of(self._run, span).save(force_insert=True)
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

    @_in_database
    def replayed(self, key: str, digest: str) -> None:
        with self._together():
            Step.objects.filter(run=self._run, key=key, digest=digest).update(replays=F("replays") + 1)

    @_in_database
    def span(self, span: Span) -> None:
        span = self._payable(span)
        with self._together(**self._bill(span)):
            SpanRow.of(self._run, span).save(force_insert=True)

    @_in_database
    def beat(self) -> None:
        self._write()

    @_in_database
    def calling(self) -> None:
        self._go_on()
        self._write(called=True)

    @_in_database
    def enter(self, stage: str) -> None:
        self._go_on()
        # A stage that is entered again begins anew, and with it all that came after it.
        stages = list(takewhile(lambda entry: entry["name"] != stage, self._run.stages))
        self._write(
            stage=stage, stages=[*stages, {"name": stage, "started_at": _text(timezone.now()), "finished_at": None}]
        )

    @_in_database
    def leave(self, stage: str) -> None:
        now = _text(timezone.now())
        self._write(
            stages=[{**entry, "finished_at": now} if entry["name"] == stage else entry for entry in self._run.stages]
        )

    @_in_database
    def progress(self, done: int, total: int, message: str) -> None:
        self._write(progress_done=done, progress_total=total, progress_message=message[:500])

    @_in_database
    def routed(self, routing: RoutingDecision) -> None:
        self._write(routing=routing.model_dump(mode="json"))

    @_in_database
    def fault(self, fault: Fault) -> None:
        known = [known for known in self._run.faults if known != fault.model_dump()]
        self._write(faults=[*known, fault.model_dump()])

    @_in_database
    def sources(self, sources: Sequence[Source]) -> None:
        with self._together():
            rows = SourceRow.objects.filter(run=self._run)
            known = {tuple(row): pk for pk, *row in rows.values_list("pk", "number", "url", "sha256")}
            told = {(source.id, source.page.url, source.page.sha256): source for source in sources}
            rows.filter(pk__in=[pk for row, pk in known.items() if row not in told]).delete()
            SourceRow.objects.bulk_create(
                SourceRow.of(self._run, source) for row, source in told.items() if row not in known
            )

    @_in_database
    def restart(self) -> None:
        with self._together():
            ChunkRow.objects.filter(run=self._run).delete()

    @_in_database
    def publish(self, chunk: Chunk) -> None:
        with self._together():
            ChunkRow.objects.update_or_create(
                run=self._run,
                position=chunk.position,
                defaults={"blocks": chunk.model_dump(mode="json")["blocks"]},
            )

    def _go_on(self) -> None:
        if self._stopping():
            raise HandedBack("the worker is stopping")

    def _payable(self, span: Span) -> Span:
        """`span`, its cost unknown where it does not fit: SQLite would keep it, and nobody could read the row again."""
        if span.cost_usd is None or self._run.cost_usd + span.cost_usd <= MOST_USD:
            return span
        return span.model_copy(update={"cost_usd": None})

    def _bill(self, span: Span) -> dict[str, Any]:
        """The totals of the run with those of `span`."""
        run = self._run
        return {
            "cost_usd": run.cost_usd + (span.cost_usd or 0),
            "unpriced": run.unpriced or span.unpriced,
            "pricing_version": span.pricing_version or run.pricing_version,
            "tokens_prompt": run.tokens_prompt + span.usage.prompt,
            "tokens_cached": run.tokens_cached + span.usage.cached,
            "tokens_completion": run.tokens_completion + span.usage.completion,
            "tokens_reasoning": run.tokens_reasoning + span.usage.reasoning,
        }

    @contextmanager
    def _together(self, **columns: Any) -> Iterator[None]:
        """Writes `columns` of the run and what the block writes: all of it or nothing."""
        columns["heartbeat_at"] = timezone.now()
        with transaction.atomic():
            fencing.write(self._run.pk, self._lease, **columns)
            yield
        # Not before they are committed: what was rolled back must not be counted again.
        for name, value in columns.items():
            setattr(self._run, name, value)

    def _write(self, **columns: Any) -> None:
        with self._together(**columns):
            pass


def _text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
