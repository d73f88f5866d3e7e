"""The file formats of a document, one table: what a format is called, how it ends, who makes it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from briefings.domain.document import Document
from briefings.domain.evidence import Source
from briefings.rendering import docx, markdown, pdf
from briefings.rendering.rendered import Rendered

Renderer = Callable[[Document, Sequence[Source]], Rendered]


@dataclass(frozen=True)
class FileFormat:
    """One format: the ending of its files (without the dot), their media type, and what makes them."""

    extension: str
    media_type: str
    render: Renderer


FILES: dict[str, FileFormat] = {
    "docx": FileFormat("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx.render),
    "pdf": FileFormat("pdf", "application/pdf", pdf.render),
    "md": FileFormat("md", "text/markdown; charset=utf-8", markdown.render),
}


def render(file_format: str, document: Document, sources: Sequence[Source]) -> Rendered:
    """The file of `document` in that format. Raises RenderFailed."""
    return FILES[file_format].render(document, sources)
