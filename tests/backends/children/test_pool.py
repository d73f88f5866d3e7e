import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.conf import settings

from briefings.backends.children import errors
from briefings.backends.children.pool import Pool
from briefings.backends.children.terms import Terms
from tests.backends.children import jobs
from tests.processes import eventually, is_gone


def end(pid: int) -> None:
    if not is_gone(pid):
        os.kill(pid, signal.SIGKILL)


def unheard() -> None:
    """For a test that does not ask for signs of life."""


def pool_of(size: int, **terms) -> Pool:
    return Pool(size, Terms(terms.pop("prepare", jobs.ready), **terms))


@pytest.fixture
def pool():
    with pool_of(2) as pool:
        yield pool


def do(pool: Pool, work, limit: float = 30, alive=unheard):
    return pool.do(work, limit=limit, alive=alive)


def test_a_job_is_done_in_another_process(pool):
    assert do(pool, partial(jobs.double, 21)) == 42
    assert do(pool, jobs.pid) != os.getpid()


def test_many_threads_share_two_children(pool):
    def several(number: int) -> list[tuple[int, int]]:
        return [(do(pool, partial(jobs.double, number + n)), do(pool, jobs.pid)) for n in range(4)]

    with ThreadPoolExecutor(20) as threads:
        done = list(threads.map(several, range(0, 2000, 100)))
    assert [[value for value, _ in mine] for mine in done] == [
        [2 * (number + n) for n in range(4)] for number in range(0, 2000, 100)
    ]
    assert len({child for mine in done for _, child in mine}) == 2


def test_an_error_arrives_as_it_was_raised(pool):
    with pytest.raises(jobs.Refused, match="come back later") as failed:
        do(pool, jobs.fail)
    assert failed.value.wait == 7.5
    assert "in fail" in failed.value.__notes__[0]


@pytest.mark.parametrize("job", [jobs.fail_in_a_way_of_its_own, jobs.fail_so_that_it_cannot_be_told])
def test_an_error_that_cannot_travel_is_told(pool, job):
    with pytest.raises(RuntimeError, match=r"(?s)in fail_.*(1 and 2|one and two)"):
        do(pool, job)
    assert do(pool, partial(jobs.double, 1)) == 2


def test_a_result_that_cannot_travel_is_an_error(pool):
    with pytest.raises(AttributeError, match="pickle"):
        do(pool, jobs.give_what_cannot_be_packed)


def test_what_libraries_print_and_read_does_not_disturb(pool, capfd):
    assert do(pool, partial(jobs.shout, "noise ")) == "noise "
    assert do(pool, partial(jobs.double, 4)) == 8
    printed = capfd.readouterr()
    assert "noise noise" in printed.err
    assert printed.out == ""


def test_large_jobs_and_results_pass(pool):
    assert len(do(pool, partial(bytes.swapcase, b"x" * 20_000_000))) == 20_000_000


def test_a_child_has_none_of_its_parents_files(pool, tmp_path):
    with (tmp_path / "open").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        assert do(pool, jobs.open_files) <= {"/dev/null", "pipe", os.readlink("/proc/self/fd/2").split(":")[0]}


def test_what_the_terminal_sends_to_all_is_for_the_parent_to_decide(pool):
    assert do(pool, jobs.interrupted) == "went on"


@pytest.mark.parametrize("job", [jobs.hang, jobs.hold])
def test_a_job_that_takes_too_long_is_ended_and_its_child_replaced(pool, tmp_path, job):
    told = tmp_path / "told"
    with pytest.raises(errors.Overdue, match=r"not finished within 0\.3 s"):
        do(pool, partial(job, told), limit=0.3)
    assert is_gone(int(told.read_text()))
    assert do(pool, partial(jobs.double, 5)) == 10


def test_a_child_that_takes_nothing_in_is_ended_like_one_that_gives_nothing_back():
    with pool_of(1) as pool:
        frozen = do(pool, jobs.pid)
        os.kill(frozen, signal.SIGSTOP)
        with pytest.raises(errors.Overdue):
            do(pool, partial(bytes.swapcase, b"x" * 5_000_000), limit=0.3)
        assert is_gone(frozen)


def test_a_child_that_dies_is_replaced_and_the_job_tried_once_more(pool, tmp_path, caplog):
    assert do(pool, partial(jobs.crash_once, tmp_path / "told")) == "done"
    assert "tried once more: its process ended by signal 9" in caplog.text


