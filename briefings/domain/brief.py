"""The brief: what the requester asked for, cleaned and frozen at submission."""

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from briefings.domain.language import detect


class Kind(StrEnum):
    """The kind of a briefing: a recipe (pipeline/kinds.py)."""

    STANDARD = "standard"
    INTERPRETER = "interpreter"
    DEEP = "deep"


class Length(StrEnum):
    """How long the document should be."""

    BRIEF = "brief"
    STANDARD = "standard"
    EXTENDED = "extended"


AUTO = "auto"


class Brief(BaseModel):
    """What the requester asked for.

    `language` is a BCP 47 tag or `auto` (the topic's own); `as_of` is the date, in the site's zone, to which the
    document speaks, stamped at submission; `supplied_text` is the requester's own material.
    """

    model_config = ConfigDict(frozen=True)

    topic: str
    kind: Kind = Kind.STANDARD
    language: str = AUTO
    audience: str = ""
    length: Length = Length.STANDARD
    supplied_text: str = ""
    as_of: date

    @property
    def document_language(self) -> str:
        """The BCP 47 tag in which the document is to be written."""
        return detect(self.topic) if self.language == AUTO else self.language
