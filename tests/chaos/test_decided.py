"""A human decides on a draft, and whoever carries the run on is killed: nothing is repeated, nothing is altered."""

import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import override_settings

from briefings.domain.draft import Draft
from briefings.models import Run, Step
from briefings.services.approve import accept, revise
from briefings.services.quota import Requester
from briefings.services.submit import submit
from tests.chaos import laws
from tests.chaos.harbours import Asked, Harbours, topic
from tests.chaos.storm import Point, Storm, at_statement, at_text
from tests.fakes import brief
from tests.world import environment

pytestmark = pytest.mark.django_db

FEEDBACK = "Say what the turbines cost."
DELIVERY: dict[str, Point] = {
    "claimed": at_statement(1),
    "render": at_text("1/render/pdf/1"),
    "upload": at_text('INSERT INTO "briefings_artifact"'),
    "saved": at_text('UPDATE "briefings_source"'),
}
NEXT_PASS: dict[str, Point] = {
    "claimed": at_statement(1),
    "planner": at_text("2/outline/outline/1"),
    "paid": at_text('INSERT INTO "briefings_step".*2/outline/outline/1'),
    "writer": at_text("2/write/s2/1"),
    "draft": at_text("(?i)awaiting_approval"),
}
ACCEPTED = dict(enumerate(DELIVERY))
REVISED = dict(enumerate(NEXT_PASS, len(ACCEPTED)))
RUNS = len(ACCEPTED) + len(REVISED)


@dataclass
class Decided:
    """Runs by their numbers; what each had as its draft when the human decided, and what had been asked by then."""

    storm: Storm
    world: Harbours
    ids: dict[int, uuid.UUID] = field(default_factory=dict)
    drafts: dict[int, Draft] = field(default_factory=dict)
    costs: dict[int, object] = field(default_factory=dict)
    before: dict[int, list[Asked]] = field(default_factory=dict)

    def run(self, number: int) -> Run:
        return Run.objects.get(pk=self.ids[number])

    def asked(self, number: int) -> list[Asked]:
        """What was asked for the run after the human's first decision."""
        return self.world.of(number)[len(self.before[number]) :]

    def submit(self) -> None:
        for number in range(RUNS):
            self.ids[number] = submit(brief(topic(number), length="brief"), Requester(), uuid.uuid4()).pk

    def remember(self) -> None:
        for number in range(RUNS):
            run = self.run(number)
            draft = run.read_draft()
            assert run.status == "awaiting_approval", run.note
            assert draft is not None
            self.drafts[number], self.costs[number] = draft, run.cost_usd
            self.before[number] = self.world.of(number)


@pytest.fixture(scope="module")
def decided(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Decided]:
    """Drafts that were accepted or sent back, and whose workers were then killed, each once."""
    folder = tmp_path_factory.mktemp("decided")
    with django_db_blocker.unblock(), Harbours(RUNS) as world:
        with override_settings(**world.settings, MEDIA_ROOT=folder / "documents"):
            story = Decided(Storm(folder, environment(django_settings), "tests.chaos.approving"), world)
            story.submit()
            story.storm.rage({})
            story.remember()
            deployed = story.storm.environment
            # With this deployment the gate would refuse every document, and every call of a model would be another.
            story.storm.environment = {**deployed, "KYLE_GATE_CHARACTERS": "1000000", "KYLE_MODEL": "another"}
            decide(story, ACCEPTED, lambda run: accept(run, run.draft_digest))
            story.storm.rage({story.ids[number]: [DELIVERY[name]] for number, name in ACCEPTED.items()})
            story.storm.environment = deployed
            decide(story, REVISED, lambda run: revise(run, run.draft_digest, FEEDBACK))
            story.storm.rage({story.ids[number]: [NEXT_PASS[name]] for number, name in REVISED.items()})
        yield story
        call_command("flush", interactive=False, verbosity=0)


def decide(story: Decided, numbers: Sequence[int] | dict[int, str], by: Callable[[Run], bool]) -> None:
    for number in numbers:
        assert by(story.run(number))


def test_every_death_that_was_planned_happened(decided):
    assert decided.storm.deaths == RUNS


@pytest.mark.parametrize("number", ACCEPTED)
def test_an_accepted_draft_is_delivered_as_it_was_read(decided, number):
    run, draft = decided.run(number), decided.drafts[number]
    laws.there_is_one_document(run, decided.storm.folder / "documents")
    assert run.read_document() == draft.document
    assert (run.outcome, run.reasons) == (draft.outcome, list(draft.reasons))
    assert (run.draft, run.draft_digest) == (None, "")


@pytest.mark.parametrize("number", ACCEPTED)
def test_after_acceptance_nothing_is_asked_and_nothing_paid(decided, number):
    assert decided.asked(number) == []
    assert decided.run(number).cost_usd == decided.costs[number]


@pytest.mark.parametrize("number", REVISED)
def test_the_next_pass_heeds_the_feedback_and_asks_for_approval_again(decided, number):
    run = decided.run(number)
    assert (run.status, run.feedback) == ("awaiting_approval", [FEEDBACK])
    (planner,) = {one.what for one in decided.asked(number) if '"name": "outline"' in one.what}
    assert FEEDBACK in planner
    assert run.draft_digest not in ("", decided.drafts[number].digest)


@pytest.mark.parametrize("number", REVISED)
def test_the_next_pass_repeats_nothing_of_the_first(decided, number):
    run, asked = decided.run(number), decided.asked(number)
    assert {one.what.partition(":")[0] for one in asked} == {"model"}
    assert not {one.what for one in asked} & {one.what for one in decided.before[number] if "outline" in one.what}
    laws.nothing_was_asked_twice(run, asked)
    laws.everything_was_paid_once(run)


@pytest.mark.parametrize("number", REVISED)
def test_each_pass_has_its_own_steps(decided, number):
    steps = Step.objects.filter(run=decided.run(number)).values_list("key", flat=True)
    passes = Counter((key.split("/")[0], key.split("/")[1]) for key in steps)
    assert passes["1", "write"] == passes["2", "write"] > 0
    assert passes["1", "outline"] == passes["2", "outline"] > 0
    assert not passes["2", "plan"] + passes["2", "research"]
    assert decided.run(number).stages[-1]["name"] == "approve"
