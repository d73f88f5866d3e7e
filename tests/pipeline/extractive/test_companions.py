from briefings.pipeline.extractive.companions import Companions
from briefings.pipeline.extractive.material import Passage
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import passage

ABOUT = [f"A barrage number {n} turns the tide into power with sluices." for n in range(20)]
OTHER = [f"The wages of clerk {n} rose in spring, but not by much." for n in range(80)]
PASSAGES = [passage(text, place=place) for place, text in enumerate([*ABOUT, *OTHER])]


def directness(one: Passage) -> float:
    return 1.0 if "barrag" in one.term_set else 0.0


COMPANIONS = Companions(analyse("Tidal barrages"), PASSAGES, directness)


def test_words_that_stand_by_the_topic_keep_it_company():
    assert COMPANIONS.company(passage("Sluices use the tide for power.")) == 1.0


def test_words_of_other_sentences_and_of_the_topic_itself_do_not():
    assert COMPANIONS.company(passage("The wages of a clerk rose.")) == 0.0
    assert COMPANIONS.company(passage("A barrage.")) == 0.0


def test_nothing_keeps_company_with_a_topic_that_nothing_is_about():
    nobody = Companions(analyse("Tidal barrages"), PASSAGES, lambda one: 0.0)
    assert nobody.company(PASSAGES[0]) == 0.0
