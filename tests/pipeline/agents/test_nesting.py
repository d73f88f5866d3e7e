import pytest

from briefings.pipeline.agents.nesting import MOST_LEVELS, is_too_deep


def nested(levels, inside=1):
    for level in range(levels):
        inside = [inside] if level % 2 else {"items": inside}
    return inside


@pytest.mark.parametrize("inside", [1, "[[[[", None, {}, []])
def test_what_nests_within_the_limit_will_do(inside):
    own = isinstance(inside, (dict, list))
    assert not is_too_deep(nested(MOST_LEVELS - own, inside))
    assert is_too_deep(nested(MOST_LEVELS + 1, inside))


def test_any_depth_and_width_can_be_measured():
    assert is_too_deep(nested(100_000))
    assert not is_too_deep([[1, {"a": [2]}]] * 10_000)
