"""Fencing: what a worker writes to its run goes through here, and is refused once somebody else carries it."""

import logging
import uuid
from typing import Any

from briefings.domain.errors import LeaseLost
from briefings.models import Run

logger = logging.getLogger(__name__)


def write(run: uuid.UUID, lease: uuid.UUID, /, **columns: Any) -> None:
    """Writes `columns` of the run. In a transaction whatever else is written stands and falls with it.

    Raises LeaseLost, and tells the operator what was refused, unless the run is still carried under `lease`.
    """
    if not Run.objects.carried(run, lease).update(**columns):
        logger.warning("run %s: refused to write %s under the lost lease %s", run, ", ".join(sorted(columns)), lease)
        raise LeaseLost(f"run {run} is no longer carried under lease {lease}")
