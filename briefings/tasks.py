"""Entry points of the queue."""

from briefings.services import carrier


def carry() -> int:
    """Carries runs until none is left. The number of runs carried."""
    return carrier.carry()


def probe() -> None:
    """Shows that this worker process answers."""
    carrier.beat()
