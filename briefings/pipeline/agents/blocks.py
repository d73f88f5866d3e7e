"""Written blocks, read from what models send: strict about what is meant, tolerant about how it is put."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from briefings.domain.document import WrittenBlock, texts
from briefings.pipeline.agents.nesting import is_too_deep

Raw = dict[str, Any]

MOST_BLOCKS = 60
"""In one section."""
LONGEST_TEXT = 2_000
"""Characters of any sentence, item or cell."""
LONGEST_HEADING = 300
LONGEST_SECTION = 40_000
"""Characters of all its texts: several times what the longest section is asked to have."""

_DEEPEST_LIST = 3
_SUBHEADING = 3
_DIGITS = re.compile(r"\d+")
_DIGITS_OF_AN_ID = 9
_TOO_LARGE_FOR_AN_ID = 10**_DIGITS_OF_AN_ID


def decoded(value: Any) -> Any:
    """A value that a model encoded as JSON text inside its JSON arguments."""
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    try:
        inner = json.loads(value, strict=False)
    except (ValueError, RecursionError):
        return value
    return value if is_too_deep(inner) else inner


def source_ids(value: Any) -> list[int]:
    """Source ids, however they are written: 3, "3", "[1, 3]", ["S1"], {"id": 3}."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (int, float)):
        return [int(value)] if abs(value) < _TOO_LARGE_FOR_AN_ID else []
    if isinstance(value, str):
        return [int(digits) for digits in _DIGITS.findall(value) if len(digits) <= _DIGITS_OF_AN_ID]
    if isinstance(value, dict):
        return source_ids(value.get("id", value.get("source")))
    if isinstance(value, list):
        return [id_ for item in value for id_ in source_ids(item)]
    return []


def _normalised(value: Any) -> Any:
    value = decoded(value)
    if isinstance(value, dict):
        value = [value]
    return [block for raw in value for block in _block(raw)] if isinstance(value, list) else value


def _within_bounds(blocks: list[WrittenBlock]) -> list[WrittenBlock]:
    """Raises ValueError for a section that no reader could have asked for."""
    if len(blocks) > MOST_BLOCKS:
        raise ValueError(f"there are {len(blocks)} blocks; at most {MOST_BLOCKS} will do")
    total = 0
    for place, block in enumerate(blocks):
        longest = LONGEST_HEADING if block.type == "heading" else LONGEST_TEXT
        lengths = [len(text) for text in texts(block)]
        if max(lengths, default=0) > longest:
            raise ValueError(f"block {place} has a text of {max(lengths)} characters; at most {longest} will do")
        total += sum(lengths)
    if total > LONGEST_SECTION:
        raise ValueError(f"the section has {total} characters; at most {LONGEST_SECTION} will do")
    return blocks


class WrittenSection(BaseModel):
    """The arguments of `write_section`. Titles, addresses and grades that a model supplies are discarded."""

    blocks: Annotated[list[WrittenBlock], BeforeValidator(_normalised), AfterValidator(_within_bounds)] = Field(
        min_length=1
    )


def _block(raw: Any) -> Iterator[Any]:
    """The block in the form of the document schema: none when it says nothing, as it came when its type is unknown."""
    raw = decoded(raw)
    if isinstance(raw, str):
        raw = {"type": "paragraph", "text": raw}
    if not isinstance(raw, dict) or not isinstance(raw.get("type"), str) or raw["type"] not in _READERS:
        yield raw
        return
    content, block = _READERS[raw["type"]](raw)
    if content:
        yield {"type": raw["type"], **block}


def _text(raw: Any, *names: str) -> str:
    """A text that may be a number, or stand in one of the fields `names` of an object."""
    if isinstance(raw, dict):
        raw = next((raw[name] for name in names if raw.get(name) not in (None, "")), "")
    return "" if raw is None or isinstance(raw, (dict, list)) else str(raw).strip()


def _cites(raw: Any) -> list[int]:
    if not isinstance(raw, dict):
        return []
    return source_ids(next((raw[name] for name in ("cites", "citations", "sources") if name in raw), None))


def _sentence(raw: Any) -> Raw:
    return {"text": _text(raw, "text", "sentence", "content"), "cites": _cites(raw)}


def _sentences(raw: Raw) -> list[Raw]:
    given = decoded(raw.get("sentences"))
    sentences = [_sentence(item) for item in (given if isinstance(given, list) else [given]) if item]
    # The shorthand of a block that is one sentence.
    sentences = sentences or [_sentence(raw)]
    return [sentence for sentence in sentences if sentence["text"]]


