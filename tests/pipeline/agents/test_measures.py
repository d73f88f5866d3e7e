import pytest

from briefings.pipeline.agents.measures import measure


@pytest.mark.parametrize(
    ("language", "measured"),
    [
        ("en", (200, "words")),
        ("de", (200, "words")),
        ("zh-Hans", (340, "characters")),
        ("zh-Hant", (340, "characters")),
        ("ja", (440, "characters")),
        ("", (200, "words")),
    ],
)
def test_a_length_is_told_in_what_its_language_is_measured_in(language, measured):
    assert measure(200, language) == measured
