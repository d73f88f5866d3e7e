import uuid
from datetime import UTC, date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from briefings.models import QuotaDay, Run
from briefings.services.quota import Allowance, OutOfQuota, Requester, refund, room, today
from briefings.services.submit import submit
from tests.at_once import at_once
from tests.factories import QuotaDayFactory, RunFactory, UserFactory
from tests.fakes import brief

HOME = "192.0.2.7"


def ask(requester: Requester) -> Run:
    return submit(brief(), requester, uuid.uuid4())


def guest(address: str = HOME) -> Requester:
    return Requester(guest=uuid.uuid4(), address=address)


def account() -> Requester:
    return Requester(user=UserFactory.create().pk)


def used(kind: str) -> int:
    """What all scopes of that kind have used, whatever the day."""
    return sum(row.used for row in QuotaDay.objects.filter(scope__startswith=kind))


def left(requester: Requester) -> tuple[str, int] | None:
    now = room(requester)
    return (now.whose, now.left) if now else None


def refusal(requester: Requester) -> tuple[str, int]:
    with pytest.raises(OutOfQuota) as raised:
        ask(requester)
    return raised.value.room.whose, raised.value.room.limit


@pytest.mark.django_db
def test_an_account_has_its_quota_and_no_more(settings):
    settings.KYLE_DAILY_QUOTA = 2
    reader = account()
    assert left(reader) == ("user", 2)
    ask(reader)
    ask(reader)
    assert left(reader) == ("user", 0)
    assert refusal(reader) == ("user", 2)
    assert Run.objects.count() == used("user:") == used("site") == 2
    ask(account())


@pytest.mark.django_db
def test_guests_have_less_each_and_together_what_their_address_has(settings):
    settings.KYLE_GUEST_QUOTA = 2
    settings.KYLE_GUEST_ADDRESS_QUOTA = 3
    first, second = guest(), guest()
    ask(first)
    ask(first)
    assert refusal(first) == ("guest", 2)
    assert left(second) == ("address", 1)
    ask(second)
    assert refusal(second) == ("address", 3)
    assert used("guest:") == used("address:") == used("site") == 3
    ask(guest("198.51.100.1"))
    ask(account())


@pytest.mark.django_db
def test_an_address_is_counted_and_not_kept():
    ask(guest())
    assert not QuotaDay.objects.filter(scope__contains="192.0.2").exists()


@pytest.mark.django_db
def test_the_whole_site_has_a_limit_where_one_is_set(settings):
    settings.KYLE_SITE_DAILY_LIMIT = 2
    ask(account())
    assert left(account()) == ("site", 1)
    ask(guest())
    assert refusal(account()) == ("site", 2)
    assert used("user:") == 1


@pytest.mark.django_db
def test_a_quota_of_nothing_admits_nobody(settings):
    settings.KYLE_GUEST_QUOTA = 0
    assert refusal(guest()) == ("guest", 0)


@pytest.mark.django_db
def test_the_operators_own_is_charged_to_nobody(settings):
    settings.KYLE_SITE_DAILY_LIMIT = 1
    assert room(Requester()) is None
    for _ in range(3):
        ask(Requester())
    assert not QuotaDay.objects.exists()


@pytest.mark.django_db
def test_the_day_is_that_of_the_sites_zone_and_ends_at_its_midnight(settings):
    settings.KYLE_DAILY_QUOTA = 1
    settings.KYLE_TIME_ZONE = ZoneInfo("Etc/GMT+12")
    reader = account()
    ask(reader)
    assert refusal(reader) == ("user", 1)
    settings.KYLE_TIME_ZONE = ZoneInfo("Pacific/Kiritimati")  # 26 hours ahead: never the same day
    assert left(reader) == ("user", 1)
    now = room(reader)
    assert now
    midnight = now.renews_at.astimezone(settings.KYLE_TIME_ZONE)
    assert (midnight.date(), midnight.hour, midnight.minute) == (today() + timedelta(days=1), 0, 0)
    assert timedelta() < now.renews_at - timezone.now() <= timedelta(days=1)


def test_a_midnight_that_a_clock_change_swallows_is_the_moment_of_the_change(settings):
    settings.KYLE_TIME_ZONE = ZoneInfo("Asia/Beirut")
    renews = Allowance("site", 5).room(date(2026, 3, 28), used=5).renews_at
    assert renews.astimezone(UTC) == datetime(2026, 3, 28, 22, tzinfo=UTC)


@pytest.mark.django_db
def test_a_refund_goes_to_the_day_it_was_taken_from_and_comes_once():
    yesterday = today() - timedelta(days=1)
    reader = account()
    ask(reader)
    scopes = [f"user:{reader.user}", "site"]
    for scope in scopes:
        QuotaDayFactory.create(scope=scope, day=yesterday, used=3)
    run = RunFactory.create(failed=True, quota_day=yesterday, quota_scopes=scopes)
    assert [refund(run), refund(run), refund(Run.objects.get(pk=run.pk))] == [True, False, False]
    counted = QuotaDay.objects.values_list("scope", "day", "used")
    assert set(counted) == {(scope, yesterday, 2) for scope in scopes} | {(scope, today(), 1) for scope in scopes}


@pytest.mark.django_db
def test_a_refund_of_an_earlier_series_takes_nothing_from_a_later_one():
    ask(account())
    run = RunFactory.create(failed=True, quota_day=today(), quota_scopes=["site"])
    earlier = Run.objects.get(pk=run.pk)
    Run.objects.filter(pk=run.pk).update(series=2)
    assert not refund(earlier)
    assert used("site") == 1


@pytest.mark.django_db
def test_a_run_that_was_charged_to_nobody_gives_nothing_back():
    ask(account())
    assert not refund(RunFactory.create(failed=True))
    assert used("site") == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_ones_are_not_sold_twice(settings):
    settings.KYLE_DAILY_QUOTA = 5
    reader = account()
    answers = at_once([partial(ask, reader)] * 16)
    assert sum(isinstance(answer, Run) for answer in answers) == 5
    assert sum(isinstance(answer, OutOfQuota) for answer in answers) == 11
    assert used("user:") == used("site") == Run.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_first_requests_of_many_newcomers_make_one_row_each():
    readers = [account() for _ in range(4)]
    answers = at_once([partial(ask, reader) for reader in readers * 4])
    assert all(isinstance(answer, Run) for answer in answers)
    assert sorted(QuotaDay.objects.values_list("used", flat=True)) == [4, 4, 4, 4, 16]


@pytest.mark.django_db(transaction=True)
def test_guests_of_one_address_and_accounts_do_not_block_each_other(settings):
    """Every one of them takes several rows, some of which all share."""
    settings.KYLE_GUEST_ADDRESS_QUOTA = 6
    asking = [guest() for _ in range(10)] + [account() for _ in range(6)]
    answers = at_once([partial(ask, requester) for requester in asking])
    assert sum(isinstance(answer, Run) for answer in answers) == 6 + 6
    assert (used("address:"), used("guest:"), used("user:"), used("site")) == (6, 6, 6, 12)
