"""The layout of a plain text: its headings, paragraphs and list items, told apart from code, tables and rules.

Texts come as pages of the contract of `domain.evidence.Page`, as Markdown, and as dumps of web pages and manuals:
wrapped at some width, indented, with headings that nothing marks but their shape.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest

from briefings.pipeline.retrieval.tokens import CJK
from briefings.pipeline.retrieval.wrapping import continues, join, wrap_width

CHAPTER = 2
_DEEPEST = 6
_UNTOLD = 0
"""The depth of a heading that has neither a number nor a mark."""


class Role(StrEnum):
    """What a block is in its text."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    VERBATIM = "verbatim"


@dataclass(frozen=True)
class Block:
    """A piece of a text. `text` is one line without its marker; a verbatim block (code, a table) keeps its lines.
    `depth` is that of a heading: that of a chapter, or more for what stands within it."""

    role: Role
    text: str
    depth: int = CHAPTER


_FENCE = re.compile(r"^\s*(```|~~~)")
_HASHES = re.compile(r"^\s{0,3}(?:#{2,6}\s+(?P<deep>.+?)|#\s+(?P<top>[^a-z\W].*?))\s*#*$")
_STARS = re.compile(r"^\s*\*{3,6}\s+(?P<text>\S.*?)\s+\*{3,6}$")
_RULE = re.compile(r"^\s*(\S)(?:\s?\1){3,}\s*$")
_SYMBOL_BULLET = re.compile(r"^\s*(?:[-*+•·◦○▪►»→➜⇒]|\s{6}[@#§]|o(?=\s\S))\s+(?P<text>\S.*)$")
_NUMBER_BULLET = re.compile(r"^\s*\(?(?:\d{1,2}|[a-z])[.)]\s+(?P<text>\S.*)$")
_TITLE_NUMBER = re.compile(
    r"^(?:(?:Chapter|Section|Part|Appendix)\s+)?(?:\d{1,2}|[A-Z](?=[.:]))(?:\.\d{1,3})*[.:]?\s+(?:[-–—]\s+)?(?=\S)|^第\s*\S{1,3}\s*[章节節]\s*"
)
_DEEP_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,3})+\.?\s")
_TABLE = re.compile(r"^\s*[|+│┌├└║].*[|+│┐┤┘║]\s*$|\S\s*[|│]\s*\S.*[|│]|\S {4,}\S.* {4,}\S")
_CODE = re.compile(
    r"^\s*(?:[$#%]\s|>>>|\.\.\.\s|//|/\*|[{}]|</?\w|--?\w[\w-]*(?:[,=\s\[]|$))|[{}\\]\s*$|"
    # The fields and buttons of a form.
    r"^\s*(?:\[[^\]]*\]\s*){2,}$"
)
_OPTION = re.compile(r"^\s*--?\w[^\n]*$")
_PROSE_END = re.compile(r"[.!?:;,。！？：；，…][\"'”’»)\]）」』]*$")
_TITLE_START = re.compile(rf"^[\"'“‘«(]?[A-Z0-9À-ÞА-Я{CJK}]")
_NOT_TITLE = re.compile(r"[=<>{}|\\$@;_…→]|https?:|\.\w+/|(?:^|\s)--?\w")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ue000-\uf8ff]")
_SPACE = re.compile("[\u00a0\u2000-\u200a\u202f\u3000\t]")
_GENERIC = re.compile(r"(?<=\w)<&?\w+(?:<&?\w+>)?>")
_BROKEN_OFF = re.compile(
    r"['’]s$|\s(?:an?|the|is|are|was|were|be|been|has|have|can|will|and|or|but|of|to|in|on|at|by|for|from|with|that|which|as|if|"
    r"than|its|their|your|this|these)$"
)
# Short lines that stand alone and name no section: the label of a box, a caption, the cell of a table, the header or
# the reply of a protocol, what a program printed.
_NO_SECTION = re.compile(
    r"^(?:Note|Tip|Hint|Warning|Caution|Important|Attention|Danger|Remark|注意|提示|警告|小心|重要|备注|備註)$|"
    r"^(?:Figure|Fig\.?|Listing|Table|Example|图|圖|表|例)\s*\d|^Filename:|"
    r"^(?:\d+|[A-Z]|Yes|No|True|False|None|N/A)$|"
    r"^[A-Z][\w /-]*:\s[a-z\d]\S*$|\b\d[\d.,]*\s?[kKMGT]i?B\b|\S\s{2,}\S|"
    r"^[A-Za-z-]+:\s(?:\d|[a-z/*]\S*[/,;=]\S*(?:,?\s\S+)?$)|^\d{3}-|^[\d.]+$|^<|</\w|\.\.\.|\[[yY]/?[nN]\]|%\w|[\[({]$|(?:^|\s)/\w+/\w|\b[a-z]\w*\.[a-z]+\.[a-z]+\b|^\(BUTTON\)"
)
# What a box is before what it is about: "TIP Closing the lid".
_LABEL = re.compile(
    r"^(?:NOTE|TIP|TOOL|HINT|CULTURE|VOCABULARY|BACK TO BASICS|GOING FURTHER|IN PRACTICE|CAUTION|WARNING|IMPORTANT|"
    r"DOCUMENTATION|COMMUNITY|ALTERNATIVE|EXAMPLE|SIDEBAR|INFO|QUICK LOOK|SECURITY|SPECIFIC CASE)[:.]?\s+(?=\S)"
)
_QUESTION = re.compile(r"^(?:What|How|Why|When|Where|Which|Who|Can|Does|Do|Is|Are|Should|Will)\s.*\?$")
_LONGEST_TITLE = 90
_MOST_TITLE_WORDS = 12
_OTHER_BLOCK_INDENT = 4
_ENTRY_INDENT = 2
_CENTRED = 6
"""The columns from which on what stands over a rule is the head of a table, and no heading."""
_LONGEST_TERM = 60
_MOST_TERM_WORDS = 6
TERM_MARK = "—"
"""What stands between a term and what is said of it."""


