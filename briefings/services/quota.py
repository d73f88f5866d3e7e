"""Quota: reserved at submission in conditional UPDATEs, given back exactly once, to the day it was taken from."""

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from briefings.domain.errors import KyleError
from briefings.models import QuotaDay, Run


class OutOfQuota(KyleError):
    """There is nothing left today. `scope` says whose quota it is, `renews_at` when there is again."""

    def __init__(self, scope: str, limit: int, renews_at: datetime) -> None:
        super().__init__(f"the quota of {limit} a day for {scope.split(':')[0]} is used up")
        self.scope = scope.split(":")[0]
        self.limit = limit
        self.renews_at = renews_at


@dataclass(frozen=True)
class Requester:
    """Who asks: the primary key of an account, or the identity of a guest; and the address the request came from."""

    user: int | None = None
    guest: uuid.UUID | None = None
    address: str = ""


@dataclass(frozen=True)
class Allowance:
    """One scope that a request is charged to, with its limit a day; no limit at all is null."""

    scope: str
    limit: int | None


def today() -> date:
    """The day in the site's zone: the one that quotas are counted by, and to which a document speaks."""
    return timezone.localdate(timezone=settings.KYLE_TIME_ZONE)


def allowances(requester: Requester) -> Sequence[Allowance]:
    """What a request of `requester` is charged to. The operator's own, on the command line, is charged to nobody."""
    if requester.user is not None:
        own = [Allowance(f"user:{requester.user}", settings.KYLE_DAILY_QUOTA)]
    elif requester.guest is not None:
        own = [Allowance(f"guest:{requester.guest}", settings.KYLE_GUEST_QUOTA)]
        if requester.address:
            own.append(Allowance(f"address:{_hash(requester.address)}", settings.KYLE_GUEST_ADDRESS_QUOTA))
    else:
        return []
    return [*own, Allowance("site", settings.KYLE_SITE_DAILY_LIMIT)]


def reserve(requester: Requester, day: date) -> list[str]:
    """Takes one from every scope of `requester` on `day`, or from none. The scopes. Raises OutOfQuota.

    To be called inside the transaction that makes the run.
    """
    charged = []
    for allowance in allowances(requester):
        _take(allowance, day)
        charged.append(allowance.scope)
    return charged


def refund(run: Run) -> bool:
    """Gives back what `run` took, to the day it was taken from, at most once. Whether it was this time."""
    if run.quota_day is None:
        return False
    with transaction.atomic():
        due = Run.objects.filter(pk=run.pk, series=run.series, refunded=False).update(refunded=True)
        if due:
            for scope in run.quota_scopes:
                QuotaDay.objects.filter(scope=scope, day=run.quota_day, used__gt=0).update(used=F("used") - 1)
    return bool(due)


def left(requester: Requester) -> int | None:
    """How many more briefings `requester` may ask for today; null where nothing limits it."""
    limited = [allowance for allowance in allowances(requester) if allowance.limit is not None]
    used = _used(allowance.scope for allowance in limited)
    rooms = [max(0, (allowance.limit or 0) - used.get(allowance.scope, 0)) for allowance in limited]
    return min(rooms, default=None)


def _used(scopes: Iterable[str]) -> dict[str, int]:
    rows = QuotaDay.objects.filter(scope__in=list(scopes), day=today())
    return dict(rows.values_list("scope", "used"))


def _take(allowance: Allowance, day: date) -> None:
    # Two first requests of a newcomer both find no row: the one that loses the race to make it goes on to the UPDATE.
    QuotaDay.objects.bulk_create([QuotaDay(scope=allowance.scope, day=day)], ignore_conflicts=True)
    row = QuotaDay.objects.filter(scope=allowance.scope, day=day)
    if allowance.limit is not None:
        row = row.filter(used__lt=allowance.limit)
    if not row.update(used=F("used") + 1):
        raise OutOfQuota(allowance.scope, allowance.limit or 0, _next_midnight(day))


def _next_midnight(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=settings.KYLE_TIME_ZONE)


def _hash(address: str) -> str:
    """Addresses are counted, not kept."""
    return hashlib.sha256(f"{settings.SECRET_KEY}{address}".encode()).hexdigest()[:32]
