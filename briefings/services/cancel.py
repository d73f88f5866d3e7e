"""Cancel: the owner's word ends a run that is not over; whoever carries it can write nothing from then on."""

from django.db import transaction
from django.utils import timezone

from briefings.models import Run, Status
from briefings.services import quota

CANCELLABLE = (Status.QUEUED, Status.RUNNING, Status.AWAITING_APPROVAL)


def cancel(run: Run) -> bool:
    """Whether the run was cancelled now. Its quota comes back only when nothing was asked of the outside for it yet."""
    with transaction.atomic():
        cancelled = Run.objects.filter(pk=run.pk, status__in=CANCELLABLE).update(
            status=Status.CANCELLED, lease=None, stage="", progress_message="", finished_at=timezone.now()
        )
        # Every call is announced under the lease before it is made, so nothing can be asked after this line. The run
        # is read anew: since it was shown it may have been retried, and charged to another day.
        uncalled = Run.objects.filter(pk=run.pk, called=False).first() if cancelled else None
        if uncalled:
            quota.refund(uncalled)
    return bool(cancelled)
