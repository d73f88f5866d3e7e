import threading

import pytest

from briefings.domain.errors import LeaseLost, SearchFailed
from briefings.pipeline.fanout import fan_out
from briefings.pipeline.relay import Relay
from tests.fakes import FakeJournal


def test_results_come_in_the_order_of_the_works():
    gate = threading.Event()

    def slow():
        gate.wait(5)
        return "slow"

    def fast():
        gate.set()
        return "fast"

    assert fan_out(Relay(FakeJournal()), [slow, fast], cap=2) == ["slow", "fast"]


def test_a_dead_branch_becomes_a_value():
    def dead():
        raise SearchFailed("blocked", "captcha")

    results = fan_out(Relay(FakeJournal()), [dead, lambda: 1], cap=2)
    assert isinstance(results[0], SearchFailed)
    assert results[1] == 1


def test_a_programming_error_is_no_fault_finding():
    with pytest.raises(ZeroDivisionError):
        fan_out(Relay(FakeJournal()), [lambda: 1 // 0, lambda: 1], cap=2)


def test_no_more_branches_than_the_cap_run_at_once():
    running, most, lock = 0, 0, threading.Lock()
    together = threading.Barrier(2)

    def work():
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        together.wait(5)
        with lock:
            running -= 1

    fan_out(Relay(FakeJournal()), [work] * 6, cap=2)
    assert most == 2


def test_branches_write_only_through_the_thread_of_the_run():
    here = threading.get_ident()
    threads = []
    journal = FakeJournal(before_write=lambda: threads.append(threading.get_ident()))
    relay = Relay(journal)
    fan_out(relay, [lambda: relay.post(lambda j: j.beat())] * 5, cap=5)
    assert journal.beats == 5
    assert set(threads) == {here}


def test_what_a_branch_posts_is_written_while_the_others_still_run():
    written = threading.Event()
    relay = Relay(FakeJournal(before_write=written.set))
    results = fan_out(relay, [lambda: relay.post(lambda j: j.beat()), lambda: written.wait(5)], cap=2)
    assert results[1] is True


def test_finished_is_told_of_each_success_as_it_happens():
    seen = []

    def dead():
        raise SearchFailed("empty", "")

    fan_out(Relay(FakeJournal()), [lambda: "a", dead, lambda: "c"], cap=1, finished=lambda n, r: seen.append((n, r)))
    assert seen == [(0, "a"), (2, "c")]


def test_a_lost_lease_ends_the_fan_out_and_silences_its_branches():
    def lose():
        raise LeaseLost

    relay = Relay(FakeJournal(before_write=lose))
    with pytest.raises(LeaseLost):
        fan_out(relay, [lambda: relay.post(lambda j: j.beat())], cap=1)
    with pytest.raises(LeaseLost):
        relay.post(lambda j: j.progress(0, 0, "still here"))


def test_a_fan_out_inside_a_branch_waits_for_its_own():
    relay = Relay(FakeJournal())
    assert fan_out(relay, [lambda: fan_out(relay, [lambda: 1, lambda: 2], cap=2)], cap=1) == [[1, 2]]
