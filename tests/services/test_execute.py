import logging
import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.core.files.storage import FileSystemStorage
from django.db import OperationalError
from django.utils import timezone

from briefings.domain.document import Document, Heading
from briefings.domain.errors import HandedBack, LeaseLost
from briefings.models import Artifact, ChunkRow, QuotaDay, Run, SourceRow, SpanRow, Status, Step
from briefings.services.carrier import simplified_from
from briefings.services.database import OwnConnection
from briefings.services.execute import execute, hand_back
from briefings.services.press import StoragePress
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.factories import RunFactory
from tests.fakes import brief

T = TypeVar("T")

COVERED = "How does HTTP/3 differ from HTTP/2?"
NOWHERE = "Wuzzlefrinks and the gronkulation of splanmish"
OF_RUN: tuple[Any, ...] = (Step, SpanRow, SourceRow, ChunkRow, Artifact)

pytestmark = pytest.mark.django_db


class Troubled(OwnConnection):
    """A database where something happens just before the work with a certain number, and before all that follow; at
    the latest once `is_late` says so. How many works a run takes depends on what comes at the same time."""

    def __init__(
        self,
        number: float = float("inf"),
        happens: Callable[[], object] = lambda: None,
        is_late: Callable[[], bool] = lambda: False,
    ) -> None:
        self._number, self._happens, self._is_late = number, happens, is_late
        self.works = 0

    def do(self, work: Callable[[], T]) -> T:
        self.works += 1
        if self.works >= self._number or self._is_late():
            self._happens()
        return super().do(work)


def claimed(topic: str = COVERED) -> tuple[Run, uuid.UUID]:
    submit(brief(topic, length="brief"), Requester(guest=uuid.uuid4()), uuid.uuid4())
    lease = uuid.uuid4()
    return Run.objects.claim(lease, simplified_from=simplified_from()).get(), lease


@cache
def works(topic: str = COVERED) -> int:
    """How many works in the database an undisturbed run on `topic` takes."""
    database = Troubled()
    execute(*claimed(topic), database)
    return database.works


def has_all_files(run: Run) -> bool:
    return Artifact.objects.filter(run=run).count() == len(StoragePress.formats)


def everything(run: Run, documents: Path) -> list[Any]:
    rows = [list(model.objects.filter(run=run).order_by("pk").values_list()) for model in OF_RUN]
    return [Run.objects.filter(pk=run.pk).values_list().get(), *rows, sorted((documents / str(run.pk)).rglob("*"))]


def lost(run: Run, settings) -> tuple[Callable[[], None], list[Any]]:
    """Lets another worker take the run, once; and what there was at that moment."""
    then: list[Any] = []

    def take() -> None:
        if not then:
            Run.objects.filter(pk=run.pk).update(lease=uuid.uuid4())
            then.extend(everything(run, settings.MEDIA_ROOT))

    return take, then


@pytest.mark.parametrize("place", [0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0])
def test_from_the_moment_that_the_lease_is_lost_nothing_is_written(settings, caplog, place):
    number = max(1, round(place * works()))
    run, lease = claimed()
    take, then = lost(run, settings)
    with caplog.at_level(logging.WARNING, logger="briefings"):
        execute(run, lease, Troubled(number, take, lambda: has_all_files(run)))
    assert everything(run, settings.MEDIA_ROOT) == then
    assert f"run {run.pk}: refused to write" in caplog.text
    assert "its writes are refused from here on" in caplog.text


def test_a_failure_is_not_recorded_under_a_lost_lease_and_refunds_nothing(settings, caplog):
    number = works(NOWHERE)
    run, lease = claimed(NOWHERE)
    take, then = lost(run, settings)
    with caplog.at_level(logging.WARNING, logger="briefings"):
        execute(run, lease, Troubled(number, take))
    assert everything(run, settings.MEDIA_ROOT) == then
    assert Run.objects.get(pk=run.pk).refunded is False
    assert "its failure is not recorded" in caplog.text


