"""`manage.py brief`: one briefing in the foreground, with a progress display."""

import sys
import threading
import uuid
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
from briefings.services import execute, export, filenames
from briefings.services.quota import Requester, today
from briefings.services.submit import submit_claimed

EXIT = {Outcome.SUCCESS: 0, Outcome.DEGRADED: 3, Outcome.FAILED: 1}
EXIT_AWAITING_APPROVAL = 4


class Command(BaseCommand):
    help = (
        "Writes one briefing and prints where it is. "
        "Exit code: 0 success, 3 degraded, 4 waiting for approval, 1 failed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("topic", nargs="?", help="What the briefing is about; asked for when missing.")
        parser.add_argument("--kind", choices=[kind.value for kind in Kind], default=Kind.STANDARD.value)
        parser.add_argument("--language", default="auto", help="BCP 47 tag of the document; auto: the topic's own.")
        parser.add_argument("--audience", default="", help="For whom it is.")
        parser.add_argument("--length", choices=[length.value for length in Length], default=Length.STANDARD.value)
        parser.add_argument("--file", action="append", default=[], type=Path, help="Your own material, a text file.")
        parser.add_argument("--format", choices=export.DOWNLOADS, default="docx")
        parser.add_argument("--output", type=Path, help="Where the document goes.")

    def handle(self, *args: Any, **options: Any) -> None:
        brief = self._brief(options)
        lease = uuid.uuid4()
        run = submit_claimed(brief, Requester(), lease)
        _carry_with_progress(run, lease)
        run.refresh_from_db()
        self._report(run, options["format"], options["output"])
        sys.exit(EXIT_AWAITING_APPROVAL if run.status == Status.AWAITING_APPROVAL else EXIT[Outcome(run.outcome)])

    def _brief(self, options: dict[str, Any]) -> Brief:
        topic = options["topic"] or input("Topic: ")
        fields = {name: options[name] for name in ("kind", "language", "audience", "length")}
        form = BriefingForm({"topic": topic, "supplied_text": _read(options["file"]), **fields})
        if not form.is_valid():
            raise CommandError("\n".join(f"{name}: {errors.as_text()}" for name, errors in form.errors.items()))
        return form.brief(as_of=today())

    def _report(self, run: Run, form: str, output: Path | None) -> None:
        for reason in run.reasons:
            self.stdout.write(f"degraded: {reason}: {REASONS[Reason(reason)]}")
        for fault in map(Fault.model_validate, run.faults):
            self.stdout.write(f"fault: {fault.code}: {FAULTS[fault.code]} {fault.detail}")
        if run.status == Status.DONE:
            content = export.download(run, form)
            place = output or Path(filenames.ascii_name(run, form))
            place.write_bytes(content)
            self.stdout.write(f"{run.outcome}: {place}")
        elif run.note:
            self.stderr.write(run.note)


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
