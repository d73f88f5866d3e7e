import pytest

from briefings.domain.evidence import Tier
from briefings.domain.outcome import FAULTS, Outcome, Reason
from briefings.domain.plan import SkipCase, Trigger
from briefings.models import Status
from briefings.pipeline.kinds import RECIPES
from briefings.services.export import DOWNLOADS
from briefings.templatetags import words


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        (words.stage_name, {stage for recipe in RECIPES.values() for stage in recipe.stages}),
        (words.status_name, {*Status.values, *Outcome}),
        (words.format_name, DOWNLOADS),
        (words.tier_name, Tier),
        (words.reason_text, Reason),
        (words.fault_text, FAULTS),
        (words.case_text, SkipCase),
    ],
)
def test_every_code_has_words(name, codes):
    # "news" and the like are words already; what counts is that the code is known.
    known = {code: name(str(code)) for code in codes}
    assert all(known.values())
    assert name("retired.code") == "retired.code"


@pytest.mark.parametrize("trigger", Trigger)
def test_every_trigger_has_words(trigger):
    assert words.trigger_texts([trigger]) == words.TRIGGERS[trigger]


def test_several_triggers_make_one_sentence():
    assert words.trigger_texts(["comparison", "temporal", "named"]) == (
        "a comparison, a time or a change and a name (of a person, place, organisation or product)"
    )


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "", None, "//x.example"])
def test_only_web_addresses_become_links(url):
    assert words.weblink(url) == ""
