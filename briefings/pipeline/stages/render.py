"""Render: the files. A format that cannot be made is a fault; the preview and the other formats stay."""

from collections.abc import Sequence

from briefings.domain.document import Document
from briefings.domain.draft import Draft
from briefings.domain.errors import PressFailed
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault
from briefings.domain.trace import Call
from briefings.pipeline.production import Production
from briefings.pipeline.stage import Stage


def deliver(run: Production, draft: Draft) -> Draft:
    """The draft with its files made, and with the faults of that: they came too late for the document to tell them."""
    _make_files(run, draft.document, draft.sources)
    return draft.model_copy(update={"faults": tuple(dict.fromkeys((*draft.faults, *run.faults)))})


def _make_files(run: Production, document: Document, sources: Sequence[Source]) -> None:
    """Makes every file. What a format could not show is a fault too."""
    with run.stage("render") as stage:
        formats = run.tools.press.formats
        for done, file_format in enumerate(formats):
            run.progress("Making the files", done, len(formats))
            try:
                remarks = _make(run, stage, file_format, document, sources)
            except PressFailed as error:
                run.fault(error.fault)
            else:
                for remark in remarks:
                    run.fault(Fault(stage="render", cause="incomplete", detail=f"{file_format}: {remark}"))
        run.progress("", len(formats), len(formats))


def _make(
    run: Production, stage: Stage, file_format: str, document: Document, sources: Sequence[Source]
) -> tuple[str, ...]:
    return stage.step(
        file_format,
        agent="press",
        given=document.model_dump(mode="json"),
        returns=tuple[str, ...],
        work=lambda: run.tools.press.make(file_format, document, sources, alive=stage.alive()),
        call=Call.RENDER,
    )
