"""What the pipeline needs from the outside, as protocols. Adapters make one try and raise `ExternalError`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from briefings.domain.document import Document
from briefings.domain.draft import Chunk
from briefings.domain.evidence import Found, Page, Source
from briefings.domain.outcome import Fault
from briefings.domain.plan import RoutingDecision
from briefings.domain.trace import NO_USAGE, Span, Usage

Alive = Callable[[], None]
"""Called by a port, and often, while it waits with good reason; what it raises ends the wait."""

Message = dict[str, Any]
"""A chat message as plain JSON, in the form of the OpenAI chat completions API."""


class Tool(BaseModel):
    """A tool offered to a model; `parameters` is a JSON schema."""

    model_config = ConfigDict(frozen=True)

    name: str
    description: str
    parameters: dict[str, Any]


class ModelRequest(BaseModel):
    """One call of a model. With tools the model must call one of them: `only` names the one, null leaves the choice.

    `prompt` is the fingerprint of the prompt template, for the trace. `temperature` null leaves the provider's default.
    """

    model_config = ConfigDict(frozen=True)

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    only: str | None = None
    temperature: float | None = None
    max_tokens: int = 4096
    prompt: str = ""


class ToolCall(BaseModel):
    """A call as the model made it: `arguments` is what came, a JSON text as a rule, not yet parsed."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    arguments: Any


class ModelReply(BaseModel):
    """A model's answer. `message` is the assistant's message exactly as received, for replay in a later turn.

    `truncated` is true when the answer was cut by the output limit. `notes` are remarks for the trace, such as a
    parameter that the provider refused.
    """

    model_config = ConfigDict(frozen=True)

    message: Message
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    truncated: bool = False
    usage: Usage = NO_USAGE
    model: str = ""
    notes: tuple[str, ...] = ()


class Model(Protocol):
    """A language model that plays one agent."""

    def complete(self, request: ModelRequest) -> ModelReply:
        """Raises ModelFailed."""


class Provider(Protocol):
    """Where models live: one try of one call, by the model's name."""

    def complete(self, model: str, request: ModelRequest, *, alive: Alive) -> ModelReply:
        """Calls `alive` whenever the model shows that it is at work, as a stream does. Raises ModelFailed."""


class Search(Protocol):
    """Finds documents. Never returns an empty result: having nothing is a failure with a cause."""

    def search(self, query: str, *, language: str, limit: int) -> Found:
        """At most `limit` hits for `query`, best first. `language` is a BCP 47 tag. Raises SearchFailed."""


class Fetch(Protocol):
    """Reads one web address."""

    def fetch(self, url: str) -> Page:
        """The page's main text. Raises FetchFailed."""


class Web(Protocol):
    """Where pages live: one try of one address."""

    def fetch(self, url: str, *, alive: Alive) -> Page:
        """Calls `alive` while the page waits to be read and while it is read. Raises FetchFailed."""


@dataclass(frozen=True)
class Drawn:
    """A file as it was drawn, and remarks on what its format could not show."""

    content: bytes
    remarks: tuple[str, ...] = ()


class Press(Protocol):
    """Makes and keeps the files of a document."""

    @property
    def formats(self) -> Sequence[str]:
        """Names of the formats."""

    def draw(self, file_format: str, document: Document, sources: Sequence[Source], *, alive: Alive) -> Drawn:
        """One file. Branches may draw at the same time. Calls `alive` while the file waits to be drawn and while it is
        drawn. Raises PressFailed."""

    def keep(self, file_format: str, content: bytes) -> None:
        """Stores one file. Called in the run's own thread. Raises LeaseLost."""


class Entry(BaseModel):
    """One journaled step: its result as JSON, or the fault it ended with.

    `permanent` belongs to the fault. Same key and digest: the work was done already.
    """

    model_config = ConfigDict(frozen=True)

    key: str
    digest: str
    result: Any = None
    fault: Fault | None = None
    permanent: bool = False


class Journal(Protocol):
    """The run's memory and its only way to the database. Every method is called from the run's own thread, is a
    proof of life, and raises LeaseLost when the run is no longer carried under this lease. Where that was proven a
    moment ago, `beat` and `calling` need not prove it again."""

    def together(self, writes: "Sequence[Write]") -> None:
        """Does `writes`, which use this journal, all of them or none."""

    def entries(self) -> Sequence[Entry]:
        """What earlier carriers of this run journaled: all results, and the faults of this attempt."""

    def record(self, entry: Entry, span: Span | None = None) -> None:
        """Writes down a step and the span of the call that did it, both or neither: a call is on the bill once, and
        only then need not be made again."""

    def replayed(self, key: str, digest: str) -> None: ...

    def span(self, span: Span) -> None: ...

    def beat(self) -> None: ...

    def calling(self) -> None:
        """Announces a call of a model, a search or a fetch, before it is made."""

    def enter(self, stage: str) -> None: ...

    def leave(self, stage: str) -> None: ...

    def progress(self, done: int, total: int, message: str) -> None: ...

    def routed(self, routing: RoutingDecision) -> None: ...

    def fault(self, fault: Fault) -> None: ...

    def sources(self, sources: Sequence[Source]) -> None:
        """These are all the sources of the run now; what an earlier attempt had under these numbers is forgotten."""

    def restart(self) -> None:
        """Forgets all chunks: the document is written from its beginning, perhaps anew."""

    def publish(self, chunk: Chunk) -> None: ...


Write = Callable[[Journal], None]
"""Something that is written into a journal."""
