"""What a child answers."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What a job returned, or what it raised."""

    value: Any = None
    error: Exception | None = None
