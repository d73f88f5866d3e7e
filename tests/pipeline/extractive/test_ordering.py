from dataclasses import replace

from briefings.pipeline.extractive.ordering import in_reading_order
from tests.pipeline.extractive.readings import scored

FIRST = scored("One.", 0.5)
SECOND = scored("Two.", 0.9, place=1)
OTHER = scored("Three.", 0.7, number=2)


def test_a_source_keeps_its_order_and_its_sentences_together():
    assert in_reading_order([SECOND, OTHER, FIRST]) == [OTHER, FIRST, SECOND]


def test_a_definition_opens():
    defining = replace(FIRST, defines=True, score=0.6)
    assert in_reading_order([OTHER, SECOND, defining]) == [defining, SECOND, OTHER]
