"""Submit: a submission is a row first, a wake-up second."""

import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django_q.tasks import async_task

from briefings.domain.brief import Brief
from briefings.models import Run, Status
from briefings.services import quota
from briefings.services.casting import cast_name
from briefings.services.quota import Requester

CARRIER = "briefings.tasks.carry"

_ANEW: dict[str, Any] = {
    "attempt": 1,
    "attempts": [],
    "waits": 0,
    "not_before": None,
    "simplified": False,
    "outcome": "",
    "reasons": [],
    "faults": [],
    "note": "",
    "stage": "",
    "stages": [],
    "progress_done": 0,
    "progress_total": 0,
    "progress_message": "",
    "finished_at": None,
}
"""What a new series of attempts begins with."""


def submit(brief: Brief, requester: Requester, submission: uuid.UUID) -> Run:
    """The run for this submission, made on first sight of its token and woken up when the transaction commits.

    A second post of the same form gives the same run and costs nothing. Browsers bring old forms back, token included:
    the same token with another request, or from somebody else, is another submission. Raises quota.OutOfQuota.
    """
    said = brief.model_dump_json(exclude={"as_of"})
    key = uuid.uuid5(submission, f"{requester.user} {requester.guest} {said}")
    known = Run.objects.filter(submission=key).first()
    if known:
        return known
    try:
        with transaction.atomic():
            run = _make(brief, requester, key)
            wake_up_on_commit()
    except IntegrityError:
        # The other half of a double click was faster.
        return Run.objects.get(submission=key)
    return run


def submit_claimed(brief: Brief, requester: Requester, lease: uuid.UUID) -> Run:
    """A run that is carried by the caller from its first moment: no worker ever sees it queued."""
    with transaction.atomic():
        run = _make(brief, requester, uuid.uuid4())
        Run.objects.filter(pk=run.pk).begin(lease, simplified_from=run.attempt + 1)
    return run


def retry(run: Run, requester: Requester) -> bool:
    """failed → queued: quota is reserved again, a new series of attempts begins, the journal is kept.

    Whether it was retried: only a failed run can be, and only as it was read. Raises quota.OutOfQuota.
    """
    day = quota.today()
    with transaction.atomic():
        retried = Run.objects.filter(pk=run.pk, status=Status.FAILED, series=run.series).update(
            status=Status.QUEUED,
            series=run.series + 1,
            quota_day=day,
            quota_scopes=quota.scopes(requester),
            refunded=False,
            **_ANEW,
        )
        if retried:
            quota.reserve(requester, day)
            wake_up_on_commit()
    return bool(retried)


def wake_up() -> None:
    """Tells the queue that there is work. A lost, doubled or late wake-up does no harm: the row is the truth."""
    async_task(CARRIER)


def wake_up_on_commit() -> None:
    """Wakes a worker up once the present transaction is committed."""
    # A queue that is out of order is logged and no error of the request: a worker finds the row all the same.
    transaction.on_commit(wake_up, robust=True)


def _make(brief: Brief, requester: Requester, submission: uuid.UUID) -> Run:
    """The row comes first: the other half of a double click waits at its unique token, and takes no quota meanwhile."""
    day = quota.today()
    run = Run.objects.create(
        submission=submission,
        owner_id=requester.user,
        guest=requester.guest,
        topic=brief.topic,
        kind=brief.kind,
        cast=cast_name(),
        brief=brief.model_dump(mode="json"),
        quota_day=day,
        quota_scopes=quota.scopes(requester),
    )
    quota.reserve(requester, day)
    return run
