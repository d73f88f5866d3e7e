"""What was found and read: hits of a search, fetched pages, numbered sources."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from briefings.domain.outcome import Fault


class Tier(StrEnum):
    """Credibility tier of a source, given by a deterministic classifier."""

    GOVERNMENT = "government"
    INTERGOVERNMENTAL = "intergovernmental"
    ACADEMIC = "academic"
    STANDARDS = "standards"
    REFERENCE = "reference"
    NEWS = "news"
    ORGANIZATION = "organization"
    PREPRINT = "preprint"
    UNVERIFIED = "unverified"
    LOCAL = "local"


class Origin(StrEnum):
    """Where a page came from."""

    WEB = "web"
    KNOWLEDGE = "knowledge"
    STARTER = "starter"
    SUPPLIED = "supplied"


class Basis(BaseModel):
    """A primary text on which a page says that it rests. `url` is as the page tells it, and may be empty."""

    model_config = ConfigDict(frozen=True)

    title: str
    url: str = ""


class Page(BaseModel):
    """A text that was really read, frozen as it was at that moment.

    `text` is plain: paragraphs separated by an empty line, a heading on a line of its own that starts with `## ` or
    with more hashes the deeper it stands, list items on lines that start with `- `. `url` is null for local documents,
    and `locator` (a relative file name, say) identifies those. `published` is an ISO date as far as the page tells one;
    `language` a BCP 47 tag or empty; `sha256` is over `text` in UTF-8. `basis` names what the page rests on where it is
    itself an account of other texts, as a note of the starter corpus is.
    """

    model_config = ConfigDict(frozen=True)

    url: str | None
    title: str
    text: str
    sha256: str
    fetched_at: datetime
    origin: Origin
    locator: str = ""
    author: str = ""
    site: str = ""
    published: str = ""
    language: str = ""
    basis: tuple[Basis, ...] = ()


class Hit(BaseModel):
    """One result of a search. `page` is set where the search already brings the whole text: nothing is fetched."""

    model_config = ConfigDict(frozen=True)

    url: str | None
    title: str
    snippet: str = ""
    backend: str
    page: Page | None = None

    @property
    def identity(self) -> str:
        """What makes two hits the same document."""
        return self.url or (self.page.locator if self.page else self.title)


class Found(BaseModel):
    """What a search brought: at least one hit, best first. `setbacks` are the faults of backends that failed over."""

    model_config = ConfigDict(frozen=True)

    hits: tuple[Hit, ...]
    setbacks: tuple[Fault, ...] = ()


class Source(BaseModel):
    """A page with its number in this run. `question` is the key of the question whose research brought it."""

    model_config = ConfigDict(frozen=True)

    id: int
    question: str
    page: Page
    tier: Tier


class Statement(BaseModel):
    """One sentence with the ids of the sources that say it."""

    model_config = ConfigDict(frozen=True)

    text: str
    cites: tuple[int, ...]
