from briefings.pipeline.extractive.general import answering, in_general
from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored
from tests.pipeline.extractive.readings import passage, pool, scored, source

TEXT = """A barrage dams the estuary of a river.

Fish can pass a barrage through a ladder.

The oldest barrage was built in Brittany.

Every barrage needs sluices of steel."""


def test_what_is_left_of_the_topic_is_said():
    left = pool("How do tidal barrages work?", source(TEXT))
    assert len(in_general(left, 100, 0)) == 4
    assert left.free() == []


def test_the_size_is_kept():
    assert len(in_general(pool("Tidal barrages", source(TEXT)), 10, 0)) < 4


def test_sentences_that_lean_on_one_come_with_it():
    text = f"{TEXT} They turn every day of the year at the barrage."
    found = [item.passage.text for item in in_general(pool("Tidal barrages", source(text)), 100, 0)]
    assert found.index("They turn every day of the year at the barrage.") == 1 + found.index(
        "Every barrage needs sluices of steel."
    )


def test_next_to_nothing_makes_no_section():
    assert in_general(pool("Tidal barrages", source("A barrage dams the estuary of a river.")), 90, 0) == []


def test_sentences_without_a_word_of_the_topic_come_in_only_up_to_the_least():
    texts = ["Steel gates close at night.", "Fish climb a long ladder.", "Crews grease both wheels."]
    beside = [passage(text, place=place) for place, text in enumerate(texts)]
    items = [scored("Each barrage spans one estuary.", place=9), *(standing(one) for one in beside)]
    assert len(in_general(Pool(items, "en"), 100, 0)) == 1
    assert len(in_general(Pool(items, "en"), 100, 8)) == 2
    assert len(in_general(Pool(items, "en"), 100, 90)) == 4


def standing(one):
    return Scored(one, 0.5, direct=0.0)


def test_the_answer_to_the_question_comes_in_its_own_order():
    text = f"# Wages\n\nA barrage pays its crew.\n\n# What is a tidal barrage?\n\n{TEXT}"
    found = answering(pool("What is a tidal barrage?", source(text)), 17)
    assert [item.passage.text.split()[0] for item in found] == ["A", "Fish", "The"]
