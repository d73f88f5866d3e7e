import string

import pytest

from briefings.domain.outcome import FAULTS, Fault, Reason
from briefings.pipeline.wording import REMARKS, fault, reason


@pytest.mark.parametrize("key", REMARKS)
def test_both_languages_of_a_remark_take_the_same_figures(key):
    fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in REMARKS[key]]
    assert fields[0] == fields[1]


@pytest.mark.parametrize("degradation", Reason)
def test_every_reason_is_told_in_chinese(degradation):
    assert reason(degradation, "zh-Hant") != reason(degradation, "en")


@pytest.mark.parametrize(
    "code", [code for code in FAULTS if code.split(".")[0] in ("search", "fetch", "research", "model", "budget")]
)
def test_every_fault_that_a_document_can_tell_is_told_in_chinese(code):
    stage, cause = code.split(".")
    met = Fault(stage=stage, cause=cause, detail="port 8080")
    assert fault(met, "zh-Hans") != fault(met, "en")
    assert fault(met, "zh-Hans").endswith("port 8080")
