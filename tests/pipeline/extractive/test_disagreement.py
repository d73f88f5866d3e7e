import pytest

from briefings.pipeline.extractive.disagreement import open_questions
from briefings.pipeline.extractive.pool import Pool
from tests.pipeline.extractive.readings import scored


def found(*texts: str) -> list[str]:
    pool = Pool([scored(text, number=place) for place, text in enumerate(texts)], "en")
    return [item.passage.text for item in open_questions(pool, 4)]


@pytest.mark.parametrize(
    "text",
    [
        "It remains open how long the lining lasts.",
        "The age of the furnace is disputed among scholars.",
        "Estimates differ on the copper that was lost.",
        "Critics argue that the coke costs too much.",
        "The cause of the fire has not yet been established.",
        "There is no consensus on the best lining.",
        "熔炉的寿命尚无定论。",
        "学者对熔炉的年代存在分歧。",
    ],
)
def test_what_states_an_open_question_is_one(text):
    assert found(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "If the weight is unknown, the furnace is filled by eye.",
        "Ore whose origin is unclear is refused.",
        "The lid of the furnace remains open in summer.",
        "The tool stops when the two lists disagree.",
    ],
)
def test_what_only_sounds_like_one_is_not(text):
    assert found(text) == []


def test_two_sources_that_give_other_numbers_for_the_same_stand_together():
    one = "The great furnace of Falun melted 3000 tonnes of copper ore each year."
    other = "The great furnace of Falun melted 2400 tonnes of copper ore each year."
    assert found(one, other) == [one, other]


def test_other_numbers_of_other_things_are_no_contradiction():
    assert found("The furnace of Falun melted 3000 tonnes.", "The works of Kåfjord cast 40 bells.") == []


def test_no_more_than_asked_are_taken():
    pool = Pool([scored(f"It remains open what {word} costs.", number=n) for n, word in enumerate("abcdef")], "en")
    assert len(open_questions(pool, 4)) <= 4


def test_a_chinese_condition_is_no_open_question():
    assert found("如果来源仍不确定，就不要使用这种矿石。") == []
    assert len(found("这种矿石的来源仍不确定，各方说法不一。")) == 1
