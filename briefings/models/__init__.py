"""Rows."""

from briefings.models.artifact import Artifact
from briefings.models.journal import ChunkRow, SpanRow, Step
from briefings.models.quota import QuotaDay
from briefings.models.run import FINISHED, Run, Status
from briefings.models.source import SourceRow
from briefings.models.user import User
from briefings.models.worker import WorkerBeat

__all__ = [
    "FINISHED",
    "Artifact",
    "ChunkRow",
    "QuotaDay",
    "Run",
    "SourceRow",
    "SpanRow",
    "Status",
    "Step",
    "User",
    "WorkerBeat",
]
