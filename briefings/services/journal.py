"""The journal of a run in the database. Every write first proves that the run is still carried under this lease."""

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import partial
from itertools import takewhile
from typing import Any

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
from briefings.pipeline.ports import Entry, Write
from briefings.services import fencing
from briefings.services.database import Database, OwnConnection

MOST_USD = Decimal("9999.99999999")
"""The largest cost that a column holds."""

FRESH_SECONDS = 0.5
"""How long a proof of the lease holds for a sign of life or a call: nobody else takes a run over that was heard of so
shortly before."""


@dataclass
class _Ahead:
    """What is to be written in one transaction: columns of the run, spans, steps by key and digest, other rows."""

    columns: dict[str, Any] = field(default_factory=dict)
    spans: list[SpanRow] = field(default_factory=list)
    steps: dict[tuple[str, str], Step] = field(default_factory=dict)
    rows: list[Callable[[], object]] = field(default_factory=list)

    def add(self, other: "_Ahead") -> None:
        self.columns |= other.columns
        self.spans += other.spans
        self.steps |= other.steps
        self.rows += other.rows

    def write(self) -> None:
        """Everything but the columns. Raises what the database raises."""
        SpanRow.objects.bulk_create(self.spans)
        Step.objects.bulk_create(
            self.steps.values(),
            update_conflicts=True,
            unique_fields=["run", "key", "digest"],
            update_fields=["result", "fault", "permanent", "series", "attempt"],
        )
        for write in self.rows:
            write()


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
        self._database = database or OwnConnection()
        self._stopping = stopping
        self._ahead: _Ahead | None = None
        self._proven_at: float | None = None

    def together(self, writes: Sequence[Write]) -> None:
        ahead = self._ahead = _Ahead()
        try:
            for write in writes:
                write(self)
        finally:
            self._ahead = None
        if ahead.columns:
            self._commit(ahead)

    def entries(self) -> Sequence[Entry]:
        rows = self._database.do(lambda: list(Step.objects.filter(run=self._run)))
        return [
            Entry(key=row.key, digest=row.digest, result=row.result, fault=row.fault, permanent=row.permanent)
            for row in rows
            if row.fault is None or (row.series, row.attempt) == (self._run.series, self._run.attempt)
        ]

    def record(self, entry: Entry, span: Span | None = None) -> None:
        step = Step(
            run=self._run,
            key=entry.key,
            digest=entry.digest,
            result=entry.result,
            fault=entry.fault.model_dump() if entry.fault else None,
            permanent=entry.permanent,
            series=self._run.series,
            attempt=self._run.attempt,
        )
        paid = self._billed(span) if span else _Ahead()
        self._write(_Ahead(paid.columns, paid.spans, {(step.key, step.digest): step}))

    def replayed(self, key: str, digest: str) -> None:
        steps = Step.objects.filter(run=self._run, key=key, digest=digest)
        self._write(_Ahead(rows=[lambda: steps.update(replays=F("replays") + 1)]))

    def span(self, span: Span) -> None:
        self._write(self._billed(span))

    def beat(self) -> None:
        if not self._is_fresh:
            self._write()

    def calling(self) -> None:
        self._go_on()
        if not (self._run.called and self._is_fresh):
            self._write(called=True)

    def enter(self, stage: str) -> None:
        self._go_on()
        # A stage that is entered again begins anew, and with it all that came after it.
        stages = list(takewhile(lambda entry: entry["name"] != stage, self._known("stages")))
        begun = {"name": stage, "started_at": _text(timezone.now()), "finished_at": None}
        self._write(stage=stage, stages=[*stages, begun])

    def leave(self, stage: str) -> None:
        now = _text(timezone.now())
        stages = self._known("stages")
        self._write(stages=[{**entry, "finished_at": now} if entry["name"] == stage else entry for entry in stages])

    def progress(self, done: int, total: int, message: str) -> None:
        self._write(progress_done=done, progress_total=total, progress_message=message[:500])

    def routed(self, routing: RoutingDecision) -> None:
        self._write(routing=routing.model_dump(mode="json"))

    def fault(self, fault: Fault) -> None:
        known = [known for known in self._known("faults") if known != fault.model_dump()]
        self._write(faults=[*known, fault.model_dump()])

    def sources(self, sources: Sequence[Source]) -> None:
        self._write(_Ahead(rows=[partial(self._replace_sources, sources)]))

    def restart(self) -> None:
        self._write(_Ahead(rows=[ChunkRow.objects.filter(run=self._run).delete]))

    def publish(self, chunk: Chunk) -> None:
        row = ChunkRow(run=self._run, position=chunk.position, blocks=chunk.model_dump(mode="json")["blocks"])
        self._write(_Ahead(rows=[partial(_publish, row)]))

    def _replace_sources(self, sources: Sequence[Source]) -> None:
        rows = SourceRow.objects.filter(run=self._run)
        known = {tuple(row): pk for pk, *row in rows.values_list("pk", "number", "url", "sha256")}
        told = {(source.id, source.page.url, source.page.sha256): source for source in sources}
        rows.filter(pk__in=[pk for row, pk in known.items() if row not in told]).delete()
        SourceRow.objects.bulk_create(
            SourceRow.of(self._run, source) for row, source in told.items() if row not in known
        )

    def _go_on(self) -> None:
        if self._stopping():
            raise HandedBack("the worker is stopping")

    @property
    def _is_fresh(self) -> bool:
        return self._proven_at is not None and time.monotonic() - self._proven_at < FRESH_SECONDS

    def _billed(self, span: Span) -> _Ahead:
        span = self._payable(span)
        return _Ahead(self._bill(span), [SpanRow.of(self._run, span)])

    def _payable(self, span: Span) -> Span:
        """`span`, its cost unknown where it does not fit: SQLite would keep it, and nobody could read the row again."""
        if span.cost_usd is None or self._known("cost_usd") + span.cost_usd <= MOST_USD:
            return span
        return span.model_copy(update={"cost_usd": None})

    def _bill(self, span: Span) -> dict[str, Any]:
        """The totals of the run with those of `span`."""
        known = self._known
        return {
            "cost_usd": known("cost_usd") + (span.cost_usd or 0),
            "unpriced": known("unpriced") or span.unpriced,
            "pricing_version": span.pricing_version or known("pricing_version"),
            "tokens_prompt": known("tokens_prompt") + span.usage.prompt,
            "tokens_cached": known("tokens_cached") + span.usage.cached,
            "tokens_completion": known("tokens_completion") + span.usage.completion,
            "tokens_reasoning": known("tokens_reasoning") + span.usage.reasoning,
        }

    def _known(self, column: str) -> Any:
        """What the run has in `column`, or will have once what is written together is committed."""
        ahead = self._ahead.columns if self._ahead else {}
        return ahead.get(column, getattr(self._run, column))

    def _write(self, what: _Ahead | None = None, **columns: Any) -> None:
        """Writes `what` and `columns` of the run, all or nothing: now, or with what is written together."""
        ahead = what or _Ahead()
        ahead.columns |= {**columns, "heartbeat_at": timezone.now()}
        if self._ahead is None:
            self._commit(ahead)
        else:
            self._ahead.add(ahead)

    def _commit(self, ahead: _Ahead) -> None:
        self._database.do(partial(self._transact, ahead))
        self._proven_at = time.monotonic()
        # Not before they are committed: what was rolled back must not be counted again.
        for name, value in ahead.columns.items():
            setattr(self._run, name, value)

    def _transact(self, ahead: _Ahead) -> None:
        with transaction.atomic():
            fencing.write(self._run.pk, self._lease, **ahead.columns)
            ahead.write()


def _publish(row: ChunkRow) -> None:
    ChunkRow.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["run", "position"], update_fields=["blocks"]
    )


def _text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
