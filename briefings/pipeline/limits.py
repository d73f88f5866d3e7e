"""The numbers that an operator may set, with their defaults."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much of everything one run may use."""

    sources: int = 10
    hits_per_query: int = 8
    calls_at_once: int = 6
    chunk_characters: int = 1500
    gate_characters: int = 800
    revisions: int = 2
