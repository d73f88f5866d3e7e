import pytest

from briefings.pipeline.retrieval.vocabulary import is_framing, is_function_word, is_general, without_chinese_frame


@pytest.mark.parametrize("word", ["How", "differences", "best", "history", "overview", "challenges", "compared", "the"])
def test_words_of_questions_are_framing(word):
    assert is_framing(word)


@pytest.mark.parametrize("word", ["treatment", "systems", "type", "Europe", "网络", "技术"])
def test_words_of_general_use_are_general(word):
    assert is_general(word)


@pytest.mark.parametrize("word", ["furnace", "Byzantine", "diabetes", "APT", "熔炉"])
def test_other_words_are_neither(word):
    assert not is_framing(word)
    assert not is_general(word)


@pytest.mark.parametrize("word", ["The", "pour", "zwischen", "это"])
def test_function_words_are_known_in_several_languages(word):
    assert is_function_word(word)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("如何比较氢燃料电池和锂电池的区别", ["氢燃料电池", "锂电池"]),
        ("高风险系统的要求", ["高风险系统", "要求"]),
        ("什么是供给与需求", ["供给", "需求"]),
        ("近年来的最新进展", []),
    ],
)
def test_the_frame_of_a_chinese_question_falls_away(text, runs):
    assert without_chinese_frame(text) == runs
