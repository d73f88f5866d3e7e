"""Sources as a model gets to see them: numbered, framed, and marked as data."""

import hashlib
from collections.abc import Sequence
from urllib.parse import urlsplit

from briefings.domain.evidence import Page, Source
from briefings.pipeline.agents.excerpts import Titled, excerpt, excerpts
from briefings.pipeline.agents.prompting import load

SOURCES = load("sources")
SUPPLIED = load("supplied")


def framed(sources: Sequence[Source], question: str, budget: int) -> str:
    """`sources` with what they say on `question`, in at most `budget` characters of text altogether.

    Each is framed by markers that carry a code which the text between them cannot hold, for the code is made from
    that very text: no page can close its frame and speak for Kyle.
    """
    shown = excerpts([Titled(source.page.title, source.page.text) for source in sources], question, budget)
    bodies = [_body(source.page, text) for source, text in zip(sources, shown, strict=True)]
    code = _code(bodies)
    frames = [_frame(f"source {source.id}", body, code) for source, body in zip(sources, bodies, strict=True)]
    return SOURCES.fill(code=code, frames="\n\n".join(frames))


def framed_material(text: str, question: str, budget: int) -> str:
    """The requester's own material, framed likewise, for a turn in which it has no number yet."""
    body = excerpt(text, question, budget)
    return SUPPLIED.fill(frame=_frame("material", body, _code([body])))


def _body(page: Page, text: str) -> str:
    facts = {
        "title": page.title,
        "site": page.site or (urlsplit(page.url).hostname or "" if page.url else page.origin.value),
        "published": page.published,
        "language": page.language,
    }
    head = "\n".join(f"{name}: {' '.join(value.split())}" for name, value in facts.items() if value.strip())
    return f"{head}\n\n{text}"


def _code(bodies: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(bodies).encode("utf-8", "replace")).hexdigest()[:10]


def _frame(name: str, body: str, code: str) -> str:
    return f"<<{name} | {code}>>\n{body}\n<<end of {name} | {code}>>"
