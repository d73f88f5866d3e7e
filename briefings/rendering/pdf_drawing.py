"""Draws a page of HTML as PDF with xhtml2pdf. Slow to import: renderers import it when they need it."""

import io
from itertools import takewhile
from pathlib import Path

from reportlab.platypus.flowables import Flowable, KeepInFrame, KeepTogether
from xhtml2pdf import pisa
from xhtml2pdf.config.resources import ResourceAccessPolicy
from xhtml2pdf.xhtml2pdf_reportlab import PmlBaseDoc

from briefings.rendering.errors import RenderFailed

FORM = "pdf"
_ANY_HEIGHT = 10_000
_LEAST_ROOM = 60
"""Points that must be left for the text below a heading, about four lines, so that the heading may stay on its page."""


class KeepWithBeginning(KeepTogether):  # type: ignore[misc]  # reportlab has no annotations
    """Keeps a heading on the page of what follows, which need only begin there.

    reportlab's own way is to move the heading and the whole of what follows, and leaves pages half empty.
    """

    def split(self, width: float, height: float) -> list[Flowable]:
        self.wrap(width, height)
        *heads, text = self._content
        room = height - sum(_height(head, self.canv, width) for head in heads) - text.getSpaceBefore()
        if height < self._H and room >= _LEAST_ROOM and len(text.splitOn(self.canv, width, room)) > 1:
            return list(self._content)
        kept: list[Flowable] = super().split(width, height)
        return kept


def _height(head: Flowable, canvas: object, width: float) -> float:
    """What a heading takes of a page, with the room above and below it."""
    height: float = head.wrapOn(canvas, width, _ANY_HEIGHT)[1]
    return float(head.getSpaceBefore() + height + head.getSpaceAfter())


# Where reportlab's templates declare what keeps a heading with its text; xhtml2pdf has no other way to choose it.
PmlBaseDoc._initArgs = PmlBaseDoc._initArgs | {"keepTogetherClass": KeepWithBeginning}

_handle_keep_with_next = PmlBaseDoc.handle_keepWithNext


def _handle_past_remains(template: PmlBaseDoc, flowables: list[Flowable]) -> None:
    """What a table's cells leave behind before their table would part it from its heading, and is taken away."""
    heads = list(takewhile(lambda flowable: flowable.getKeepWithNext(), flowables))
    if heads:
        remains = list(takewhile(_is_empty, flowables[len(heads) :]))
        del flowables[len(heads) : len(heads) + len(remains)]
    _handle_keep_with_next(template, flowables)


def _is_empty(flowable: Flowable) -> bool:
    return isinstance(flowable, KeepInFrame) and not flowable._content


PmlBaseDoc.handle_keepWithNext = _handle_past_remains


def draw(page: str, fonts: Path, static_fonts: Path) -> bytes:
    """The PDF of a page, whose addresses are relative to `fonts`. Nothing is read outside these two folders.

    Raises RenderFailed where the page cannot be laid out, or a character of it cannot be drawn.
    """
    content = io.BytesIO()
    result = pisa.CreatePDF(
        page,
        dest=content,
        path=str(fonts / "document.html"),
        raise_exception=False,
        resource_policy=ResourceAccessPolicy.server(fonts, extra_roots=(static_fonts,), allow_remote=False),
    )
    # xhtml2pdf keeps its messages without what they are about; the characters are on record elsewhere.
    undrawn = ", ".join(f"U+{ord(character):04X}" for character in sorted(result._glyph_warned))
    if undrawn:
        raise RenderFailed(FORM, f"no font can draw {undrawn}")
    if result.err:
        raise RenderFailed(FORM, "the page could not be laid out; the log of xhtml2pdf says why")
    return content.getvalue()
