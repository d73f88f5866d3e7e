"""Write: all sections at once, published in document order, ids only."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from briefings.domain.document import Heading, WrittenBlock
from briefings.domain.errors import BudgetExhausted, ExternalError, RunFailed
from briefings.domain.evidence import Source
from briefings.domain.outcome import Fault
from briefings.domain.plan import Outline, Section
from briefings.pipeline.chunks import Publisher
from briefings.pipeline.citations import Cleaned, clean
from briefings.pipeline.hygiene import tidy
from briefings.pipeline.production import Production
from briefings.pipeline.stage import Stage

Written = Cleaned | BudgetExhausted
"""A section, or why the budget did not reach for it."""


@dataclass(frozen=True)
class Version:
    """One version of the document: its number, from 1, and why the save gate refused the one before."""

    number: int = 1
    refused: tuple[Fault, ...] = ()

    @property
    def refusal(self) -> str:
        """The reasons in words; empty for the first version."""
        return " ".join(fault.sentence for fault in self.refused)

    @property
    def work(self) -> str:
        return "Revising" if self.refused else "Writing"

    def branch(self, section: Section) -> str:
        """Where the calls for this section are journaled: those of a later version are other steps."""
        return section.key if self.number == 1 else f"{section.key}.v{self.number}"


def compose(run: Production, outline: Outline, sources: Sequence[Source], version: Version) -> tuple[Cleaned, ...]:
    """The sections in document order, cleaned of what a writer may not say before anybody sees them.

    Sections that the budget does not reach for are left out and named. Raises RunFailed when these are all.
    """
    with run.stage("write") as stage:
        total = len(outline.sections)
        if version.refused:
            run.remark("revised", version=version.number)
        run.progress(version.work, 0, total)
        run.relay.post(lambda journal: journal.restart())
        publisher = Publisher(run.relay, run.limits.chunk_characters)

        def publish(place: int, section: Written) -> None:
            publisher.add(place, section.blocks if isinstance(section, Cleaned) else ())
            run.progress(version.work, publisher.sections, total)

        works = [_writer(run, stage, outline, section, sources, version) for section in outline.sections]
        written = run.fan_out(works, finished=publish)
        return _kept(run, outline, written, version)


def _writer(
    run: Production, stage: Stage, outline: Outline, section: Section, sources: Sequence[Source], version: Version
) -> Callable[[], Written]:
    branch = version.branch(section)
    model = run.model(stage, branch, "writer")
    known = {source.id for source in sources}

    def write() -> list[WrittenBlock]:
        return list(run.cast.writer.write(run.brief, outline, section, sources, model, version.refusal))

    def work() -> Written:
        try:
            blocks = stage.step(
                f"{branch}.section",
                agent="writer",
                given={
                    "brief": run.brief.model_dump(mode="json"),
                    "outline": outline.model_dump(mode="json"),
                    "section": section.key,
                    "sources": [(source.id, source.page.sha256) for source in sources],
                    "cast": run.cast.name,
                    "refusal": version.refusal,
                },
                returns=list[WrittenBlock],
                work=write,
            )
        except BudgetExhausted as reached:
            return reached
        return clean([Heading(level=1, text=section.heading), *blocks], known)

    return work


def _kept(
    run: Production, outline: Outline, written: Sequence[Written | ExternalError], version: Version
) -> tuple[Cleaned, ...]:
    """The sections that there are. What ended one ends the run, unless it was the budget and others were written."""
    kept: list[Cleaned] = []
    left_out: list[str] = []
    reached: BudgetExhausted | None = None
    for section, result in zip(outline.sections, written, strict=True):
        if isinstance(result, Cleaned):
            kept.append(result)
        elif isinstance(result, BudgetExhausted):
            left_out.append(tidy(section.heading).text)
            reached = result
        else:
            raise result
    if reached and not kept:
        raise _nothing_written(reached.fault, version)
    if reached:
        run.stop_at_cap(reached, "budget_sections", headings="; ".join(left_out))
    return tuple(kept)


def _nothing_written(reached: Fault, version: Version) -> RunFailed:
    if version.refused:
        before = f"The document was not accepted. {version.refusal} It could not be revised."
        return RunFailed(f"{before} {reached.sentence}", *version.refused, reached)
    return RunFailed(f"Nothing could be written. {reached.sentence}", reached)
