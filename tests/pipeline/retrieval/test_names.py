from briefings.pipeline.retrieval.names import proper_names

PARAGRAPHS = [
    "Caching in Brackle is easy, since Brackle has caches.",
    "Whoever runs Brackle needs caching, or a faster Brackle.",
]


def test_a_name_is_what_sentences_always_write_with_a_capital():
    assert proper_names("Caching with Brackle", PARAGRAPHS) == {"Brackle"}


def test_a_word_that_is_seldom_written_is_not_known_to_be_one():
    assert proper_names("Caching with Brackle", PARAGRAPHS[:1]) == set()
    assert proper_names("", PARAGRAPHS) == set()
