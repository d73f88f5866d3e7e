"""What holds for every run, however often whoever carried it was killed."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from briefings.models import Run, SourceRow, Step
from tests.chaos.harbours import HARBOUR, Asked
from tests.chaos.storm import HEARTBEAT_TIMEOUT


def nothing_was_asked_twice(run: Run, asked: Sequence[Asked]) -> None:
    """A request is sent once in an attempt, and once more for each try that is on record as failed (a busy machine does
    not answer in time), and never again once its answer is journaled: so as often as a kill caught it in flight, and
    once more."""
    failed = run.spans.exclude(fault="").count()
    same: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        same[one.what].append(one)
    for what, times in same.items():
        attempts = [_attempt(run, one.at) for one in times]
        again = len(attempts) - len(set(attempts))
        assert again <= failed, f"asked twice in one attempt: {what[:200]}"
        journaled = _journaled_in(run, {one.mark for one in times})
        if journaled is not None:
            assert max(attempts) <= journaled, f"asked again although journaled: {what[:200]}"


def everything_was_paid_once(run: Run) -> None:
    """The cost of the run is that of its distinct steps. A step has a second input only where a try is on record as
    failed, since what it would have brought came in a later attempt, and where the last attempts were simplified."""
    failed = run.spans.exclude(fault="")
    assert not failed.filter(cost_usd__gt=0)
    spans = list(run.spans.filter(call="model", fault=""))
    paid = Counter(span.step for span in spans)
    assert paid == Counter(model_steps(run))
    assert failed.exists() or run.simplified or set(paid.values()) == {1}
    assert run.cost_usd == sum(span.cost_usd or 0 for span in spans) > 0
    assert run.tokens_prompt == sum(span.tokens_prompt for span in spans)
    assert run.tokens_completion == sum(span.tokens_completion for span in spans)


def there_is_one_document(run: Run, documents: Path) -> None:
    """It is done, with one file of each format, whole, and with the sources that the document means."""
    assert (run.status, run.lease) == ("done", None), run.note
    files = {artifact.format: artifact for artifact in run.artifacts.all()}
    assert sorted(files) == ["docx", "md", "pdf"]
    assert run.artifacts.count() == 3
    for artifact in files.values():
        content = (documents / str(artifact.file)).read_bytes()
        assert hashlib.sha256(content).hexdigest() == artifact.sha256
    document = run.read_document()
    assert document is not None
    sources = SourceRow.objects.filter(run=run)
    assert {source.number for source in sources if source.cited} == set(document.cited)
    assert list(run.chunks.values_list("position", flat=True)) == list(range(run.chunks.count()))


def essence(run: Run) -> str:
    """The document without what tells its run from another."""
    return HARBOUR.sub("harbour", json.dumps(run.document))


def model_steps(run: Run) -> list[str]:
    """The keys of the calls of a model whose answers are journaled."""
    return [step.key for step in Step.objects.filter(run=run) if "message" in _fields(step)]


def _attempt(run: Run, moment: float) -> int:
    """The attempt in which something happened; attempts lie the time of a silence apart."""
    ends = [datetime.fromisoformat(met["silent_since"]).timestamp() for met in run.attempts]
    return 1 + sum(end + HEARTBEAT_TIMEOUT / 2 < moment for end in ends)


def _journaled_in(run: Run, marks: set[str]) -> int | None:
    found = [step.attempt for step in Step.objects.filter(run=run, fault=None) if marks & _marks(step)]
    return found[0] if found else None


def _marks(step: Step) -> set[str]:
    """What tells whose answer this is: the id of a model's call, the address of a page, the key of a search."""
    fields = _fields(step)
    calls = fields.get("message", {}).get("tool_calls", ())
    return {step.key, fields.get("url") or "", *(call["id"] for call in calls)}


def _fields(step: Step) -> dict[str, Any]:
    return step.result if isinstance(step.result, dict) else {}