def parse(text: str) -> tuple[Block, ...]:
    """The blocks of `text` in order; no block is empty."""
    lines = [_SPACE.sub(" ", _INVISIBLE.sub("", line)).rstrip() for line in text.splitlines()]
    wrap = wrap_width(line for line in lines if not _TABLE.search(line))
    placed = [found for group in _groups(lines) for found in _Group(wrap).read(group) if found[1].text]
    return tuple(_with_depths(_with_terms(placed)))


def plain(blocks: Sequence[Block]) -> str:
    """`blocks` as the text of a page: paragraphs apart, headings after `## ` or more, items after `- `."""
    text = ""
    before: Role | None = None
    for block in blocks:
        if before is not None:
            text += "\n" if before is block.role is Role.ITEM else "\n\n"
        text += {Role.HEADING: f"{'#' * block.depth} ", Role.ITEM: "- "}.get(block.role, "") + block.text
        before = block.role
    return text


def _with_terms(placed: Sequence[tuple[int, Block]]) -> Iterator[Block]:
    """The blocks, of which each paragraph that stands deeper than a term above it is an item with that term: what is
    said of an option or a setting means nothing without its name."""
    term, at = "", 0
    for indent, block in placed:
        if term and indent >= at + _ENTRY_INDENT and block.role is not Role.HEADING:
            is_prose = block.role is Role.PARAGRAPH
            yield Block(Role.ITEM, f"{term} {TERM_MARK} {block.text}") if is_prose else block
            continue
        term, at = (block.text.strip(), indent) if _is_term(block) else ("", 0)
        yield block


