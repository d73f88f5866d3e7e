import pytest

from briefings.domain.language import LANGUAGES
from briefings.pipeline.extractive.wording import IN_GENERAL, KEY_POINTS, OPEN_QUESTIONS, heading


@pytest.mark.parametrize("wording", [KEY_POINTS, IN_GENERAL, OPEN_QUESTIONS])
def test_every_language_of_kyle_has_its_headings(wording):
    assert set(wording) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Key points"), ("zh-Hant", "要點"), ("zh", "要点"), ("en-GB", "Key points"), ("sw", "Key points")],
)
def test_the_heading_is_in_the_language_of_the_sentences(language, text):
    assert heading(KEY_POINTS, language) == text
