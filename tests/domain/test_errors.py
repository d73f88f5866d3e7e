import pickle

import pytest

from briefings.domain.errors import (
    FetchFailed,
    LeaseLost,
    ModelFailed,
    PressFailed,
    RunFailed,
    SearchFailed,
)
from briefings.domain.outcome import Fault
from briefings.domain.trace import Usage


class Unanswered(ModelFailed):
    """A subclass whose constructor takes something else."""

    def __init__(self, problem: ValueError) -> None:
        super().__init__("invalid_output", f"asked twice: {problem}", permanent=True)
        self.problem = problem


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "error",
    [
        SearchFailed("blocked", "HTTP status 429", retry_after=7.5),
        FetchFailed("refused", "port 22 is not allowed", permanent=True),
        FetchFailed("failed", ""),
        ModelFailed("timeout", "silent for 60 s", usage=Usage(prompt=120, completion=4)),
        PressFailed("pdf", "no font has 龘"),
    ],
)
def test_a_failure_crosses_to_another_process_whole(error, protocol):
    there = pickle.loads(pickle.dumps(error, protocol))
    assert type(there) is type(error)
    assert str(there) == error.fault.detail
    assert vars(there) == vars(error)


def test_so_does_one_that_is_made_in_another_way():
    there = pickle.loads(pickle.dumps(Unanswered(ValueError("no call"))))
    assert (str(there), there.fault.code) == ("asked twice: no call", "model.invalid_output")
    assert (there.permanent, str(there.problem)) == (True, "no call")


def test_so_does_the_end_of_a_run():
    faults = (Fault(stage="research", cause="empty", detail="no source"), Fault(stage="search", cause="network"))
    there = pickle.loads(pickle.dumps(RunFailed("Nothing was found.", *faults)))
    assert (str(there), there.note, there.faults) == ("Nothing was found.", "Nothing was found.", faults)
    assert isinstance(pickle.loads(pickle.dumps(LeaseLost())), LeaseLost)


def test_a_note_on_a_failure_stays_with_it():
    error = FetchFailed("failed", "HTTP status 503")
    error.add_note("on the second try")
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["on the second try"]


def test_a_cause_outside_of_the_taxonomy_is_a_mistake():
    with pytest.raises(ValueError, match=r"fetch\.empty is not in the failure taxonomy"):
        FetchFailed("empty", "nothing")
