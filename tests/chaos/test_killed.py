"""Workers are killed without a word at any point, and no run notices: nothing is lost, nothing is paid for twice."""

import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import override_settings

from briefings.models import QuotaDay, Run
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.chaos import laws
from tests.chaos.harbours import Asked, Harbours, topic
from tests.chaos.storm import Point, Storm, at_statement, at_text, once_done
from tests.fakes import brief
from tests.world import environment

pytestmark = pytest.mark.django_db

SEED = 20261130
CONTROL = 0
KILLED_ONCE = range(1, 26)
KILLED_OFTEN = range(26, 31)
STAGES: dict[str, Point] = {
    "claimed": at_statement(1),
    "planner": at_text("1/plan/route/1"),
    "researcher": at_text("1/research/page-"),
    "paid": at_text('INSERT INTO "briefings_step".*1/outline/outline/1'),
    "writer": at_text("1/write/s2/1"),
    "render": at_text("1/render/pdf/1"),
    "upload": at_text('INSERT INTO "briefings_artifact"'),
    "saved": once_done(),
}
IN_STAGE = dict(enumerate(STAGES, 31))
SIMPLIFIED = 39
GIVEN_UP = 40
GUEST = uuid.uuid4()


@dataclass
class Weathered:
    """What is left after the storm: the runs by their numbers, what was asked for them, and how many workers died."""

    storm: Storm
    world: Harbours
    ids: dict[int, uuid.UUID] = field(default_factory=dict)

    def run(self, number: int) -> Run:
        return Run.objects.get(pk=self.ids[number])

    def asked(self, number: int) -> list[Asked]:
        return self.world.of(number)

    @property
    def documents(self) -> Path:
        return self.storm.folder / "documents"

    def submit(self, number: int) -> None:
        requester = Requester(guest=GUEST) if number == GIVEN_UP else Requester()
        self.ids[number] = submit(brief(topic(number), length="brief"), requester, uuid.uuid4()).pk


@pytest.fixture(scope="module")
def after(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Weathered]:
    folder = tmp_path_factory.mktemp("storm")
    with django_db_blocker.unblock(), Harbours(GIVEN_UP + 1) as world:
        with override_settings(**world.settings, MEDIA_ROOT=folder / "documents"):
            weathered = Weathered(Storm(folder, environment(django_settings)), world)
            weathered.submit(CONTROL)
            weathered.storm.rage({})
            for number in range(1, GIVEN_UP + 1):
                weathered.submit(number)
            points = plan(weathered.storm.statements(weathered.run(CONTROL)))
            weathered.storm.rage({weathered.ids[number]: chosen for number, chosen in points.items()})
        yield weathered
        call_command("flush", interactive=False, verbosity=0)


def plan(statements: int) -> dict[int, list[Point]]:
    """Where workers die, for each run by its number; an undisturbed run takes about that many statements: fewer where
    more of what its branches say is written at once."""
    chance = random.Random(SEED)
    later = [0.0, 0.0, 0.01, 0.04]
    once = {n: [at_statement(chance.randint(1, int(0.6 * statements)), chance.choice(later))] for n in KILLED_ONCE}
    # What is replayed takes less: about a third of the statements are there in any attempt.
    often = {n: [at_statement(chance.randint(1, statements // 3)) for _ in range(5)] for n in KILLED_OFTEN}
    staged = {number: [STAGES[name]] for number, name in IN_STAGE.items()}
    return once | often | staged | {SIMPLIFIED: [at_statement(1)] * 6, GIVEN_UP: [at_statement(1)] * 8}


def test_every_death_that_was_planned_happened(after):
    assert after.storm.deaths == 25 + 5 * 5 + 8 + 6 + 8


@pytest.mark.parametrize("number", [CONTROL, *KILLED_ONCE, *KILLED_OFTEN, *IN_STAGE])
def test_a_run_whose_workers_were_killed_ends_as_if_nothing_had_been(after, number):
    run = after.run(number)
    laws.there_is_one_document(run, after.documents)
    assert run.simplified == (run.attempt >= 7)
    if not run.simplified:
        assert (run.outcome, run.reasons) == ("success", [])
        assert laws.essence(run) == laws.essence(after.run(CONTROL))


@pytest.mark.parametrize("number", [CONTROL, *KILLED_ONCE, *KILLED_OFTEN, *IN_STAGE, SIMPLIFIED])
def test_nothing_is_asked_again_but_what_a_kill_caught_in_flight(after, number):
    laws.nothing_was_asked_twice(after.run(number), after.asked(number))


@pytest.mark.parametrize("number", [CONTROL, *KILLED_ONCE, *KILLED_OFTEN, *IN_STAGE, SIMPLIFIED])
def test_the_cost_is_that_of_the_distinct_steps(after, number):
    laws.everything_was_paid_once(after.run(number))


def test_a_file_that_was_uploaded_and_not_linked_is_the_only_one_left_over(after):
    (number,) = [number for number, stage in IN_STAGE.items() if stage == "upload"]
    run = after.run(number)
    linked = {artifact.file.name for artifact in run.artifacts.all()}
    kept = {str(file.relative_to(after.documents)) for file in (after.documents / str(run.pk)).rglob("briefing.*")}
    assert linked <= kept
    assert len(kept - linked) == 1


def test_a_run_that_was_saved_when_its_worker_died_is_not_carried_again(after):
    (number,) = [number for number, stage in IN_STAGE.items() if stage == "saved"]
    run = after.run(number)
    assert run.finished_at < after.storm.last_death(run)


def test_after_six_silent_attempts_the_document_is_simple_and_says_so(after):
    run = after.run(SIMPLIFIED)
    laws.there_is_one_document(run, after.documents)
    assert (run.attempt, run.simplified, run.outcome, run.reasons) == (7, True, "degraded", ["simplified"])
    assert run.document["blocks"][0]["type"] == "callout"
    assert "simplified" in run.document["blocks"][0]["sentences"][0]["text"].lower()


def test_after_eight_silent_attempts_a_run_fails_with_a_note_and_its_quota_comes_back(after):
    run = after.run(GIVEN_UP)
    assert (run.status, run.outcome, run.attempt, run.simplified) == ("failed", "failed", 8, True)
    assert [met["attempt"] for met in run.attempts] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert run.faults[-1]["cause"] == "orphaned"
    assert "8 times" in run.note
    assert all(f"attempt {number} fell silent" in run.note for number in range(1, 9))
    assert run.refunded
    assert QuotaDay.objects.get(scope=f"guest:{GUEST}").used == 0
