"""How children live."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Terms:
    """`prepare` is a function of a module, called once before the first child is forked; `memory` is the most address
    space in bytes; after `idle` seconds without a job a child ends, after `jobs` of them it is replaced."""

    prepare: Callable[[], None]
    memory: int = 1_500_000_000
    idle: float = 300.0
    jobs: int = 1000