def _many(raw: Raw, *names: str) -> list[Any]:
    value = decoded(next((raw[name] for name in names if raw.get(name)), None))
    return value if isinstance(value, list) else []


def _paragraph(raw: Raw) -> tuple[Any, Raw]:
    sentences = _sentences(raw)
    return sentences, {"sentences": sentences}


def _callout(raw: Raw) -> tuple[Any, Raw]:
    sentences = _sentences(raw)
    return sentences, {"tone": raw.get("tone") or "note", "sentences": sentences}


def _heading(raw: Raw) -> tuple[Any, Raw]:
    text = _text(raw, "text")
    return text, {"level": _SUBHEADING, "text": text}


def _list(raw: Raw) -> tuple[Any, Raw]:
    items = list(_items(_many(raw, "items"), 1))
    return items, {"ordered": raw.get("ordered") is True, "items": items}


def _items(raws: list[Any], depth: int) -> Iterator[Raw]:
    for raw in raws:
        item = _sentence(raw)
        below = _many(raw, "items") if isinstance(raw, dict) else []
        if depth < _DEEPEST_LIST:
            yield {**item, "items": list(_items(below, depth + 1))}
        else:
            yield item
            yield from _items(below, depth)


def _table(raw: Raw) -> tuple[Any, Raw]:
    columns = [_text(column, "text", "name") for column in _many(raw, "columns")]
    rows = [_cells(row, columns) for row in _many(raw, "rows")]
    width = max([len(columns), *(len(row) for row in rows)])
    padded = [[*row, *({"text": ""} for _ in range(width - len(row)))] for row in rows]
    columns += [""] * (width - len(columns))
    return padded, {"caption": _text(raw, "caption"), "columns": columns, "rows": padded}


def _cells(row: Any, columns: list[str]) -> list[Raw]:
    row = decoded(row)
    if isinstance(row, dict):
        named = row.get("cells")
        row = named if isinstance(named, list) else [row.get(column) for column in columns]
    return [_sentence(cell) for cell in row] if isinstance(row, list) else [_sentence(row)]


def _quote(raw: Raw) -> tuple[Any, Raw]:
    text = _text(raw, "text")
    return text, {"text": text, "speaker": _text(raw, "speaker"), "cites": _cites(raw)}


def _key_facts(raw: Raw) -> tuple[Any, Raw]:
    facts = [
        {"label": _text(item, "label"), "value": _text(item, "value", "text"), "cites": _cites(item)}
        for item in _many(raw, "items", "facts")
    ]
    facts = [fact for fact in facts if fact["value"]]
    return facts, {"items": facts}


def _timeline(raw: Raw) -> tuple[Any, Raw]:
    events = [
        {"date": _text(event, "date"), "text": _text(event, "text"), "cites": _cites(event)}
        for event in _many(raw, "events", "items")
        if isinstance(event, dict)
    ]
    events = [event for event in events if event["text"]]
    return events, {"events": events}


def _term_table(raw: Raw) -> tuple[Any, Raw]:
    terms = [_term(term) for term in _many(raw, "terms", "rows") if _text(term, "term")]
    languages = {name: _text(raw, name) for name in ("source_language", "target_language")}
    return terms, {**languages, "rows": terms}


def _term(raw: Any) -> Raw:
    texts = {name: _text(raw, name) for name in ("term", "acronym", "domain", "definition")}
    given = _many(raw, "renderings") if isinstance(raw, dict) else []
    renderings = [_rendering(rendering) for rendering in given if _text(rendering, "text")]
    return {**texts, "cites": _cites(raw), "renderings": renderings}


def _rendering(raw: Any) -> Raw:
    """A rendering without grade, status and evidence: code alone gives those."""
    if not isinstance(raw, dict):
        return {"text": _text(raw)}
    return {name: _text(raw, name) for name in ("text", "reading", "region", "register", "acronym")}


def _further_reading(raw: Raw) -> tuple[Any, Raw]:
    entries = [
        {"source": ids[0], "why": _text(entry, "why", "text")}
        for entry in _many(raw, "entries", "items")
        if (ids := source_ids(entry))
    ]
    return entries, {"entries": entries}


_READERS: dict[str, Callable[[Raw], tuple[Any, Raw]]] = {
    "heading": _heading,
    "paragraph": _paragraph,
    "list": _list,
    "table": _table,
    "callout": _callout,
    "quote": _quote,
    "key_facts": _key_facts,
    "timeline": _timeline,
    "term_table": _term_table,
    "further_reading": _further_reading,
}
"""For each block type what makes it worth having, and the block in the form of the document schema."""
