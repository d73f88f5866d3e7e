"""The title of a text that does not name one."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from statistics import median_low
from types import MappingProxyType

from briefings.pipeline.retrieval.layout import Block, Role
from briefings.pipeline.retrieval.tokens import CJK, terms
from briefings.pipeline.retrieval.vocabulary import is_framing

LONGEST_TITLE = 120
_PROSE_WORDS = 7
_FILES_SHARING = 3
_ENTRIES = 3
_NOTHING_SHARED: Mapping[str, int] = MappingProxyType({})
_PROSE_END = re.compile(r"[^\W\d_][\"'”’)]*[.:!?。：！？]$")
_ENDED = re.compile(r"[.:;,!。：；，！]$")
_CHINESE_PROSE = re.compile(rf"[{CJK}].{{24,}}。$")
_MANUAL_NAME = re.compile(r"^(?P<name>[\w.+-]+\(\d\w*\))(?:\s|(?=.*(?P=name)$))")
_DESCRIBED_NAME = re.compile(r"^(?:NAME\s+)?(?P<title>[\w.+, -]{2,60} [-–—] \S.{3,80}?)(?:\s+SYNOPSIS.*)?$", re.DOTALL)
_FURNITURE = re.compile(
    r"^(?:name|synopsis|description|overview|introduction|abstract|summary|contents|table of contents|notes?|notice|"
    r"warning|home|menu|next|up|back|index|navigation|log ?in|sign in|share|options?|date|version|authors?|usage|"
    r"docs|documentation|manual|guide|handbook|reference|internals|logo|this page|"
    r"(?:search|prev|previous|source code|skip to|download|available languages|product site|documentation site|"
    r"next (?:topic|chapter|page)|index search|view page|report a bug|copyright|©)\b.*|"
    r"[^—–|]*\d(?:\.\d+)+ documentation|.*_{3,}.*|.*(?:\d\.\d+\.|第 ?\d+ ?章) .*(?:\d\.\d+\.|第 ?\d+ ?章) .*|"
    r"by\s+[A-Z](?-i:\w+ [A-Z]).*|(?:上一页|下一页|目录|版权).*|摘要|简介|概述|提示|注意|手册|参考手册|用户手册)$"
    r"|^[\W\d_]+$|[{}|\[\]»›]|\(BUTTON\)|\s[<>]\s|^v?\d+(?:\.\d+)+\S*$",
    re.IGNORECASE,
)
_LONE_WORD = re.compile(r"^\W*\w+\W*$")
_LONE_CHINESE = re.compile(rf"^[{CJK}]{{4,}}$")
_TITLE_NUMBER = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,3})*\.?\s+|(?:Chapter|Section)\s+\d+\.?\s+|第\s*\S{1,3}\s*[章节節]\s*)"
)
_KINDS_OF_FILE = frozenset("html htm txt text md doc docs pdf man page pages index en us".split())
_SHORTEST_REPEATED = 6
_FUSION = re.compile(rf"[a-z{CJK}](?:\d+\.\d|[A-Z][a-z])")


def guess_title(blocks: Sequence[Block], shared: Mapping[str, int] = _NOTHING_SHARED) -> str:
    """The likeliest title of the text made of `blocks`, cut at a word; empty when nothing looks like one.

    A manual page's own name; what a dump of a page repeats before its first sentence; the first heading of those that
    stand together right above the first prose, since navigation comes before them; else the first line above it.
    `shared` is what `shared_lines` found in the collection that the text belongs to.
    """
    own = _own(blocks, shared)
    above = list(takewhile(_is_no_prose, own))
    manual = [name for block in own[:4] for name in _manual_names(block.text)]
    fused = [name for block in own[:2] for name in _fused_names(block.text)]
    headings = _last_headings(above, own[len(above) :])
    lines = [block.text for block in above if _may_name(block)]
    return _cut(next(iter([*manual, *fused, *headings, *lines]), ""))


def title_of_file(stem: str) -> str:
    """The name of a file, without its suffix, as a title: its words, but for those that only tell what kind of file it
    is; the name itself where no others are left."""
    parts = [part for part in re.split(r"[-_.\s]+", stem) if part and part.lower() not in _KINDS_OF_FILE]
    title = " ".join(parts)
    return title[:1].upper() + title[1:] if title else stem


def shared_lines(texts: Iterable[Sequence[Block]]) -> dict[str, int]:
    """The blocks that stand in three of `texts` or more, as sidebars and site names do, and how often each stands in
    one text. A text's own title stands in it once more than in the others, whose sidebars name it."""
    counts: dict[str, list[int]] = defaultdict(list)
    for blocks in texts:
        for line, times in Counter(block.text for block in blocks).items():
            counts[line].append(times)
    return {line: median_low(times) for line, times in counts.items() if len(times) >= _FILES_SHARING}


