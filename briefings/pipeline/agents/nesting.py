"""How deeply the JSON of a model may nest: what reads it and what keeps it follow it level by level."""

from typing import Any

MOST_LEVELS = 64
"""Far more than any answer has use for, far less than any reader of JSON can take."""


def is_too_deep(value: Any) -> bool:
    """Whether decoded JSON has more than MOST_LEVELS lists and objects inside one another."""
    level = [value]
    for _ in range(MOST_LEVELS + 1):
        level = [child for parent in level if isinstance(parent, (dict, list)) for child in _children(parent)]
        if not level:
            return False
    return True


def _children(parent: dict[str, Any] | list[Any]) -> list[Any]:
    return list(parent.values()) if isinstance(parent, dict) else parent
