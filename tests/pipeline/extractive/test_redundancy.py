import pytest

from briefings.pipeline.extractive.redundancy import alike
from tests.pipeline.extractive.readings import passage


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("The furnace melts copper ore with coke.", "Copper ore is melted with coke in a furnace.", True),
        ("Copper melts at 1,085 degrees.", "Copper, which is red, melts at 1,085 degrees in every furnace.", True),
        ("The furnace melts copper ore with coke.", "The furnace is lined with bricks of clay.", False),
        ("Copper melts.", "Copper is cast in moulds of sand.", False),
    ],
)
def test_sentences_that_say_the_same_are_alike(one, other, same):
    assert alike(passage(one).content, passage(other).content) is same
