"""The blocks as a writing model is told about them: one compact schema, and a line with an example for each type.

Only keywords of JSON schema that every provider takes are used: no unions, no references, no constants.
"""

import json
from dataclasses import dataclass
from typing import Any

from briefings.domain.brief import Kind
from briefings.pipeline.ports import Tool

Schema = dict[str, Any]


@dataclass(frozen=True)
class Shape:
    """One block type: when to use it, its fields beside `type`, which of them it can do without, and an example."""

    use: str
    fields: dict[str, Schema]
    example: dict[str, Any]
    optional: frozenset[str] = frozenset()
    only_for: Kind | None = None


def _object(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required}


def _array(items: Schema, description: str = "") -> Schema:
    return {"type": "array", "items": items} | ({"description": description} if description else {})


_TEXT: Schema = {"type": "string"}
_CITES = _array({"type": "integer"}, "ids of the sources that say it")
_SENTENCE = _object(["text", "cites"], text=_TEXT, cites=_CITES)
_SENTENCES = _array(_SENTENCE)
_ITEM = _object(
    ["cites"],
    text=_TEXT,
    label=_TEXT,
    value=_TEXT,
    cites=_CITES,
    items=_array(_SENTENCE, "sub-points of an item of a list, where it has any"),
)
_ITEMS = _array(_ITEM, "of a list: text, cites and perhaps items; of key_facts: label, value and cites")
_TERM = _object(
    ["term", "definition", "cites", "renderings"],
    term=_TEXT,
    acronym=_TEXT,
    domain=_TEXT,
    definition=_TEXT,
    cites=_CITES,
    renderings=_array(_object(["text"], text=_TEXT, reading=_TEXT, region=_TEXT, register=_TEXT, acronym=_TEXT)),
)

SHAPES: dict[str, Shape] = {
    "paragraph": Shape(
        "running text, the normal case",
        {"sentences": _SENTENCES},
        {"sentences": [{"text": "…", "cites": [2]}, {"text": "…", "cites": [1, 2]}]},
    ),
    "list": Shape(
        "parallel points, with sub-points in `items` of their own where needed; ordered for steps or ranks",
        {"ordered": {"type": "boolean"}, "items": _ITEMS},
        {
            "ordered": False,
            "items": [{"text": "…", "cites": [1]}, {"text": "…", "cites": [3], "items": [{"text": "…", "cites": [3]}]}],
        },
        optional=frozenset({"ordered"}),
    ),
    "table": Shape(
        "the same features of several things side by side; every row has one cell for each column",
        {
            "caption": _TEXT,
            "columns": _array(_TEXT),
            "rows": _array(_array(_SENTENCE), "rows of cells"),
        },
        {
            "caption": "…",
            "columns": ["…", "…"],
            "rows": [[{"text": "…", "cites": []}, {"text": "…", "cites": [2]}]],
        },
        optional=frozenset({"caption"}),
    ),
    "key_facts": Shape(
        "figures, dates or names to take in at a glance",
        {"items": _ITEMS},
        {"items": [{"label": "…", "value": "…", "cites": [1]}]},
    ),
    "timeline": Shape(
        "dated events in order of time",
        {"events": _array(_object(["date", "text", "cites"], date=_TEXT, text=_TEXT, cites=_CITES))},
        {"events": [{"date": "2019-05", "text": "…", "cites": [2]}]},
    ),
    "callout": Shape(
        "one thing to notice: a note, a caution, or an open_question that the sources leave open",
        {"tone": {"type": "string", "enum": ["note", "caution", "open_question"]}, "sentences": _SENTENCES},
        {"tone": "open_question", "sentences": [{"text": "…", "cites": [1, 3]}]},
    ),
    "quote": Shape(
        "a telling statement, copied word for word from the source",
        {"text": _TEXT, "speaker": _TEXT, "cites": _CITES},
        {"text": "…", "speaker": "…", "cites": [1]},
        optional=frozenset({"speaker"}),
    ),
    "heading": Shape("a subheading, only in a section of several parts", {"text": _TEXT}, {"text": "…"}),
    "term_table": Shape(
        "terms with their renderings in the other language",
        {"source_language": _TEXT, "target_language": _TEXT, "terms": _array(_TERM)},
        {
            "source_language": "en",
            "target_language": "zh-Hans",
            "terms": [{"term": "…", "definition": "…", "cites": [1], "renderings": [{"text": "…"}]}],
        },
        only_for=Kind.INTERPRETER,
    ),
    "further_reading": Shape(
        "sources worth reading in full, and why",
        {"entries": _array(_object(["source", "why"], source={"type": "integer"}, why=_TEXT))},
        {"entries": [{"source": 1, "why": "…"}]},
        only_for=Kind.INTERPRETER,
    ),
}


def offered(kind: Kind) -> dict[str, Shape]:
    """The block types that a writer of this kind of briefing is told about."""
    return {name: shape for name, shape in SHAPES.items() if shape.only_for in (None, kind)}


def described(kind: Kind) -> str:
    """One line for each block type."""
    lines = []
    for name, shape in offered(kind).items():
        example = json.dumps({"type": name, **shape.example}, ensure_ascii=False)
        lines.append(f"- {name}: {shape.use}. {example}")
    return "\n".join(lines)


def tool(kind: Kind) -> Tool:
    """The tool with which a section is handed in."""
    shapes = offered(kind)
    needs = "; ".join(f"{name}: {_fields(shape)}" for name, shape in shapes.items())
    properties: dict[str, Schema] = {
        "type": {"type": "string", "enum": list(shapes), "description": f"fields of each type: {needs}"}
    }
    for shape in shapes.values():
        properties.update(shape.fields)
    block = {"type": "object", "properties": properties, "required": ["type"]}
    return Tool(
        name="write_section",
        description="Hand in the section. Each block has a type and, of the other fields, those of its type.",
        parameters=_object(["blocks"], blocks={**_array(block), "minItems": 1}),
    )


def _fields(shape: Shape) -> str:
    return ", ".join(f"{field} (optional)" if field in shape.optional else field for field in shape.fields)
