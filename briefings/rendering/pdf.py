"""A document as PDF: the HTML of its blocks, set for print and drawn by xhtml2pdf with embedded fonts."""

from collections.abc import Sequence
from pathlib import Path

from django.template.loader import render_to_string

from briefings.domain.document import Document
from briefings.domain.evidence import Source
from briefings.rendering.html import context
from briefings.rendering.pdf_fonts import default_cache, drawable, folder_for, static_folder
from briefings.rendering.presentation import Presentation
from briefings.rendering.rendered import Rendered
from briefings.rendering.typesetting import Typeset, typeset

FORM = "pdf"


def render(document: Document, sources: Sequence[Source], cache_folder: Path | None = None) -> Rendered:
    """The document as PDF. Fonts made for it are kept in `cache_folder`. Raises RenderFailed.

    A character that no font has is drawn as its name in brackets, and a notice counts them.
    """
    # Imported here because xhtml2pdf takes half a second, which a web process should not spend at its start.
    from briefings.rendering.pdf_drawing import draw

    presentation = Presentation(document, sources, FORM)
    named = context(presentation, for_print=True) | {"static_fonts": static_folder()}
    ready = typeset(render_to_string("document/print.html", named), drawable(), east_asian=presentation.east_asian)
    fonts = folder_for(ready.characters, cache_folder or default_cache(), east_asian=presentation.east_asian)
    return Rendered(draw(ready.html, fonts, static_folder()), _notices(ready))


def _notices(ready: Typeset) -> tuple[str, ...]:
    count = len(ready.named)
    if not count:
        return ()
    subject = "1 character is" if count == 1 else f"{count} different characters are"
    return (f"{subject} named in brackets in the PDF, for want of a font that can draw them.",)
