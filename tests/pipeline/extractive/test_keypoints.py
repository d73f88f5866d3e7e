from dataclasses import replace

from briefings.pipeline.extractive.keypoints import further_sources, key_points
from briefings.pipeline.extractive.pool import Pool
from tests.pipeline.extractive.readings import scored

ITEMS = [
    scored("Copper is smelted in furnaces of brick.", 1.0),
    scored("Ore is roasted before the furnace takes it.", 0.95, block=1),
    scored("Zinc boils and leaves at the top.", 0.9, number=2),
    scored("When it rains the yard is closed.", 0.93, number=3),
    scored("Lead sinks and is tapped below.", 0.3, number=4),
]


def texts(items) -> list[str]:
    return [item.passage.text for item in items]


def test_the_points_are_the_best_and_come_from_several_sources():
    assert texts(key_points(Pool(ITEMS, "en"), 2, chinese=False)) == [ITEMS[0].passage.text, ITEMS[2].passage.text]


def test_points_are_taken_out_of_the_pool_and_end_where_little_is_left_to_say():
    pool = Pool(ITEMS, "en")
    points = key_points(pool, 9, chinese=False)
    assert 2 < len(points) < len(ITEMS)
    assert not any(item in pool.free() for item in points)


def test_what_is_said_under_a_condition_comes_late():
    assert ITEMS[3].passage.text not in texts(key_points(Pool(ITEMS, "en"), 3, chinese=False))


def test_sources_that_nothing_cites_yet_get_a_sentence():
    pool = Pool(ITEMS, "en")
    assert {item.passage.source for item in further_sources(pool, {1, 2}, 3, chinese=False)} == {3}
    assert further_sources(pool, {1, 2}, 2, chinese=False) == []


def test_a_source_that_hardly_speaks_of_the_topic_gets_none():
    items = [
        scored("The furnace melts ore.", number=1),
        replace(scored("The shed holds ponies.", number=2), direct=0.2),
    ]
    assert further_sources(Pool(items, "en"), {1}, 2, chinese=False) == []


def test_a_point_that_says_of_what_it_speaks_comes_before_one_that_leans_on_the_text():
    bare = scored("If the operation fails, the value is kept by night.", number=1)
    full = scored("If a tapping fails, the weight of the copper is kept.", number=2)
    assert texts(key_points(Pool([bare, full], "en"), 1, chinese=False)) == [full.passage.text]


def test_what_something_is_comes_first():
    tells, says_what = (
        replace(scored(text, number=number), direct=1.0, defines=defines)
        for number, (text, defines) in enumerate(
            [("Copper costs much in winter.", False), ("Copper is a metal of red colour.", True)], 1
        )
    )
    assert texts(key_points(Pool([tells, says_what], "en"), 1, chinese=False)) == [says_what.passage.text]
