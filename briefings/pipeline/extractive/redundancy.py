"""Telling when two sentences say the same."""

_SAME = 0.6
_CONTAINED = 0.8
_FEWEST_TERMS = 4


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sentences with these content terms say nearly the same, or one of them what the other says too."""
    shared = len(one & other)
    smaller = min(len(one), len(other))
    if smaller >= _FEWEST_TERMS and shared >= _CONTAINED * smaller:
        return True
    return shared >= _SAME * (len(one) + len(other) - shared)
