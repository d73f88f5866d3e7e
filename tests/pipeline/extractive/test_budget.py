import pytest

from briefings.domain.brief import Length
from briefings.pipeline.extractive.budget import budget


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_longer_briefings_have_more_room(language):
    sizes = [budget(length, language).total for length in (Length.BRIEF, Length.STANDARD, Length.EXTENDED)]
    assert sizes == sorted(set(sizes))


def test_chinese_is_counted_in_characters():
    assert 1800 <= budget(Length.STANDARD, "zh-Hans").total <= 2200
    assert 1000 <= budget(Length.STANDARD, "en").total <= 1200
