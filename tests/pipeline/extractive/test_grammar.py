import pytest

from briefings.pipeline.extractive.grammar import has_finite_verb, is_command, lacks_subject


@pytest.mark.parametrize(
    "sentence",
    [
        "The furnace holds two tonnes of ore.",
        "Furnaces contain ore and coke.",
        "The works lists the metals it casts.",
        "The mint released a new coin in May.",
        "Furnaces that are filled from above are tapped at the foot.",
        "It can be lined with bricks.",
        "A barrage dams the estuary of a river.",
    ],
)
def test_a_statement_has_a_finite_verb(sentence):
    assert has_finite_verb(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "A tool for managing the packages of a system.",
        "Metals provided by the mint for its coins.",
        "The action of filling the furnace if the ore has been roasted.",
        "Old furnaces with installed linings of brick.",
    ],
)
def test_a_fragment_has_none(sentence):
    assert not has_finite_verb(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Use the larger furnace for copper.",
        "Do not open the lid while it burns.",
        "Refuse ores that are wet.",
        "For the best metal, run the blast at full strength.",
        "Fetch roasted ore from the yard if there is any.",
        "Please wear gloves.",
        "Let’s go back to the furnace.",
        "Abort the melt but keep the blast.",
        "Re-install linings that have cracked.",
    ],
)
def test_a_command_is_known(sentence):
    assert is_command(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Support for wet ores is limited.",
        "Release managers decide on the date.",
        "Using the larger furnace saves coke.",
        "Access to the furnace is limited.",
        "If the ore is wet, the furnace spits.",
    ],
)
def test_a_statement_is_no_command(sentence):
    assert not is_command(sentence)


def test_an_entry_of_a_manual_lacks_its_subject():
    assert lacks_subject("Specifies whether the furnace is lit.")
    assert lacks_subject("Controls the blast of the furnace.")
    assert not lacks_subject("Controls are fitted to the furnace.")