def test_a_job_that_ends_two_children_is_given_up(pool):
    with pytest.raises(errors.Died, match="by signal 9"):
        do(pool, jobs.crash)
    assert do(pool, partial(jobs.double, 6)) == 12


def test_a_child_that_is_gone_when_it_is_needed_is_replaced(pool, caplog):
    os.kill(do(pool, jobs.pid), signal.SIGKILL)
    assert do(pool, partial(jobs.double, 7)) == 14


def test_what_a_job_leaves_behind_is_gone_before_the_next():
    with pool_of(1) as pool:
        do(pool, jobs.leave_a_knot)
        assert do(pool, jobs.knots) == 0


def test_memory_is_limited():
    with pool_of(1, memory=500_000_000) as pool:
        first = do(pool, jobs.pid)
        with pytest.raises(errors.OutOfMemory, match="more than 500 MB"):
            do(pool, partial(jobs.hoard, 600_000_000))
        assert do(pool, partial(jobs.hoard, 1000)) == 1000
        assert do(pool, jobs.pid) != first


def test_a_child_is_replaced_after_so_many_jobs():
    with pool_of(1, jobs=3) as pool:
        pids = [do(pool, jobs.pid) for _ in range(7)]
        assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 1]
        assert all(is_gone(pid) for pid in pids[:6])


def test_a_child_that_has_nothing_to_do_ends():
    with pool_of(1, idle=0.1) as pool:
        first = do(pool, jobs.pid)
        assert eventually(lambda: is_gone(first))
        assert do(pool, jobs.pid) != first


def test_a_child_that_cannot_be_made_ready_fails_its_job():
    with pool_of(1, prepare=jobs.never_ready) as pool:
        pool.warm()
        with pytest.raises(errors.Died, match="could not be prepared: a library is missing"):
            do(pool, jobs.pid)


def test_children_can_be_started_ahead(pool, tmp_path):
    pool.warm()
    pool.warm()
    assert do(pool, partial(jobs.double, 8)) == 16


