"""Write: all sections at once, published in document order, ids only."""

from collections.abc import Callable, Sequence

from briefings.domain.document import Heading, WrittenBlock
from briefings.domain.errors import ExternalError
from briefings.domain.evidence import Source
from briefings.domain.plan import Outline, Section
from briefings.pipeline.chunks import Publisher
from briefings.pipeline.citations import Cleaned, clean
from briefings.pipeline.production import Production
from briefings.pipeline.stage import Stage


def compose(run: Production, outline: Outline, sources: Sequence[Source]) -> tuple[Cleaned, ...]:
    """The sections in document order, cleaned of what a writer may not say before anybody sees them."""
    with run.stage("write") as stage:
        total = len(outline.sections)
        run.progress("Writing", 0, total)
        publisher = Publisher(run.relay, run.limits.chunk_characters)

        def publish(place: int, section: Cleaned) -> None:
            publisher.add(place, section.blocks)
            run.progress("Writing", publisher.sections, total)

        works = [_writer(run, stage, outline, section, sources) for section in outline.sections]
        written = run.fan_out(works, finished=publish)
        for result in written:
            if isinstance(result, ExternalError):
                raise result
        return tuple(section for section in written if isinstance(section, Cleaned))


def _writer(
    run: Production, stage: Stage, outline: Outline, section: Section, sources: Sequence[Source]
) -> Callable[[], Cleaned]:
    model = run.model(stage, section.key, "writer")
    known = {source.id for source in sources}

    def work() -> Cleaned:
        blocks = stage.step(
            f"{section.key}.section",
            agent="writer",
            given={
                "brief": run.brief.model_dump(mode="json"),
                "outline": outline.model_dump(mode="json"),
                "section": section.key,
                "sources": [(source.id, source.page.sha256) for source in sources],
                "cast": run.cast.name,
            },
            returns=list[WrittenBlock],
            work=lambda: list(run.cast.writer.write(run.brief, outline, section, sources, model)),
        )
        return clean([Heading(level=1, text=section.heading), *blocks], known)

    return work
