from briefings.pipeline.extractive.pool import Pool
from tests.pipeline.extractive.readings import scored

ORE = scored("The furnace melts copper ore with coke.", 0.9)
BRICKS = scored("The furnace is lined with bricks of clay.", 0.8, place=1)
OTHER = scored("Copper is cast in moulds of sand.", 0.85, number=2)


def test_the_best_come_first():
    assert Pool([BRICKS, OTHER, ORE], "en").free() == [ORE, OTHER, BRICKS]


def test_what_was_used_or_says_the_same_is_not_free():
    pool = Pool([ORE, BRICKS, scored("Copper ore is melted with coke in the furnace.", number=3)], "en")
    pool.use([ORE])
    assert pool.free() == [BRICKS]


def test_what_is_given_back_is_free_again():
    pool = Pool([ORE, BRICKS], "en")
    pool.use([ORE])
    pool.give_back([ORE])
    assert pool.free() == [ORE, BRICKS]


def test_a_source_that_was_used_often_is_worth_less():
    pool = Pool([ORE, BRICKS, OTHER], "en")
    before = pool.worth(BRICKS)
    pool.use([ORE])
    assert pool.worth(BRICKS) < before
    assert pool.worth(OTHER) == OTHER.score


def test_the_following_sentence_is_that_of_the_same_paragraph():
    pool = Pool([ORE, BRICKS, OTHER], "en")
    assert pool.following(ORE) == BRICKS
    assert pool.following(BRICKS) is None


def test_sizes_add_up():
    assert Pool([], "en").size([ORE, OTHER]) == 14
