"""Entry points of the queue."""

from briefings.services import execute


def carry() -> int:
    """Carries queued runs until none is left."""
    return execute.carry()
