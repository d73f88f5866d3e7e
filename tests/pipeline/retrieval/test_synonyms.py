from briefings.pipeline.retrieval.synonyms import synonyms
from briefings.pipeline.retrieval.tokens import stem


def test_words_of_a_family_stand_for_one_another():
    assert stem("selected") in synonyms(stem("choose"))
    assert stem("choose") in synonyms(stem("selected"))


def test_a_word_of_two_families_has_the_synonyms_of_both():
    assert {stem("modify"), stem("replace")} <= synonyms(stem("change"))


def test_most_words_have_none():
    assert synonyms("furnac") == frozenset()


def test_no_word_is_its_own_synonym():
    assert stem("choose") not in synonyms(stem("choose"))
