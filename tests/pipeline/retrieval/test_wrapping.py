import pytest

from briefings.pipeline.retrieval.wrapping import continues, join, width, wrap_width

FULL = "A line that was filled with words until the next word would not have fitted in,"


def test_the_width_at_which_a_text_was_wrapped_is_found():
    lines = [FULL, "a last short one.", FULL[:-3], FULL[:-6], FULL]
    assert wrap_width(lines) == len(FULL)


def test_paragraphs_on_long_lines_were_not_wrapped():
    assert wrap_width(["word " * 60, "word " * 80, "word " * 4]) is None


def test_a_text_without_lines_was_not_wrapped():
    assert wrap_width([]) is None


@pytest.mark.parametrize(
    ("line", "following", "goes_on"),
    [
        (FULL, "which is why it goes on here.", True),
        ("Depending on the", "packages it rests on, the tool asks.", True),
        ("The sentence ends here.", "Another paragraph begins.", False),
        ("Incremental updates", "The aim of the command is to fetch less.", False),
    ],
)
def test_a_break_is_a_wrap_when_the_line_was_full_or_the_sentence_has_not_ended(line, following, goes_on):
    assert continues(line, following, len(FULL)) is goes_on


def test_long_lines_never_go_on():
    assert not continues(FULL, "which is why it goes on here.", None)


def test_lines_are_joined_as_their_writing_asks():
    assert join(["two", "words"]) == "two words"
    assert join(["一个", "句子"]) == "一个句子"
    assert join(["使用", "Xen 时"]) == "使用 Xen 时"
    assert join(["the com\u2010", "puter"]) == "the computer"
    assert join(["a well-", "known file in /etc/", "apt"]) == "a well-known file in /etc/apt"


def test_wide_characters_take_two_columns():
    assert width("流a") == 3


@pytest.mark.parametrize("line", ["The furnace-keeper's", "If no lid was", "While Ore", "Keepers of the"])
def test_half_a_clause_goes_on_below(line):
    assert continues(line, "Iron lids are closed before the tapping begins.", 80)
