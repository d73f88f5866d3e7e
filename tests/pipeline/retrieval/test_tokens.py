import pytest

from briefings.pipeline.retrieval.tokens import is_cjk, stem, terms, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("version", "versions"),
        ("priorities", "priority"),
        ("locking", "locked"),
        ("encryption", "encrypted"),
        ("installation", "install"),
        ("regulations", "regulate"),
        ("accessible", "accessibility"),
        ("compromise", "compromised"),
        ("prioritise", "prioritize"),
    ],
)
def test_related_forms_have_one_stem(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("form", "format"), ("bus", "bush"), ("status", "state"), ("apt", "apple")])
def test_other_words_keep_apart(one, other):
    assert stem(one) != stem(other)


def test_words_of_other_scripts_and_short_words_are_their_own_stems():
    assert [stem("зданий"), stem("http/3"), stem("is")] == ["зданий", "http/3", "is"]


def test_a_compound_gives_itself_and_its_parts():
    assert terms("HTTP/3 and apt-get") == ["http/3", "http", "3", "and", "apt-get", "apt", "get"]


def test_a_verb_with_its_particle_is_also_the_noun_that_they_make():
    for text in ("backs up the works", "was backed up", "backing up"):
        assert {"back", "backup"} <= set(terms(text))
    assert "shutdown" in terms("Shut down the furnace")
    assert "takeup" not in terms("It takes up to an hour.")
    assert terms("up and down") == ["up", "and", "down"]


def test_a_possessive_is_the_word():
    assert terms("APT's Debian’s") == ["apt", "debian"]


def test_chinese_gives_bigrams_and_keeps_latin_words():
    assert terms("供应链 QUIC 流") == ["供应", "应链", "quic", "流"]


def test_words_stand_as_they_are():
    assert words("C++ runs 队头阻塞 on HTTP/3.") == ["C++", "runs", "队头阻塞", "on", "HTTP/3"]


def test_what_is_chinese_or_japanese():
    assert [is_cjk("流"), is_cjk("カ"), is_cjk("flow")] == [True, True, False]


@pytest.mark.parametrize(
    ("one", "other"),
    [("colour", "color"), ("behavioural", "behavioral"), ("paid", "pay"), ("written", "write"), ("sold", "sell")],
)
def test_irregular_forms_and_british_spelling_meet_the_plain_ones(one, other):
    assert stem(one) == stem(other)


def test_a_prefix_with_a_hyphen_belongs_to_its_word():
    assert set(terms("deduplication")) < set(terms("de-duplication"))
    assert stem("hour") != stem("hor")
