"""Lists of sources that a writer made itself: the pipeline alone lists sources."""

import re
from collections.abc import Iterator, Sequence

from briefings.domain.document import Heading, List, ListItem, Paragraph, Sentence, Table, WrittenBlock
from briefings.pipeline.hanzi import simplified
from briefings.pipeline.hygiene.markers import take_markers
from briefings.pipeline.hygiene.references import take_references
from briefings.pipeline.patterns import any_of

_ALWAYS = re.compile(
    any_of(r"""
    (?:list of |further )?references?(?: list| cited| used)?, (?:sources|works) (?:cited|used|consulted)
    (?:sources?|references?) (?:and|&) (?:references|links|notes|sources), list of sources, bibliography
    endnotes, footnotes, citations, cited literature, literature cited, quellenverzeichnis, literaturverzeichnis
    bibliographie, bibliografía
    références, sources et références, referencias, список литературы, المراجع
    (?:主要)?(?:参考|引用)(?:文献|资料|来源)(?:列表)?, 资料来源, 信息来源, 文献来源
    """),
    re.IGNORECASE,
)
_PERHAPS = re.compile(
    any_of("""
    sources?, (?:web ?)?links, literature, quellen, literatur, fuentes, источники, المصادر, 来源, 文献, 引用, 出处, 链接
    """),
    re.IGNORECASE,
)
"""Titles that a section of the subject may bear too: the sources of a river, the literature of a country."""

_DECORATION = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_SENTENCE_END = (".", "!", "?", "。", "！", "？")


def split_own_sources(blocks: Sequence[WrittenBlock]) -> tuple[list[WrittenBlock], list[WrittenBlock]]:
    """`blocks` in two: those that make up lists of sources of the writer's own, and the rest."""
    own: list[WrittenBlock] = []
    rest: list[WrittenBlock] = []
    start = 0
    while start < len(blocks):
        end = start + 1
        title = _title(blocks[start])
        if title:
            while end < len(blocks) and _continues(blocks[start], blocks[end]):
                end += 1
        (own if _lists_sources(title, blocks[start + 1 : end]) else rest).extend(blocks[start:end])
        start = end
    return own, rest


def _title(block: WrittenBlock) -> str:
    """The bare text of a heading, or of a line that ends in a colon and serves as one; empty for any other block."""
    if isinstance(block, Heading):
        text = block.text
    elif isinstance(block, Paragraph) and _is_caption(block):
        text = block.sentences[0].text
    else:
        return ""
    title = _DECORATION.sub("", simplified(text))
    return title if _ALWAYS.fullmatch(title) or _PERHAPS.fullmatch(title) else ""


def _is_caption(paragraph: Paragraph) -> bool:
    return len(paragraph.sentences) == 1 and paragraph.sentences[0].text.rstrip(" *_").endswith((":", "："))


def _continues(opener: WrittenBlock, block: WrittenBlock) -> bool:
    if isinstance(opener, Heading) and isinstance(block, Heading):
        return block.level > opener.level and not _title(block)
    return isinstance(block, List | Table) or (isinstance(opener, Heading) and isinstance(block, Paragraph))


def _lists_sources(title: str, blocks: Sequence[WrittenBlock]) -> bool:
    if not title or _ALWAYS.fullmatch(title):
        return bool(title)
    lines = [line for block in blocks for line in _lines(block)]
    return 2 * sum(map(_states, lines)) < len(lines) or not lines


def _lines(block: WrittenBlock | ListItem) -> Iterator[Sentence | ListItem]:
    if isinstance(block, Paragraph):
        yield from block.sentences
    elif isinstance(block, Table):
        for row in block.rows:
            yield from row
    elif isinstance(block, List | ListItem):
        for item in block.items:
            yield item
            yield from _lines(item)


def _states(line: Sentence | ListItem) -> bool:
    """Whether a line is a cited sentence about the subject rather than the name of a source."""
    text = line.text.strip()
    refers = bool(take_markers(text)[1] or take_references(text)[1])
    return bool(line.cites) and not refers and text.endswith(_SENTENCE_END)
