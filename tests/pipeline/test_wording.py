import re
import string

import pytest

from briefings.domain.outcome import FAULTS, Fault, Reason
from briefings.pipeline import wording_chinese
from briefings.pipeline.wording import REMARKS, faults, reason, remark

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", REMARKS)
def test_a_remark_takes_the_same_figures_in_every_language(key):
    assert [_fields(text) for text in wording_chinese.REMARKS[key]] == [_fields(REMARKS[key])] * 2


@pytest.mark.parametrize("degradation", Reason)
def test_every_reason_is_told_in_every_language(degradation):
    assert len({reason(degradation, language) for language in LANGUAGES}) == 3


def test_every_fault_is_told_in_chinese():
    assert wording_chinese.FAULTS.keys() == FAULTS.keys()


@pytest.mark.parametrize("language", ["zh-Hant", "zh-TW", "zh-hk", "zh-Hant-MO"])
def test_traditional_characters_are_for_who_writes_them(language):
    assert reason(Reason.UNVETTED, language) == "未能審核來源。"


@pytest.mark.parametrize("language", ["zh-Hans", "zh", "zh-CN"])
def test_other_chinese_is_simplified(language):
    assert reason(Reason.UNVETTED, language) == "未能审核来源。"


def test_a_language_that_kyle_does_not_speak_is_told_in_english():
    assert remark("starter_only", "fr") == REMARKS["starter_only"]


def test_faults_of_a_kind_are_one_note_without_technical_detail():
    met = [
        Fault(stage="search", cause="network", detail="one.example: connection refused"),
        Fault(stage="fetch", cause="failed", detail="status 503"),
        Fault(stage="search", cause="network", detail="two.example: connection refused"),
    ]
    english, chinese = faults(met, "en"), faults(met, "zh-Hans")
    assert [note.code for note in english] == [note.code for note in chinese] == ["search.network", "fetch.failed"]
    assert english[0].text == "A search engine could not be reached. This happened 2 times."
    assert english[1].text == "A page could not be fetched."
    assert not re.search("[A-Za-z]", "".join(note.text for note in chinese))
    assert "2" in chinese[0].text