def _with_depths(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, of which a heading that does not say how deep it stands is within the last that does: where chapters
    are numbered, "RAID5" is none."""
    known = 0
    for block in blocks:
        if block.role is Role.HEADING and block.depth == _UNTOLD:
            yield replace(block, depth=min(known + 1, _DEEPEST) if known else CHAPTER)
            continue
        known = block.depth if block.role is Role.HEADING else known
        yield block


def _is_term(block: Block) -> bool:
    short = len(block.text) <= _LONGEST_TERM and len(block.text.split()) <= _MOST_TERM_WORDS
    is_named = block.role is Role.PARAGRAPH or (block.role is Role.VERBATIM and _OPTION.match(block.text))
    return bool(is_named) and short and not _PROSE_END.search(block.text)


def _groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """Runs of lines without an empty one among them; a fenced block is a run of its own, fences included."""
    group: list[str] = []
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if mark and not fence:
            yield group
            group, fence = [line], mark.group(1)
        elif mark and mark.group(1) == fence:
            yield [*group, line]
            group, fence = [], ""
        elif line.strip() or fence:
            group.append(line)
        else:
            yield group
            group = []
    yield group


class _Group:
    """Reads one run of lines into blocks. What is open is what the next line may still belong to."""

    def __init__(self, wrap: int | None) -> None:
        self._wrap = wrap
        self._blocks: list[tuple[int, Block]] = []
        self._open: list[str] = []
        self._role = Role.PARAGRAPH
        self._depth = _UNTOLD

    def read(self, lines: Sequence[str]) -> list[tuple[int, Block]]:
        """The blocks, each with the columns by which it is indented."""
        if lines and _FENCE.match(lines[0]):
            return [(0, Block(Role.VERBATIM, "\n".join(lines)))]
        for line, following in zip_longest(lines, lines[1:], fillvalue=""):
            self._take(line, following)
        self._close()
        return self._blocks

    def _take(self, line: str, following: str) -> None:
        if title := _hash_title(line):
            self._start(Role.HEADING, title)
            self._depth = _hashes(line)
        elif _RULE.match(line):
            self._close()
        elif _RULE.match(following) and _indent(line) >= _CENTRED:
            self._verbatim(line)
        elif _RULE.match(following) and len(line.strip()) <= _LONGEST_TITLE and not _SYMBOL_BULLET.match(line):
            self._start(Role.HEADING, line.strip())
        elif _TABLE.search(line) or _CODE.search(line):
            self._verbatim(line)
        elif item := self._item(line):
            self._start(Role.ITEM, item)
        elif self._goes_on(line):
            self._open.append(line)
        else:
            self._start(Role.PARAGRAPH, line)

    def _item(self, line: str) -> str:
        if bullet := _SYMBOL_BULLET.match(line):
            return bullet["text"]
        number = _NUMBER_BULLET.match(line)
        if not number:
            return ""
        if self._open and self._role is Role.ITEM:
            return number["text"]
        # A wrapped line may begin with the number of a chapter or year that its sentence speaks of.
        begins = not self._open or _PROSE_END.search(self._open[-1])
        return number["text"] if begins and not _is_title(line.strip()) else ""

    def _goes_on(self, line: str) -> bool:
        if not self._open or self._role in (Role.HEADING, Role.VERBATIM):
            return False
        last = self._open[-1]
        deeper = _indent(line) - _indent(last) >= _OTHER_BLOCK_INDENT
        if deeper and self._role is Role.PARAGRAPH:
            return False
        return continues(last, line, self._wrap)

    def _start(self, role: Role, text: str) -> None:
        self._close()
        self._role, self._open = role, [text]

    def _verbatim(self, line: str) -> None:
        if self._role is not Role.VERBATIM:
            self._close()
        self._role = Role.VERBATIM
        self._open.append(line)

    def _close(self) -> None:
        if self._open:
            self._blocks.append((_indent(self._open[0]), _block(self._role, self._open, self._depth)))
        self._open, self._role, self._depth = [], Role.PARAGRAPH, _UNTOLD


def _block(role: Role, lines: Sequence[str], depth: int) -> Block:
    if role is Role.VERBATIM:
        return Block(role, "\n".join(lines))
    text = join(lines)
    titled = role is Role.HEADING or (role is Role.PARAGRAPH and len(lines) == 1 and _is_title(text))
    if titled and _NO_SECTION.search(text.strip(" ¶#")):
        return Block(Role.VERBATIM, text)
    if titled:
        return Block(
            Role.HEADING, _LABEL.sub("", _TITLE_NUMBER.sub("", text)).strip(" ¶#"), max(depth, _numbered_depth(text))
        )
    return Block(role, text)


def _numbered_depth(title: str) -> int:
    """How deep a title stands by its number: "4" is a chapter, "4.2" within it."""
    if number := _DEEP_NUMBER.match(title):
        return min(CHAPTER + number.group().strip(". ").count("."), _DEEPEST)
    return CHAPTER if _TITLE_NUMBER.match(title) else _UNTOLD


def _hashes(line: str) -> int:
    return min(max(len(line.strip()) - len(line.strip().lstrip("#")), CHAPTER), _DEEPEST)


def _hash_title(line: str) -> str:
    if stars := _STARS.match(line):
        return stars["text"]
    match = _HASHES.match(line)
    return (match["deep"] or match["top"]) if match else ""


def _is_title(text: str) -> bool:
    bare = _TITLE_NUMBER.sub("", text).strip(" ¶#")
    if not bare or len(text) > _LONGEST_TITLE or len(text.split()) > _MOST_TITLE_WORDS:
        return False
    numbered = _DEEP_NUMBER.match(text)
    started = numbered or _TITLE_START.match(bare)
    ended = (_PROSE_END.search(bare) and not _QUESTION.match(bare)) or _BROKEN_OFF.search(bare)
    return bool(started) and not ended and not _NOT_TITLE.search(_GENERIC.sub("", bare))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
