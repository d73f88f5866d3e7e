"""Everything that can go wrong, as one tree.

KyleError
├── ExternalError          a model, a search, a page or a file failed; says whether trying again helps
│   ├── SearchFailed       search.*
│   ├── FetchFailed        fetch.*
│   ├── ModelFailed        model.*
│   ├── BudgetExhausted    budget.exhausted: the call was not made
│   └── PressFailed        render.*
├── ApprovalNeeded         a draft is ready, and a human must decide on it
├── HandedBack             the run goes back to the queue and loses nothing
├── RunFailed              a stage failed closed: the run ends, with a note for its reader
└── LeaseLost              somebody else carries the run now: stop without a word
"""

from typing import Any

from briefings.domain.draft import Draft
from briefings.domain.outcome import Fault
from briefings.domain.trace import NO_USAGE, Usage


class KyleError(Exception):
    """Base of all errors that Kyle raises on purpose. Each can be pickled, whatever its constructor takes."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Exception would call the constructor again, with nothing but the message.
        return type(self).__new__, (type(self), *self.args), self.__dict__


class ExternalError(KyleError):
    """A call to the outside failed.

    `cause` is the second half of a fault code of the taxonomy (`outcome.FAULTS`), `permanent` is true when trying
    the same call again cannot help, `retry_after` is the wait in seconds that the other side asked for.
    """

    stage: str

    def __init__(self, cause: str, detail: str, *, permanent: bool = False, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.fault = Fault(stage=self.stage, cause=cause, detail=detail)
        self.permanent = permanent
        self.retry_after = retry_after


class SearchFailed(ExternalError):
    """A search gave nothing to read: `empty`, `blocked`, `filtered`, `layout_unknown` or `network`."""

    stage = "search"


class FetchFailed(ExternalError):
    """An address gave no usable page: `failed`, `refused` (by the guard) or `unusable` (not a text to cite)."""

    stage = "fetch"


class ModelFailed(ExternalError):
    """A model gave no usable answer: `rate_limited`, `timeout`, `unavailable`, `invalid_output`, `refused`, `auth`
    or `context_length`. `usage` is what the failed call cost all the same."""

    stage = "model"

    def __init__(
        self,
        cause: str,
        detail: str,
        *,
        permanent: bool = False,
        retry_after: float | None = None,
        usage: Usage = NO_USAGE,
    ) -> None:
        super().__init__(cause, detail, permanent=permanent, retry_after=retry_after)
        self.usage = usage


class BudgetExhausted(ExternalError):
    """A call of a model was not made, since what it may cost does not fit into the budget of the run: `exhausted`."""

    stage = "budget"


class PressFailed(ExternalError):
    """A file could not be made: `docx`, `pdf` or `md`."""

    stage = "render"


class RunFailed(KyleError):
    """A stage failed closed. `faults` say what happened; the message is written for the reader of the run page."""

    def __init__(self, note: str, *faults: Fault) -> None:
        super().__init__(note)
        self.note = note
        self.faults = faults


class ApprovalNeeded(KyleError):
    """The run waits until a human has decided on `draft`, which stays as it is."""

    def __init__(self, draft: Draft) -> None:
        super().__init__("a human must approve the draft")
        self.draft = draft


class HandedBack(KyleError):
    """The run is to be carried on by somebody else, or later: `wait` seconds from now. No attempt is spent."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait


class LeaseLost(KyleError):
    """A write was refused because the run is carried by somebody else, or is no longer running."""
