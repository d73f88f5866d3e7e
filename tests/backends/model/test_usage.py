import pytest

from briefings.backends.model.usage import read
from briefings.domain.trace import Usage


@pytest.mark.parametrize(
    ("raw", "usage"),
    [
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 5500,
                "total_tokens": 6500,
                "completion_tokens_details": {"reasoning_tokens": 5000},
            },
            Usage(prompt=1000, completion=5500, reasoning=5000),
        ),
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 500,
                "total_tokens": 6500,
                "completion_tokens_details": {"reasoning_tokens": 5000},
            },
            Usage(prompt=1000, completion=5500, reasoning=5000),
        ),
        (
            {"prompt_tokens": 1000, "completion_tokens": 500, "total_tokens": 1500, "completion_tokens_details": None},
            Usage(prompt=1000, completion=500),
        ),
        (
            {"prompt_tokens": 1000, "completion_tokens": 500, "total_tokens": 6500},
            Usage(prompt=1000, completion=5500, reasoning=5000),
        ),
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 0,
                "total_tokens": 1000,
                "completion_tokens_details": {"reasoning_tokens": 0},
            },
            Usage(prompt=1000),
        ),
        (
            {"prompt_tokens": 10, "completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 40}},
            Usage(prompt=10, completion=45, reasoning=40),
        ),
        (
            {"prompt_tokens": 2746, "completion_tokens": 197, "prompt_tokens_details": {"cached_tokens": 2208}},
            Usage(prompt=2746, cached=2208, completion=197),
        ),
        (
            {
                "prompt_tokens": 90,
                "completion_tokens": 7,
                "prompt_cache_hit_tokens": 64,
                "prompt_cache_miss_tokens": 26,
            },
            Usage(prompt=90, cached=64, completion=7),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 0, "prompt_tokens_details": {"cached_tokens": 250}},
            Usage(prompt=100, cached=250),
        ),
        (None, Usage()),
        ([], Usage()),
        ({"prompt_tokens": 9e14, "completion_tokens": 9e14, "total_tokens": 9e14}, Usage()),
        ({"prompt_tokens": 100_000_001, "completion_tokens": 5}, Usage()),
        ({"prompt_tokens": 1000, "completion_tokens": 5, "total_tokens": 10**30}, Usage()),
        ({"prompt_tokens": 1000, "completion_tokens": float("inf")}, Usage()),
        (
            {"prompt_tokens": 1000, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 10**18}},
            Usage(),
        ),
        (
            {"prompt_tokens": 1000, "completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 1e300}},
            Usage(),
        ),
        ({"prompt_tokens": 100_000_000, "completion_tokens": True}, Usage(prompt=100_000_000)),
        ({"prompt_tokens": "many", "completion_tokens": -3, "total_tokens": float("nan")}, Usage()),
    ],
)
def test_tokens_are_read_whichever_way_they_are_counted(raw, usage):
    assert read(raw) == usage
