"""Several tabs of somebody who was never here before, all at once."""

import uuid
from collections import Counter
from functools import partial

import pytest

from briefings.models import QuotaDay, Run
from tests.at_once import at_once
from tests.crowd.visitor import Answer, Visitor

TABS = 10


def ask(visitor: Visitor, hidden: dict[str, str], **fields: str) -> Answer:
    return visitor.post("/briefings/", **hidden | {"topic": "Tidal power"} | fields)


def tabs(visitor: Visitor) -> list[Answer]:
    """What each of the tabs is answered; a tab has a form of its own."""
    hidden = visitor.hidden()
    return at_once([lambda: ask(visitor, hidden, submission=str(uuid.uuid4()))] * TABS)


def test_first_submissions_of_a_new_account_make_one_row_and_are_all_counted(serve, account):
    served = serve()
    for _ in range(3):
        newcomer = account()
        answers = tabs(served.signed_in(newcomer))
        assert Counter(answer.status for answer in answers) == {303: TABS}
        assert QuotaDay.objects.get(scope=f"user:{newcomer.pk}").used == TABS
        assert Run.objects.filter(owner=newcomer).count() == TABS
    assert "Traceback" not in served.log


def test_first_submissions_of_a_new_guest_are_all_of_one_guest(serve):
    visitor = serve().visitor()
    answers = tabs(visitor)
    assert Counter(answer.status for answer in answers) == {303: TABS}
    assert QuotaDay.objects.get(scope__startswith="guest:").used == TABS
    assert {visitor.get(answer.place).status for answer in answers} == {200}


@pytest.mark.parametrize("quota", ["1", "20"])
def test_a_double_click_of_a_new_guest_is_one_run_and_one_unit(serve, quota: str):
    served = serve(KYLE_GUEST_QUOTA=quota)
    for rounds in range(1, 6):
        visitor = served.visitor()
        hidden = visitor.hidden()
        answers = at_once([partial(ask, visitor, hidden)] * 2)
        assert [answer.status for answer in answers] == [303, 303]
        assert len({answer.place for answer in answers}) == 1
        assert Run.objects.count() == QuotaDay.objects.get(scope="site").used == rounds
