"""python -m tests.chaos.claiming LOG    claims runs as a worker does, until none is left, and gives each back once.

LOG gets a line for each time that a run was held: its id, since when and until when (`time.monotonic`, which the
processes of one machine share).
"""

import sys
import time
import uuid
from datetime import timedelta
from pathlib import Path

import django

django.setup()

from django.utils import timezone  # noqa: E402

from briefings.domain.errors import HandedBack  # noqa: E402
from briefings.models import Run, Status  # noqa: E402
from briefings.services.carrier import simplified_from  # noqa: E402
from briefings.services.execute import hand_back  # noqa: E402
from briefings.services.recover import recover  # noqa: E402


def hold(run: Run, lease: uuid.UUID) -> tuple[float, float]:
    """One turn with a claimed run, from when to when: at first it is given back or left silent, then it is done."""
    since = time.monotonic()
    mine = Run.objects.carried(run.pk, lease)
    first = not run.progress_done
    mine.update(progress_done=1)
    until = time.monotonic()
    if not first:
        mine.update(status=Status.DONE, lease=None)
    elif run.pk.int % 2:
        hand_back(run, lease, HandedBack("for another to carry on"))
    else:
        mine.update(heartbeat_at=timezone.now() - timedelta(days=1))
    return since, until


def main(log: Path) -> None:
    with log.open("w") as file:
        while True:
            lease = uuid.uuid4()
            run = Run.objects.claim(lease, simplified_from=simplified_from()).first()
            if run:
                since, until = hold(run, lease)
                file.write(f"{run.pk} {since} {until}\n")
            elif not recover() and not Run.objects.exclude(status=Status.DONE).exists():
                return


if __name__ == "__main__":
    main(Path(sys.argv[1]))