def _own(blocks: Sequence[Block], shared: Mapping[str, int]) -> list[Block]:
    times = Counter(block.text for block in blocks)
    return [block for block in blocks if times[block.text] > shared.get(block.text, 0)]


def _last_headings(above: Sequence[Block], prose: Sequence[Block]) -> list[str]:
    """The headings of the last group that names something, those first that the prose after them speaks of. A table of
    contents names what is below it."""
    body = frozenset(terms(" ".join(block.text for block in prose)))
    below = {block.text for block in prose if block.role is Role.HEADING}
    groups = groupby(above, key=lambda block: block.role is Role.ITEM)
    named = [[block.text for block in group if _is_name(block)] for is_item, group in groups if not is_item]
    named = [_without_contents(group, below) for group in named]
    last = next((group for group in reversed(named) if group), [])
    return sorted(last, key=lambda title: not _is_spoken_of(title, body))


def _without_contents(group: Sequence[str], below: Collection[str]) -> list[str]:
    """`group` without the entries of a table of contents, if it holds one."""
    others = [title for title in group if title not in below]
    return others if len(group) - len(others) >= _ENTRIES else list(group)


def _is_name(block: Block) -> bool:
    return block.role is Role.HEADING and not _is_furniture(block)


def _is_spoken_of(title: str, body: Collection[str]) -> bool:
    content = [term for term in terms(title) if not is_framing(term)]
    return 2 * sum(term in body for term in content) >= max(len(content), 1)


def _manual_names(text: str) -> list[str]:
    described = _DESCRIBED_NAME.match(text) if text.startswith("NAME") else None
    header = _MANUAL_NAME.match(text)
    return [described["title"]] if described else [header["name"]] if header else []


def _fused_names(text: str) -> Iterator[str]:
    """The longest beginning of a line that runs into other pieces of its page and that stands there again."""
    if not _FUSION.search(text[: 2 * LONGEST_TITLE]):
        return
    for end in range(min(LONGEST_TITLE, len(text) // 2), _SHORTEST_REPEATED - 1, -1):
        if text[:end] in text[end : 4 * LONGEST_TITLE]:
            yield _TITLE_NUMBER.sub("", text[:end]).strip()
            return


def _is_no_prose(block: Block) -> bool:
    long = (
        len(block.text.split()) > _PROSE_WORDS or len(block.text) > LONGEST_TITLE or _CHINESE_PROSE.search(block.text)
    )
    return block.role is not Role.PARAGRAPH or not long or not _PROSE_END.search(block.text)


def _may_name(block: Block) -> bool:
    lone = _LONE_WORD.match(block.text) and not _LONE_CHINESE.match(block.text)
    return not (block.role is Role.VERBATIM or _is_furniture(block) or lone or _ENDED.search(block.text))


def _is_furniture(block: Block) -> bool:
    return bool(_FURNITURE.search(block.text[: 2 * LONGEST_TITLE]))


def _cut(title: str) -> str:
    title = " ".join(title.split())
    if len(title) <= LONGEST_TITLE:
        return title
    return title[:LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:-–—") + " …"
