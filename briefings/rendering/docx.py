"""A document as DOCX, with real styles, links and lists."""

import io
from collections.abc import Sequence
from datetime import UTC, datetime, time

from briefings.domain.document import Document
from briefings.domain.evidence import Source
from briefings.rendering.errors import RenderFailed
from briefings.rendering.presentation import Presentation, shortened
from briefings.rendering.rendered import Rendered

FORM = "docx"
_LONGEST_PROPERTY = 255


def render(document: Document, sources: Sequence[Source]) -> Rendered:
    """The document as DOCX. Raises RenderFailed."""
    presentation = Presentation(document, sources, FORM)
    try:
        return Rendered(_write(presentation))
    except ValueError as error:  # how python-docx and lxml refuse a text or a value
        raise RenderFailed(FORM, str(error)) from error


def _write(presentation: Presentation) -> bytes:
    # Imported here because python-docx is slow to import and a web process seldom needs it.
    from briefings.rendering import docx_blocks, docx_styles

    document = presentation.document
    word = docx_styles.empty(presentation.language)
    docx_styles.lay_out(word, presentation.running_title)
    _describe(word.core_properties, document)
    writer = docx_blocks.Writer(word, presentation)
    writer.paragraph("Title", document.title)
    language = presentation.language_name(document.language)
    writer.own_words(
        "Kyle Meta", f"{presentation.as_of} · {presentation.labels.language}{presentation.labels.colon}{language}"
    )
    for block in document.blocks:
        docx_blocks.BLOCKS[block.type](block, writer)
    content = io.BytesIO()
    word.save(content)
    return content.getvalue()


def _describe(properties: object, document: Document) -> None:
    moment = datetime.combine(document.as_of, time(), UTC)
    described = {
        "title": shortened(document.title, _LONGEST_PROPERTY),
        "author": "Kyle",
        "last_modified_by": "Kyle",
        "comments": "",
        "language": document.language,
        "created": moment,
        "modified": moment,
    }
    for name, value in described.items():
        setattr(properties, name, value)
