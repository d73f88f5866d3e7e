"""The search decision as the run tells it, with a model that would rather never search."""

import pytest

from briefings.services import export
from tests.standard.routing_topics import ROWS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.topic[:40])
def test_the_decision_is_right_whatever_the_model_prefers(serve, briefing, row, settings):
    serve()
    settings.KYLE_GATE_CHARACTERS = 0
    run = briefing(
        row.topic, supplied_text="My notes say that the port was dredged in 2024. " * 8 if row.supplied else ""
    )
    routing = export.state(run)["routing"]
    assert routing["decision"] == ("skip" if row.label == "may_skip" else "search")
    assert routing["withheld"] == (row.label != "may_skip")
