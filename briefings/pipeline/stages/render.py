"""Render: the files. A format that cannot be made is a fault; the preview and the other formats stay."""

from collections.abc import Callable, Sequence

from briefings.domain.document import Document
from briefings.domain.draft import Draft
from briefings.domain.errors import ExternalError
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault
from briefings.domain.trace import Call
from briefings.pipeline.production import Production
from briefings.pipeline.stage import Stage


def deliver(run: Production, draft: Draft) -> Draft:
    """The draft with its files made, and with the faults of that: they came too late for the document to tell them."""
    _make_files(run, draft.document, draft.sources)
    run.relay.flush()
    return draft.model_copy(update={"faults": tuple(dict.fromkeys((*draft.faults, *run.faults)))})


def _make_files(run: Production, document: Document, sources: Sequence[Source]) -> None:
    """Makes every file, all at once. What a format could not show is a fault too."""
    with run.stage("render") as stage:
        formats = run.tools.press.formats
        made: list[int] = []

        def count(place: int, remarks: tuple[str, ...]) -> None:
            made.append(place)
            run.progress("Making the files", len(made), len(formats))

        run.progress("Making the files", 0, len(formats))
        works = [_maker(run, stage, file_format, document, sources) for file_format in formats]
        outcomes = run.fan_out(works, finished=count)
        for file_format, outcome in zip(formats, outcomes, strict=True):
            _tell(run, file_format, outcome)
        run.progress("", len(formats), len(formats))


def _maker(
    run: Production, stage: Stage, file_format: str, document: Document, sources: Sequence[Source]
) -> Callable[[], tuple[str, ...]]:
    press = run.tools.press

    def make() -> tuple[str, ...]:
        drawn = press.draw(file_format, document, sources, alive=stage.alive())
        run.relay.confirm(lambda _: press.keep(file_format, drawn.content))
        return drawn.remarks

    return lambda: stage.step(
        file_format,
        agent="press",
        given=document.model_dump(mode="json"),
        returns=tuple[str, ...],
        work=make,
        call=Call.RENDER,
    )


def _tell(run: Production, file_format: str, outcome: tuple[str, ...] | ExternalError) -> None:
    if isinstance(outcome, ExternalError):
        run.fault(outcome.fault)
        return
    for remark in outcome:
        run.fault(Fault(stage="render", cause="incomplete", detail=f"{file_format}: {remark}"))
