import pytest

from briefings.pipeline.extractive.context import needs_antecedent


@pytest.mark.parametrize(
    "sentence",
    [
        "This makes the metal brittle.",
        "It is thus the metal that you want.",
        "They are lined with bricks.",
        "However, wet ore must be dried.",
        "In this case, the blast is turned off.",
        "For example, zinc boils early.",
        "The latter melts at a lower heat.",
        "The option takes a number of tonnes.",
        "The metal is, however, too soft.",
        "In the furnace, it turns to slag.",
        "When the ore is wet, this vapour blows the lid off.",
        "因此熔炉要先预热。",
        "其中一种是铜。",
        "该设备用于熔化矿石。",
        "但矿石必须干燥。",
    ],
)
def test_what_leans_on_the_sentence_before_is_known(sentence):
    assert needs_antecedent(sentence, first=True)


@pytest.mark.parametrize(
    "sentence",
    [
        "Copper melts at 1,085 degrees.",
        "It is possible to line a furnace with clay.",
        "It remains unclear whether clay lasts.",
        "The furnace of the mint is lined with bricks that its makers choose for their weight.",
        "There are two kinds of furnaces.",
        "In Sweden, copper was smelted with charcoal.",
        "Those who tap the furnace wear masks.",
        "其他不变时铜的产量取决于矿石。"[2:],
        "铜的熔点是一千零八十五度。",
    ],
)
def test_what_stands_alone_is_left_alone(sentence):
    assert not needs_antecedent(sentence, first=True)


def test_a_short_definite_subject_is_known_only_within_a_paragraph():
    sentence = "The barrier can be used again."
    assert needs_antecedent(sentence)
    assert not needs_antecedent(sentence, first=True)
