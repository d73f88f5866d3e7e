"""Submit: a submission is a row first, a wake-up second."""

import uuid
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_q.tasks import async_task

from briefings.domain.brief import Brief
from briefings.models import Run
from briefings.services.equipment import cast_name

CARRIER = "briefings.tasks.carry"


@dataclass(frozen=True)
class Requester:
    """Who asks: the primary key of an account, or the identity of a guest."""

    user: int | None = None
    guest: uuid.UUID | None = None


def today() -> date:
    """The date, in the site's zone, to which a document that is asked for now will speak."""
    return timezone.localdate(timezone=settings.KYLE_TIME_ZONE)


def submit(brief: Brief, requester: Requester, submission: uuid.UUID) -> Run:
    """The run for this submission, made on first sight of its token and woken up when the transaction commits.

    A second post of the same form gives the same run. Browsers bring old forms back, token included: the same token
    with another request, or from somebody else, is another submission.
    """
    said = brief.model_dump_json(exclude={"as_of"})
    key = uuid.uuid5(submission, f"{requester.user} {requester.guest} {said}")
    with transaction.atomic():
        run, created = Run.objects.get_or_create(submission=key, defaults=_columns(brief, requester))
        if created:
            transaction.on_commit(wake_up)
    return run


def submit_claimed(brief: Brief, requester: Requester, lease: uuid.UUID) -> Run:
    """A run that is carried by the caller from its first moment: no worker ever sees it queued."""
    with transaction.atomic():
        run = Run.objects.create(submission=uuid.uuid4(), **_columns(brief, requester))
        Run.objects.filter(pk=run.pk).begin(lease)
    return run


def wake_up() -> None:
    """Tells the queue that there is work. A lost, doubled or late wake-up does no harm: the row is the truth."""
    async_task(CARRIER)


def _columns(brief: Brief, requester: Requester) -> dict[str, object]:
    return {
        "owner_id": requester.user,
        "guest": requester.guest,
        "topic": brief.topic,
        "kind": brief.kind,
        "cast": cast_name(),
        "brief": brief.model_dump(mode="json"),
    }
