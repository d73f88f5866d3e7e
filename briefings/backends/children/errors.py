"""Why a child process gave no result.

ChildError
├── Overdue        the job's limit of time was reached
├── OutOfMemory    the job needed more memory than a child may have
└── Died           the process ended before it answered, the second time too
"""


class ChildError(Exception):
    """A job was not done, for a reason that is not an error of its own. The message says why, for a reader."""


class Overdue(ChildError):
    """The limit of time was reached; the process was ended."""


class OutOfMemory(ChildError):
    """The limit of memory was reached."""


class Died(ChildError):
    """The process could not be started, or ended without an answer."""
