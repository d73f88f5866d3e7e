"""A document as HTML, through one Django template per block; the PDF is made from the same templates."""

from collections.abc import Mapping, Sequence

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from pydantic import BaseModel

from briefings.domain.document import Callout, Cited, Document, FurtherReadingEntry, Reference, RenderingEvidence, Table
from briefings.domain.evidence import Source
from briefings.rendering.columns import shares
from briefings.rendering.presentation import Presentation, direction

FORM = "html"


def render(document: Document, sources: Sequence[Source]) -> SafeString:
    """The document as an `<article>`, to be set into a page. Raises RenderFailed."""
    return render_to_string("document/body.html", context(Presentation(document, sources, FORM)))


def context(presentation: Presentation, *, for_print: bool = False) -> dict[str, object]:
    """What the templates of a document may name. Only in print are the columns of tables given their widths."""
    document = presentation.document
    return {
        "for_print": for_print,
        "title": document.title,
        "running_title": presentation.running_title,
        "language": document.language,
        "language_name": presentation.language_name(document.language),
        "direction": presentation.direction,
        "title_spoken": _spoken(presentation.title_language),
        "labels_spoken": _spoken(presentation.label_language),
        "as_of": document.as_of,
        "as_of_text": presentation.as_of,
        "gap": presentation.sentence_gap,
        "labels": presentation.labels,
        "blocks": [
            {"template": f"blocks/{block.type}.html"} | _fields(block, presentation) for block in document.blocks
        ],
    }


def _spoken(language: str) -> SafeString:
    """The attributes that say so where a part is in another language than what is around it."""
    return format_html(' lang="{}" dir="{}"', language, direction(language)) if language else SafeString("")


def _fields(node: BaseModel, presentation: Presentation) -> dict[str, object]:
    """The fields of a node for a template, with its citations numbered and its codes put into words."""
    drawn: dict[str, object] = {
        name: _value(getattr(node, name), presentation) for name in type(node).model_fields
    } | _worded(node, presentation)
    if isinstance(node, Cited):
        drawn["citations"] = presentation.citations(node.cites)
    if isinstance(node, (RenderingEvidence, FurtherReadingEntry)):
        drawn["citations"] = presentation.citations((node.source,))
    if isinstance(node, (Reference, FurtherReadingEntry)):
        drawn["entry"] = presentation.entry(node.source)
    if isinstance(node, Callout):
        drawn["label"], lines = presentation.callout(node)
        drawn["lines"] = _value(lines, presentation)
    if isinstance(node, Table):
        drawn["columns"] = [
            {"text": text, "share": share} for text, share in zip(node.columns, shares(node), strict=True)
        ]
    return drawn


def _value(value: object, presentation: Presentation) -> object:
    if isinstance(value, BaseModel):
        return _fields(value, presentation)
    if isinstance(value, tuple):
        return [_value(item, presentation) for item in value]
    return value


def _worded(node: BaseModel, presentation: Presentation) -> dict[str, object]:
    labels = presentation.labels
    codes: dict[str, Mapping[str, str]] = {
        "grade": labels.grades,
        "status": labels.statuses,
        "source_language": labels.languages,
        "target_language": labels.languages,
    }
    named = {name: getattr(node, name) for name in codes if name in type(node).model_fields}
    return {f"{name}_label": codes[name].get(code, code) for name, code in named.items()}
