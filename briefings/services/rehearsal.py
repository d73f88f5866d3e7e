"""What children do once before their first job: they read a page and draw it, so that fonts and patterns are there."""

import logging
from datetime import UTC, date, datetime

from briefings.backends.fetch.extraction import Download, read_page
from briefings.domain.document import Document, Heading, List, ListItem, Paragraph, Sentence
from briefings.domain.errors import FetchFailed
from briefings.rendering import files
from briefings.rendering.errors import RenderFailed

logger = logging.getLogger(__name__)

_SENTENCE = "This page is read, and this document drawn, before any other. "
_PAGE = f"<html lang='en'><title>Page</title><body><article><h1>Page</h1><p>{_SENTENCE * 9}</p></article></body></html>"
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
_DOCUMENT = Document(
    title="Document",
    language="en",
    as_of=date(2000, 1, 1),
    blocks=(
        Heading(text="Heading"),
        Paragraph(sentences=(Sentence(text=_SENTENCE.strip()),)),
        List(items=(ListItem(text=_SENTENCE.strip()),)),
    ),
)


def rehearse() -> None:
    """Raises nothing: what goes wrong here goes wrong again where it is needed, and is told there."""
    try:
        read_page(Download("https://page.example/", "text/html", "utf-8", _PAGE.encode(), _LONG_AGO))
        for file_format in files.FILES:
            files.render(file_format, _DOCUMENT, ())
    except (FetchFailed, RenderFailed) as error:
        logger.warning("a child could not rehearse its work: %s", error)
