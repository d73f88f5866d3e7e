"""Files made by the children of a real cluster's workers, which are daemonic processes."""

import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from briefings.domain.document import Heading
from briefings.models import Run
from briefings.rendering import pdf
from briefings.rendering.pdf_fonts import default_cache
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.fakes import brief
from tests.processes import eventually, session
from tests.rendering.documents import document
from tests.world import environment

LIMIT = 4.0
HANZI = 15_000
"""To make a font of so many characters takes far longer than a file may take; where it is there, a PDF is quick."""


@pytest.fixture
def cluster(serve, settings, transactional_db, tmp_path: Path):
    """A running cluster whose workers may draw for `LIMIT` seconds, with only the usual fonts made beforehand."""
    serve()
    pdf.render(document(Heading(text="In Latin letters")), (), tmp_path / default_cache().name)
    variables = environment(
        settings,
        SECRET_KEY=settings.SECRET_KEY,
        KYLE_WORKERS="1",
        KYLE_CHILD_PROCESSES="2",
        KYLE_RENDER_TIMEOUT=str(LIMIT),
        TMPDIR=str(tmp_path),
    )
    program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "qcluster"]
    master = subprocess.Popen(program, env=variables, start_new_session=True)
    yield master
    for left in session(master.pid):
        os.kill(left, signal.SIGKILL)
    master.wait()


def done(topic: str, supplied_text: str) -> Run:
    asked = brief(topic, supplied_text=supplied_text, length="extended")
    run = submit(asked, Requester(guest=uuid.uuid4()), uuid.uuid4())
    assert eventually(lambda: Run.objects.filter(pk=run.pk, finished_at__isnull=False).exists(), 120)
    run.refresh_from_db()
    assert run.status == "done", run.note
    return run


def made(run: Run) -> set[str]:
    return set(run.artifacts.values_list("format", flat=True))


def test_files_are_made_within_limits_and_nothing_outlives_the_cluster(cluster):
    plain = done("Summarise the attached note", "The barrage on the Rance has produced power since 1966. " * 8)
    assert made(plain) == {"docx", "pdf", "md"}
    assert plain.faults == []

    sentences = ("".join(chr(0x4E00 + n) for n in range(start, start + 390)) for start in range(0, HANZI, 390))
    slow = done("Summarise the attached note", "。\n\n".join(sentences))
    assert made(slow) == {"docx", "md"}
    assert [(fault["stage"], fault["cause"], fault["detail"]) for fault in slow.faults] == [
        ("render", "pdf", "pdf: not finished within 4 s")
    ]

    assert len(session(cluster.pid)) > 3
    cluster.terminate()
    cluster.wait(30)
    assert eventually(lambda: session(cluster.pid) == [])
