"""One text, tidied."""

import re
from dataclasses import dataclass

from briefings.domain.plain_text import clean
from briefings.pipeline.hygiene.code import protect, restore
from briefings.pipeline.hygiene.gaps import close_gaps
from briefings.pipeline.hygiene.markers import take_markers
from briefings.pipeline.hygiene.markup import strip_markup
from briefings.pipeline.hygiene.references import take_references
from briefings.pipeline.hygiene.talk import drop_talk

_LONG_SPACE = re.compile(r"(\s{20})\s+")


@dataclass(frozen=True)
class Tidied:
    """A plain text and what was found in it.

    `markers` are the source ids of citation markers that stood in the text, in order; `markup` counts pieces of markup,
    addresses and references of the writer's own making, `process_talk` sentences about the writer's work.
    """

    text: str
    markers: tuple[int, ...] = ()
    markup: int = 0
    process_talk: int = 0


def tidy(text: str) -> Tidied:
    """`text` as a reader may see it. A text with nothing to remove comes back as it is, byte for byte."""
    plain = clean(text)
    rest, code, code_marks = protect(plain)
    # No text needs longer runs, and patterns that begin with white space would try every place in them.
    rest = _LONG_SPACE.sub(r"\1", rest)
    rest, markup = strip_markup(rest)
    rest, talk = drop_talk(rest)
    rest, markers = take_markers(rest)
    rest, references = take_references(rest)
    rest, lists = close_gaps(rest)
    found = Tidied(
        text=restore(rest, code),
        markers=markers,
        markup=markup + code_marks + references + lists + (plain != text),
        process_talk=talk,
    )
    return found if found.markers or found.markup or found.process_talk else Tidied(text)
