"""Draws a page of HTML as PDF with xhtml2pdf. Slow to import: renderers import it when they need it."""

import io
from pathlib import Path

from reportlab.platypus.flowables import Flowable, KeepTogether
from xhtml2pdf import pisa
from xhtml2pdf.config.resources import ResourceAccessPolicy
from xhtml2pdf.xhtml2pdf_reportlab import PmlBaseDoc

from briefings.rendering.errors import RenderFailed

FORM = "pdf"
_LEAST_ROOM = 60
"""Points that must be left for the text below a heading, about four lines, so that the heading may stay on its page."""


class KeepWithBeginning(KeepTogether):  # type: ignore[misc]  # reportlab has no annotations
    """Keeps a heading on the page of what follows, which need only begin there.

    reportlab's own way is to move the heading and the whole of what follows, and leaves pages half empty.
    """

    def split(self, width: float, height: float) -> list[Flowable]:
        self.wrap(width, height)
        *heads, _text = self._content
        taken = sum(head.wrapOn(self.canv, width, height)[1] + head.getSpaceAfter() for head in heads)
        if self._H > height >= taken + _LEAST_ROOM:
            return list(self._content)
        kept: list[Flowable] = super().split(width, height)
        return kept


# Where reportlab's templates declare what keeps a heading with its text; xhtml2pdf has no other way to choose it.
PmlBaseDoc._initArgs = PmlBaseDoc._initArgs | {"keepTogetherClass": KeepWithBeginning}


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
    complaints = list(dict.fromkeys(str(message) for _level, _line, message, _code in result.log))
    undrawn = [message for message in complaints if message.startswith("No font")]
    if result.err or undrawn:
        detail = "; ".join(undrawn or complaints)
        raise RenderFailed(FORM, detail or "the page could not be laid out; the log of xhtml2pdf says why")
    return content.getvalue()
