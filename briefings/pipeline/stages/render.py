"""Render: the files. A format that cannot be made is a fault; the preview and the other formats stay."""

from collections.abc import Sequence

from briefings.domain.document import Document
from briefings.domain.errors import ExternalError
from briefings.domain.evidence import Source
from briefings.domain.trace import Call
from briefings.pipeline.production import Production


def make_files(run: Production, document: Document, sources: Sequence[Source]) -> None:
    with run.stage("render") as stage:
        formats = run.tools.press.formats
        for done, file_format in enumerate(formats):
            run.progress("Making the files", done, len(formats))
            try:
                remarks = stage.step(
                    file_format,
                    agent="press",
                    given=document.model_dump(mode="json"),
                    returns=tuple[str, ...],
                    call=Call.RENDER,
                    work=lambda file_format=file_format: run.tools.press.make(file_format, document, sources),  # type: ignore[misc]
                )
            except ExternalError as error:
                run.fault(error.fault)
            else:
                for remark in remarks:
                    run.note(remark)
