"""Tokens as providers report them, whichever way they count the reasoning."""

from typing import Any

from briefings.domain.trace import Usage

MOST_TOKENS = 100_000_000
"""In one call: far beyond any context window. A provider that counts more of anything has miscounted everything."""

# So far beyond that the difference of two counts still shows it.
_COUNTED_TO = 10 * MOST_TOKENS


def read(raw: Any) -> Usage:
    """The tokens of one answer from its `usage` object; zeros where nothing usable or plausible is reported.

    Some providers count reasoning inside `completion_tokens`, others beside it; only `total_tokens` tells which.
    Whatever the total holds beyond prompt and completion was output too, and is paid for as output.
    """
    counts = raw if isinstance(raw, dict) else {}
    prompt, completion = _count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens"))
    reasoning = _detail(counts, "completion_tokens_details", "reasoning_tokens")
    beside = max(0, _count(counts.get("total_tokens")) - prompt - completion)
    if not beside and reasoning > completion:
        beside = reasoning
    usage = Usage(
        prompt=prompt,
        cached=_cached(counts),
        completion=completion + beside,
        reasoning=reasoning or beside,
    )
    return Usage() if max(usage.model_dump().values()) > MOST_TOKENS else usage


def _cached(counts: dict[str, Any]) -> int:
    # DeepSeek has a field of its own for what OpenAI puts into the details.
    return _detail(counts, "prompt_tokens_details", "cached_tokens") or _count(counts.get("prompt_cache_hit_tokens"))


def _detail(counts: dict[str, Any], group: str, name: str) -> int:
    details = counts.get(group)
    return _count(details.get(name)) if isinstance(details, dict) else 0


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return 0
    return int(min(max(value, 0), _COUNTED_TO))
