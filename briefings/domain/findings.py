"""What one research branch learned."""

from pydantic import BaseModel, ConfigDict

from briefings.domain.evidence import Page
from briefings.domain.outcome import Fault
from briefings.domain.plan import Question


class Finding(BaseModel):
    """The result of one research branch: the pages it read, best first, and the faults it met.

    `dead` is true when the branch failed: its search brought nothing, or none of its pages could be read. A branch
    whose pages were all brought by another one is not dead.
    """

    model_config = ConfigDict(frozen=True)

    question: Question
    pages: tuple[Page, ...] = ()
    faults: tuple[Fault, ...] = ()
    dead: bool = False
