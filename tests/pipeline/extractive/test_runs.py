from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored
from briefings.pipeline.extractive.runs import LONGEST_RUN, runs
from tests.pipeline.extractive.readings import passage, scored


def texts(pool: Pool) -> list[list[str]]:
    return [[item.passage.text for item in run.items] for run in runs(pool)]


def test_neighbours_of_one_paragraph_stay_together():
    items = [scored("Copper melts.", place=0), scored("Tin melts sooner.", place=1), scored("Lead floats.", block=1)]
    assert texts(Pool(items, "en")) == [["Copper melts.", "Tin melts sooner."], ["Lead floats."]]


def test_a_gap_parts_a_run_and_a_long_one_is_cut():
    gap = [scored("Copper melts.", place=0), scored("Lead floats.", place=2)]
    assert texts(Pool(gap, "en")) == [["Copper melts."], ["Lead floats."]]
    many = [scored(f"Furnace {number} glows.", place=number) for number in range(LONGEST_RUN + 2)]
    assert [len(run) for run in texts(Pool(many, "en"))] == [LONGEST_RUN, 2]


def test_a_sentence_that_leans_on_one_that_was_used_is_left_out():
    first = scored("Copper melts at great heat.", place=0)
    leaning = Scored(
        passage("It then runs.", place=1).__class__(1, 0, 1, "It then runs.", "", "", dependent=True), 1.0, 1.0
    )
    pool = Pool([first, leaning], "en")
    assert texts(pool) == [["Copper melts at great heat.", "It then runs."]]
    pool.use([first])
    assert texts(pool) == []


def test_a_lone_sentence_from_the_middle_of_a_paragraph_is_worth_less():
    whole, torn = runs(Pool([scored("Copper melts.", place=0), scored("Lead floats.", block=1, place=3)], "en"))
    assert torn.score < whole.score
