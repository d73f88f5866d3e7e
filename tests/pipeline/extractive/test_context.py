import pytest

from briefings.pipeline.extractive.context import introduced, needs_antecedent, takes_up


@pytest.mark.parametrize(
    "sentence",
    [
        "This makes the metal brittle.",
        "There is another way to line a furnace.",
        "Some provide a lid of iron.",
        "Even more coke is burnt in winter.",
        "The furnace keeps its lid in this case.",
        "The first furnace burns coke, the second burns wood.",
        "It is thus the metal that you want.",
        "They are lined with bricks.",
        "However, wet ore must be dried.",
        "In this case, the blast is turned off.",
        "For example, zinc boils early.",
        "The latter melts at a lower heat.",
        "The option takes a number of tonnes.",
        "The fourth existing furnace is fired with gas.",
        "A third approach is to line it with clay: bricks of clay last.",
        "A key that is used for both roles is called combined.",
        "If the two furnaces agree, the ore is melted.",
        "All are supported by the works in Sweden.",
        "The lid that is closed with that lever will hold.",
        "Having it in the furnace keeps the ore warm.",
        "Clay is an efficient solution for this, as the works know.",
        "The furnace that leaks is still fired.",
        "Yes, clay and brick are lined before they are fired.",
        "Below that limit, the furnace is cold.",
        "Without the flag all ore is melted.",
        "During the blast they would get wet ore.",
        "The ore would have to be roasted twice.",
        "The metal is, however, too soft.",
        "In the furnace, it turns to slag.",
        "When the ore is wet, this vapour blows the lid off.",
        "类似地，锌也要先焙烧。",
        "更重要的是，熔炉会开裂。",
        "如果其中一座熔炉开裂，另一座会停。",
        "所有可用的熔炉都在这里列出。",
        "锌和锡的熔炼都是这种情况。",
        "对于锌而言，也有类似的状况。",
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
        "The mint lines its furnaces with both clay and brick.",
        "The ore would have to be roasted if it were wet.",
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


@pytest.mark.parametrize(
    "text",
    [
        "Most of the work at the furnace falls out of this rather simple plan.",
        "Casting became a good deal cheaper as a result.",
        "A founder of bronze finds no single right answer here.",
        "The sand moulds crack in the frost of winter.",
        "结果是，铸造便宜了不少。",
    ],
)
def test_what_was_spoken_of_before_is_needed(text):
    assert needs_antecedent(text)


@pytest.mark.parametrize(
    "text",
    [
        "The furnace of the old foundry roars all night, and this heats the hall.",
        "Bronze was cast in moulds of sand until this mould was given up.",
        "The price of bronze follows that of tin.",
    ],
)
def test_what_the_sentence_names_itself_is_not(text):
    assert not needs_antecedent(text)


def test_the_first_sentence_of_a_paragraph_may_name_its_matter():
    assert not needs_antecedent("The sand moulds crack in the frost of winter.", first=True)


@pytest.mark.parametrize("text", ["The -q flag stops it early.", "The .te file holds rules.", "The %v is the name."])
def test_a_mark_out_of_an_example_was_spoken_of_before(text):
    assert needs_antecedent(text, first=True)


def test_a_thing_is_introduced_once_and_then_taken_up():
    things = introduced("A keeper opens a furnace door with an iron hook, and closes it.")
    assert takes_up("The hook is kept in oil.", things)
    assert takes_up("The furnace door closes by itself.", things)
    assert not takes_up("The chimney is swept in spring.", things)
    assert not takes_up("A hook is kept in oil.", things)


def test_how_often_something_is_so_stands_first_in_its_paragraph():
    sentence = "Usually the furnace of the mint is lit by night."
    assert needs_antecedent(sentence)
    assert not needs_antecedent(sentence, first=True)