def test_a_child_imports_what_its_parent_would_and_not_what_lies_about(tmp_path):
    (tmp_path / "pickle.py").write_text("raise RuntimeError('imported by accident')")
    script = (
        "from tests.backends.children import jobs; from briefings.backends.children.pool import Pool; "
        "from briefings.backends.children.terms import Terms; "
        "print(Pool(1, Terms(jobs.ready)).do(jobs.pid, limit=9, alive=print))"
    )
    environment = os.environ | {"PYTHONPATH": str(settings.BASE_DIR)}
    program = [sys.executable, "-P", "-c", script]
    done = subprocess.run(program, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert eventually(lambda: is_gone(int(done.stdout.split()[-1])))


def test_whoever_waits_for_a_turn_or_for_a_child_shows_life(tmp_path):
    with pool_of(1) as pool, ThreadPoolExecutor(2) as threads:
        beats: dict[str, threading.Event] = {"at work": threading.Event(), "waiting": threading.Event()}
        first = threads.submit(do, pool, partial(jobs.after, tmp_path / "one"), alive=beats["at work"].set)
        assert eventually((tmp_path / "one").exists)
        second = threads.submit(do, pool, jobs.pid, alive=beats["waiting"].set)
        assert all(beat.wait(20) for beat in beats.values())
        assert not second.done()
        (tmp_path / "one").unlink()
        assert first.result() == second.result()


def test_turns_come_in_order(tmp_path):
    with pool_of(1) as pool, ThreadPoolExecutor(3) as threads:
        order: list[str] = []

        def later(name: str, waits: threading.Event) -> None:
            do(pool, jobs.pid, alive=waits.set)
            order.append(name)

        first = threads.submit(do, pool, partial(jobs.after, tmp_path / "one"))
        assert eventually((tmp_path / "one").exists)
        waiting = [threading.Event(), threading.Event()]
        rest = []
        for name, waits in zip(("second", "third"), waiting, strict=True):
            rest.append(threads.submit(later, name, waits))
            assert waits.wait(20)
        (tmp_path / "one").unlink()
        for job in (first, *rest):
            job.result(20)
        assert order == ["second", "third"]


class NotWanted(Exception):
    pass


def not_wanted() -> None:
    raise NotWanted


def test_who_need_not_wait_any_more_gives_up_the_turn(tmp_path):
    with pool_of(1) as pool, ThreadPoolExecutor(2) as threads:
        first = threads.submit(do, pool, partial(jobs.after, tmp_path / "one"))
        assert eventually((tmp_path / "one").exists)
        with pytest.raises(NotWanted):
            do(pool, jobs.pid, alive=not_wanted)
        (tmp_path / "one").unlink()
        assert do(pool, jobs.pid) == first.result()


def test_a_job_that_nobody_wants_any_more_is_ended(pool, tmp_path):
    told = tmp_path / "told"
    with pytest.raises(NotWanted):
        do(pool, partial(jobs.hang, told), alive=not_wanted)
    assert is_gone(int(told.read_text()))
    assert do(pool, partial(jobs.double, 9)) == 18


@pytest.mark.parametrize(("job", "limit"), [("hang", 600), ("hold", 1)])
def test_children_die_with_a_parent_that_is_killed(tmp_path, job, limit):
    """At once, unless they keep the interpreter's lock: then when their time is up."""
    told = tmp_path / "told"
    program = [sys.executable, "-m", "tests.backends.children.parent", job, str(told), str(limit)]
    parent = subprocess.Popen(program, cwd=settings.BASE_DIR)
    assert eventually(lambda: told.exists() and told.read_text())
    child = int(told.read_text())
    parent.kill()
    parent.wait()
    try:
        assert eventually(lambda: is_gone(child))
    finally:
        end(child)


def test_a_daemonic_process_has_children_of_its_own_and_none_of_its_parents(pool):
    """The queue's workers are daemonic: multiprocessing would refuse to start a child there."""
    context = multiprocessing.get_context("fork")
    ours = do(pool, jobs.pid)
    theirs, go_on = context.Queue(), context.Event()

    def work() -> None:
        theirs.put(do(pool, jobs.pid))
        go_on.wait(60)

    forked = context.Process(target=work, daemon=True)
    forked.start()
    other = theirs.get(timeout=30)
    assert other != ours
    assert do(pool, jobs.pid) == ours
    pool.close()
    assert is_gone(ours)
    assert not is_gone(other)
    forked.kill()
    forked.join()
    assert eventually(lambda: is_gone(other))


def test_a_fork_keeps_no_child_of_its_parent_alive(tmp_path):
    """A process that was forked from a parent and lives on must not hold the pipes of the parent's children."""
    told = tmp_path / "told"
    script = (
        "import os, signal; from tests.backends.children import jobs; "
        "from briefings.backends.children.pool import Pool; from briefings.backends.children.terms import Terms; "
        "pool = Pool(1, Terms(jobs.ready)); child = pool.do(jobs.pid, limit=9, alive=print); fork = os.fork(); "
        f"fork and open({str(told)!r}, 'w').write(f'{{child}} {{fork}}'); signal.pause()"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=settings.BASE_DIR)
    assert eventually(lambda: told.exists() and " " in told.read_text())
    child, fork = map(int, told.read_text().split())
    parent.kill()
    parent.wait()
    try:
        assert eventually(lambda: is_gone(child))
        assert not is_gone(fork)
    finally:
        end(fork)
        end(child)


def test_what_children_need_is_prepared_once_for_all(pool, capfd):
    pool.warm()
    assert do(pool, partial(jobs.double, 9)) == 18
    assert capfd.readouterr().err.count("getting ready") == 1


def test_children_outlive_the_server_that_forked_them_and_another_forks_those_to_come():
    with pool_of(1, jobs=2) as pool:
        server, first = do(pool, os.getppid), do(pool, jobs.pid)
        assert is_gone(first)
        second = do(pool, jobs.pid)
        os.kill(server, signal.SIGKILL)
        assert do(pool, jobs.pid) == second
        assert do(pool, os.getppid) not in (server, os.getpid())
        assert eventually(lambda: is_gone(second))


def test_a_job_is_ended_even_when_the_server_was_killed(tmp_path):
    told = tmp_path / "told"
    with pool_of(1) as pool:
        os.kill(do(pool, os.getppid), signal.SIGKILL)
        with pytest.raises(errors.Overdue):
            do(pool, partial(jobs.hang, told), limit=0.3)
        assert eventually(lambda: is_gone(int(told.read_text())))
        assert do(pool, partial(jobs.double, 10)) == 20