def test_a_run_that_somebody_else_carries_is_not_handed_back(caplog):
    run = RunFactory.create(running=True)
    with caplog.at_level(logging.WARNING, logger="briefings"):
        hand_back(run, uuid.uuid4(), HandedBack("the worker is stopping"))
    assert Run.objects.get(pk=run.pk).status == Status.RUNNING
    assert "somebody else carries it" in caplog.text


@pytest.mark.parametrize(("wait", "waits"), [(0.0, 0), (90.0, 1)])
def test_a_hand_back_spends_no_attempt_and_a_wait_is_kept_and_counted(wait, waits):
    lease = uuid.uuid4()
    run = RunFactory.create(running=True, attempt=3, lease=lease)
    before = timezone.now()
    hand_back(run, lease, HandedBack("The provider asks for patience.", wait=wait))
    run.refresh_from_db()
    assert (run.status, run.lease, run.attempt, run.waits) == (Status.QUEUED, None, 3, waits)
    assert run.progress_message == "The provider asks for patience."
    assert Run.objects.claimable().exists() is not bool(wait)
    if wait:
        assert run.not_before
        assert before + timedelta(seconds=90) <= run.not_before <= timezone.now() + timedelta(seconds=90)


def fail_with(error: Exception) -> Callable[[], None]:
    failures = iter([error])

    def fail() -> None:
        for failure in failures:
            raise failure

    return fail


def test_an_error_that_nobody_foresaw_ends_the_run_with_a_note_and_refunds_it(caplog):
    run, lease = claimed()
    execute(run, lease, Troubled(6, fail_with(ZeroDivisionError("division by zero"))))
    run.refresh_from_db()
    assert (run.status, run.outcome, run.refunded) == ("failed", "failed", True)
    assert "Traceback" not in run.note
    assert run.faults[-1] == {"stage": "worker", "cause": "error", "detail": "ZeroDivisionError: division by zero"}
    assert "unexpected error" in caplog.text
    assert QuotaDay.objects.get(scope=f"guest:{run.guest}").used == 0


def test_a_database_that_is_out_of_reach_is_no_fault_of_the_run(caplog):
    run, lease = claimed()

    def gone() -> None:
        raise OperationalError("the server is not there")

    execute(run, lease, Troubled(6, gone))
    assert Run.objects.get(pk=run.pk).status == Status.RUNNING
    assert "the database is out of reach" in caplog.text
    # Whoever finds it silent carries it on.
    Run.objects.filter(pk=run.pk).update(status=Status.QUEUED, attempt=2)
    execute(Run.objects.claim(lease, simplified_from=7).get(), lease)
    assert Run.objects.get(pk=run.pk).status == Status.DONE


class OvertakingStorage(FileSystemStorage):
    """While a file is stored here, another worker takes over its run."""

    def save(self, name: str | None, content: Any, max_length: int | None = None) -> str:
        stored = super().save(name, content, max_length)
        Run.objects.update(lease=uuid.uuid4())
        return stored


@pytest.mark.parametrize("lost_before", [True, False])
def test_a_file_that_is_made_under_a_lost_lease_is_neither_linked_nor_kept(settings, lost_before):
    lease = uuid.uuid4()
    run = RunFactory.create(running=True, lease=uuid.uuid4() if lost_before else lease)
    press = StoragePress(run, lease, OwnConnection())
    if not lost_before:
        settings.STORAGES = settings.STORAGES | {"default": {"BACKEND": f"{__name__}.OvertakingStorage"}}
    text = Document(title="Copper", language="en", as_of=run.created_at.date(), blocks=(Heading(text="Smelting"),))
    with pytest.raises(LeaseLost):
        press.keep("md", press.draw("md", text, [], alive=lambda: None).content)
    assert not [file for file in settings.MEDIA_ROOT.rglob("*") if file.is_file()]
    assert not Artifact.objects.exists()
