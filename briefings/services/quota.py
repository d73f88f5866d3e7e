"""Quota: reserved at submission in conditional UPDATEs, given back exactly once, to the day it was taken from."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from briefings.domain.errors import KyleError
from briefings.models import QuotaDay, Run


@dataclass(frozen=True)
class Room:
    """What a day still allows. `whose` quota it is: of a `user`, a `guest`, an `address`, or the `site`."""

    whose: str
    limit: int
    left: int
    renews_at: datetime


class OutOfQuota(KyleError):
    """There is nothing left today; `room` says whose quota it is, and when there is room again."""

    def __init__(self, room: Room) -> None:
        super().__init__(f"the quota of {room.limit} a day for this {room.whose} is used up")
        self.room = room


@dataclass(frozen=True)
class Requester:
    """Who asks: the primary key of an account, or the identity of a guest; and what the guest's address counts as."""

    user: int | None = None
    guest: uuid.UUID | None = None
    address: str = ""


@dataclass(frozen=True)
class Allowance:
    """One scope that a request is charged to, with its limit a day; no limit at all is null."""

    scope: str
    limit: int | None

    def room(self, day: date, used: int) -> Room:
        limit = self.limit or 0
        return Room(self.scope.partition(":")[0], limit, max(0, limit - used), _end_of(day))


def today() -> date:
    """The day in the site's zone: the one that quotas are counted by, and to which a document speaks."""
    return timezone.localdate(timezone=settings.KYLE_TIME_ZONE)


def allowances(requester: Requester) -> Sequence[Allowance]:
    """What a request of `requester` is charged to, always in the same order, so that two transactions never wait for
    each other. The operator's own, on the command line, is charged to nobody."""
    if requester.user is not None:
        own = [Allowance(f"user:{requester.user}", settings.KYLE_DAILY_QUOTA)]
    elif requester.guest is not None:
        own = [Allowance(f"guest:{requester.guest}", settings.KYLE_GUEST_QUOTA)]
        if requester.address:
            own.append(Allowance(f"address:{_hash(requester.address)}", settings.KYLE_GUEST_ADDRESS_QUOTA))
    else:
        return []
    return [*own, Allowance("site", settings.KYLE_SITE_DAILY_LIMIT)]


def scopes(requester: Requester) -> list[str]:
    return [allowance.scope for allowance in allowances(requester)]


def reserve(requester: Requester, day: date) -> None:
    """Takes one from every scope of `requester` on `day`, or from none. Raises OutOfQuota.

    To be called inside the transaction that writes the run, after it: whoever holds a run's row may wait for quota,
    and nobody waits the other way round.
    """
    for allowance in allowances(requester):
        _take(allowance, day)


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


def room(requester: Requester) -> Room | None:
    """How much `requester` may still ask for today, by the tightest quota; null where nothing limits it."""
    day = today()
    limited = [allowance for allowance in allowances(requester) if allowance.limit is not None]
    used = _used((allowance.scope for allowance in limited), day)
    rooms = [allowance.room(day, used.get(allowance.scope, 0)) for allowance in limited]
    return min(rooms, key=lambda room: room.left, default=None)


def _used(of: Iterable[str], day: date) -> dict[str, int]:
    return dict(QuotaDay.objects.filter(scope__in=list(of), day=day).values_list("scope", "used"))


def _take(allowance: Allowance, day: date) -> None:
    # Two first requests of a newcomer both find no row: the one that loses the race to make it goes on to the UPDATE.
    QuotaDay.objects.bulk_create([QuotaDay(scope=allowance.scope, day=day)], ignore_conflicts=True)
    row = QuotaDay.objects.filter(scope=allowance.scope, day=day)
    if allowance.limit is not None:
        row = row.filter(used__lt=allowance.limit)
    if not row.update(used=F("used") + 1):
        raise OutOfQuota(allowance.room(day, used=allowance.limit or 0))


def _end_of(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=settings.KYLE_TIME_ZONE)


def _hash(address: str) -> str:
    """Addresses are counted, not kept."""
    return salted_hmac("briefings.quota.address", address, algorithm="sha256").hexdigest()[:32]
