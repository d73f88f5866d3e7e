"""`manage.py brief`: one briefing in the foreground, with a progress display."""

import logging
import os
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from briefings.domain.brief import Brief, Kind, Length
from briefings.domain.outcome import FAULTS, REASONS, Fault, Outcome, Reason
from briefings.forms import BriefingForm
from briefings.models import Run, Status
from briefings.pipeline.kinds import RECIPES
from briefings.services import execute, export, filenames
from briefings.services.quota import Requester, today
from briefings.services.submit import submit_claimed

EXIT = {Outcome.SUCCESS: 0, Outcome.DEGRADED: 3, Outcome.FAILED: 1}
EXIT_AWAITING_APPROVAL = 4
_SERVICES = logging.getLogger("briefings.services")


class Command(BaseCommand):
    help = (
        "Writes one briefing and prints where it is. "
        "Exit code: 0 success, 3 degraded, 4 waiting for approval, 1 failed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("topic", nargs="?", help="What the briefing is about; asked for when missing.")
        parser.add_argument("--kind", choices=[kind.value for kind in RECIPES], default=Kind.STANDARD.value)
        parser.add_argument("--language", default="auto", help="BCP 47 tag of the document; auto: the topic's own.")
        parser.add_argument("--audience", default="", help="For whom it is.")
        parser.add_argument("--length", choices=[length.value for length in Length], default=Length.STANDARD.value)
        parser.add_argument("--file", action="append", default=[], type=Path, help="Your own material, a text file.")
        parser.add_argument("--format", choices=export.DOWNLOADS, default="docx")
        parser.add_argument("--output", type=Path, help="Where the document goes.")

    def handle(self, *args: Any, **options: Any) -> None:
        brief = self._brief(options)
        _check_place(options["output"])
        lease = uuid.uuid4()
        run = submit_claimed(brief, Requester(), lease)
        with _only_errors_logged():
            _carry_with_progress(run, lease)
        run.refresh_from_db()
        self._report(run, options["format"], options["output"])
        sys.exit(EXIT_AWAITING_APPROVAL if run.status == Status.AWAITING_APPROVAL else EXIT[Outcome(run.outcome)])

    def _brief(self, options: dict[str, Any]) -> Brief:
        topic = options["topic"] or _asked_topic()
        fields = {name: options[name] for name in ("kind", "language", "audience", "length")}
        form = BriefingForm({"topic": topic, "supplied_text": _read(options["file"]), **fields})
        if not form.is_valid():
            raise CommandError(
                "\n".join(f"{name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items())
            )
        return form.brief(as_of=today())

    def _report(self, run: Run, form: str, output: Path | None) -> None:
        for reason in run.reasons:
            self.stdout.write(f"degraded: {reason}: {REASONS[Reason(reason)]}")
        for fault in map(Fault.model_validate, run.faults):
            # The note of a failed run tells the details of what it failed of.
            detail = "" if fault.detail in run.note else fault.detail
            self.stdout.write(f"fault: {fault.code}: {FAULTS[fault.code]} {detail}".rstrip())
        if run.status == Status.DONE:
            content = export.download(run, form)
            place = output or Path(filenames.ascii_name(run, form))
            place.write_bytes(content)
            self.stdout.write(f"{run.outcome}: {place}")
        elif run.note:
            self.stderr.write(run.note)


def _asked_topic() -> str:
    try:
        return input("Topic: ")
    except EOFError:
        raise CommandError("There is no topic: name one, or run this where it can be asked for.") from None


def _check_place(output: Path | None) -> None:
    """Before the run, so that no finished document is left without a place. Raises CommandError."""
    folder = output.parent if output else Path()
    if not folder.is_dir():
        raise CommandError(f"The document cannot be put into {folder}, which is no folder.")
    if output and output.is_dir():
        raise CommandError(f"{output} is a folder; name a file for the document.")
    taken = output is not None and output.exists()
    if not os.access(output if output and taken else folder, os.W_OK):
        raise CommandError(f"The document cannot be written to {output or folder.resolve()}.")


@contextmanager
def _only_errors_logged() -> Iterator[None]:
    """The display and the report tell what the log would, and the console can show only one of them in order."""
    before = _SERVICES.level
    _SERVICES.setLevel(logging.ERROR)
    try:
        yield
    finally:
        _SERVICES.setLevel(before)


def _read(files: list[Path]) -> str:
    try:
        return "\n\n".join(file.read_text(encoding="utf-8") for file in files)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The file cannot be read as text: {error}") from error


def _carry_with_progress(run: Run, lease: uuid.UUID) -> None:
    def carry() -> None:
        try:
            execute.execute(Run.objects.get(pk=run.pk), lease)
        finally:
            connection.close()

    thread = threading.Thread(target=carry, name="run")
    thread.start()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as display:
        task = display.add_task("Starting", total=None)
        while thread.is_alive():
            run.refresh_from_db(fields=["stage", "progress_message", "progress_done", "progress_total"])
            message = f"{run.stage}: {run.progress_message}" if run.progress_message else run.stage
            display.update(task, description=message, completed=run.progress_done, total=run.progress_total or None)
            thread.join(timeout=0.2)
