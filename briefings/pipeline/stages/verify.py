"""Verify: what is checked without trusting a model."""

from collections.abc import Sequence

from briefings.domain.document import Block, Heading, WrittenBlock, citations, texts
from briefings.domain.evidence import Source
from briefings.domain.outcome import Reason
from briefings.domain.plan import Outline
from briefings.pipeline.citations import Cleaned, Removed, cited_share
from briefings.pipeline.production import Production


def check(
    run: Production, outline: Outline, sections: Sequence[Cleaned], sources: Sequence[Source]
) -> tuple[WrittenBlock, ...]:
    """The blocks that stand, in order: no empty section, and every removal told to the reader."""
    with run.stage("verify"):
        run.progress("Checking the document")
        removed = sum((section.removed for section in sections), Removed())
        _tell(run, removed)
        standing = [section.blocks for section in sections if _says_something(section.blocks)]
        if len(standing) < len(sections):
            run.remark("sections_empty", empty=len(sections) - len(standing), total=len(sections))
        blocks = tuple(block for section in standing for block in section)
        _measure(run, blocks, sources)
        return blocks


def _measure(run: Production, blocks: Sequence[WrittenBlock], sources: Sequence[Source]) -> None:
    """How far the document is cited. Extracted sentences all are, by construction."""
    if not sources:
        return
    if not any(True for block in blocks for _ in citations(block)):
        run.degrade(Reason.UNCITED)
    share = cited_share(blocks)
    if share.cited < share.statements:
        run.remark("cited_share", cited=share.cited, statements=share.statements)


def _says_something(blocks: Sequence[Block]) -> bool:
    return any(text.strip() for block in blocks if not isinstance(block, Heading) for text in texts(block))


def _tell(run: Production, removed: Removed) -> None:
    if removed.unfetched:
        run.degrade(Reason.CITED_UNFETCHED)
        run.remark("citations_removed", count=removed.unfetched)
    if removed.markup:
        run.remark("markup_removed", count=removed.markup)
    if removed.process_talk:
        run.remark("process_talk", count=removed.process_talk)
