from briefings.pipeline.retrieval.keyword import KeywordIndex

INDEX = KeywordIndex(["ore furnace ore".split(), "furnace slag metal".split(), "water".split()])


def test_only_entries_that_hold_a_query_term_are_scored():
    assert set(INDEX.scores({"furnace": 1.0})) == {0, 1}
    assert INDEX.scores({"gold": 1.0}) == {}


def test_more_of_a_term_scores_higher_and_weights_count():
    scores = INDEX.scores({"ore": 2.0, "furnace": 1.0})
    assert scores[0] > scores[1]
    assert INDEX.scores({"ore": 2.0})[0] == 2 * INDEX.scores({"ore": 1.0})[0]


def test_a_rare_term_tells_more():
    assert INDEX.rarity("gold") > INDEX.rarity("ore") > INDEX.rarity("furnace") > 0


def test_it_knows_its_terms_and_its_size():
    assert "slag" in INDEX
    assert "gold" not in INDEX
    assert len(INDEX) == 3


def test_an_empty_index_answers_with_nothing():
    assert KeywordIndex([]).scores({"ore": 1.0}) == {}
