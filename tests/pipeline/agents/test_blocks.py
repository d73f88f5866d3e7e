import pytest
from pydantic import ValidationError

from briefings.domain.brief import Kind
from briefings.domain.document import WRITTEN
from briefings.pipeline.agents import block_shapes
from briefings.pipeline.agents.blocks import (
    LONGEST_HEADING,
    LONGEST_SECTION,
    LONGEST_TEXT,
    MOST_BLOCKS,
    WrittenSection,
    source_ids,
)


def read(*blocks):
    return [block.model_dump(mode="json", exclude_defaults=True) for block in section(list(blocks))]


def section(blocks):
    return WrittenSection.model_validate({"blocks": blocks}).blocks


def sentence(text, *cites):
    return {"text": text, "cites": list(cites)} if cites else {"text": text}


@pytest.mark.parametrize(
    ("raw", "block"),
    [
        ({"type": "paragraph", "sentences": [{"text": "A.", "cites": [1]}]}, {"sentences": [sentence("A.", 1)]}),
        ({"type": "paragraph", "sentences": ["A.", "", None, "B."]}, {"sentences": [sentence("A."), sentence("B.")]}),
        ({"type": "paragraph", "text": "A.", "cites": ["2"]}, {"sentences": [sentence("A.", 2)]}),
        ({"type": "paragraph", "sentences": "A.", "url": "https://x"}, {"sentences": [sentence("A.")]}),
        ("A.", {"sentences": [sentence("A.")]}),
        ('{"type": "paragraph", "text": "A."}', {"sentences": [sentence("A.")]}),
        (
            {"type": "callout", "tone": "caution", "sentences": ["A."]},
            {"tone": "caution", "sentences": [sentence("A.")]},
        ),
        ({"type": "callout", "text": "A."}, {"sentences": [sentence("A.")]}),
        ({"type": "heading", "level": 1, "text": "H"}, {"level": 3, "text": "H"}),
        (
            {"type": "list", "ordered": True, "items": ["A", {"text": "B", "cites": [1], "items": ["C"]}]},
            {"ordered": True, "items": [{"text": "A"}, {"text": "B", "cites": [1], "items": [{"text": "C"}]}]},
        ),
        (
            {"type": "quote", "text": "Yes.", "speaker": "Ana", "cites": "[3]"},
            {"text": "Yes.", "speaker": "Ana", "cites": [3]},
        ),
        (
            {"type": "key_facts", "items": [{"label": "Height", "value": 7, "cites": [1]}, {"label": "Empty"}]},
            {"items": [{"label": "Height", "value": "7", "cites": [1]}]},
        ),
        (
            {"type": "timeline", "events": [{"date": 2019, "text": "Opened.", "cites": [1]}]},
            {"events": [{"date": "2019", "text": "Opened.", "cites": [1]}]},
        ),
        (
            {"type": "further_reading", "entries": [{"source": "2", "why": "Good."}, {"why": "Lost."}]},
            {"entries": [{"source": 2, "why": "Good."}]},
        ),
    ],
)
def test_blocks_are_read_however_they_are_put(raw, block):
    (one,) = read(raw)
    assert one == block


def test_a_table_keeps_every_cell():
    (table,) = read(
        {
            "type": "table",
            "columns": ["Port", "Traffic"],
            "rows": [["A", 4.2], {"Port": {"text": "B", "cites": [1]}, "Traffic": "5"}, ["C"], ["D", "6", "rising"]],
        }
    )
    assert table["columns"] == ["Port", "Traffic", ""]
    assert [[cell["text"] for cell in row] for row in table["rows"]] == [
        ["A", "4.2", ""],
        ["B", "5", ""],
        ["C", "", ""],
        ["D", "6", "rising"],
    ]
    assert table["rows"][1][0]["cites"] == [1]


def test_a_list_is_at_most_three_deep_and_loses_nothing():
    deep = {"text": "1", "items": [{"text": "2", "items": [{"text": "3", "items": [{"text": "4"}]}]}]}
    (block,) = read({"type": "list", "items": [deep]})
    third = block["items"][0]["items"][0]["items"]
    assert [item["text"] for item in third] == ["3", "4"]


def test_grades_of_renderings_are_not_for_the_writer_to_give():
    rendering = {"text": "渗透", "grade": "official", "status": "verified", "evidence": [{"source": 1}]}
    (table,) = read(
        {
            "type": "term_table",
            "source_language": "en",
            "target_language": "zh-Hans",
            "terms": [{"term": "osmosis", "definition": "A flow.", "cites": [1], "renderings": [rendering, "滲透"]}],
        }
    )
    (term,) = table["rows"]
    assert term["renderings"] == [{"text": "渗透"}, {"text": "滲透"}]


def test_ids_out_of_range_stay_for_the_verification_to_count():
    assert read({"type": "paragraph", "text": "A.", "cites": [99]}) == [{"sentences": [sentence("A.", 99)]}]


def test_blocks_that_say_nothing_are_left_out():
    assert len(read({"type": "list", "items": []}, {"type": "quote", "text": ""}, "A.")) == 1


@pytest.mark.parametrize(
    "blocks",
    [
        [],
        [{"type": "paragraph", "sentences": []}],
        [{"type": "essay", "text": "A."}],
        [{"text": "A."}],
        [{"type": "references", "entries": []}],
        [{"type": "pipeline_notes", "notes": []}],
        [{"type": "callout", "tone": "loud", "text": "A."}],
        [{"type": ["paragraph"], "sentences": ["A."]}],
        [{"type": {"a": 1}, "text": "A."}],
        [{"type": "callout", "tone": ["note"], "text": "A."}],
        [7],
        "A.",
        None,
    ],
)
def test_what_is_no_block_is_refused(blocks):
    with pytest.raises(ValidationError):
        section(blocks)


@pytest.mark.parametrize(
    "blocks", ['[{"type": "paragraph", "text": "A."}]', {"type": "paragraph", "text": "A."}, ["A."]]
)
def test_one_block_or_encoded_blocks_will_do(blocks):
    assert len(section(blocks)) == 1


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        (3, [3]),
        ("3", [3]),
        ("[1, 3]", [1, 3]),
        (["S1", 2, {"id": 4}, {"source": "5"}, None, True], [1, 2, 4, 5]),
        (None, []),
        ("9" * 400, []),
        ({"name": "x"}, []),
        ([float("inf"), float("nan"), 1e300, 10**40, 2.0], [2]),
    ],
)
def test_source_ids_are_read_however_they_are_written(value, ids):
    assert source_ids(value) == ids


def test_the_model_is_told_of_every_block_type_and_every_example_is_valid():
    assert set(block_shapes.SHAPES) == {block.model_fields["type"].default for block in WRITTEN}
    examples = [{"type": name, **shape.example} for name, shape in block_shapes.offered(Kind.INTERPRETER).items()]
    assert [block["type"] for block in examples] == [block.type for block in section(examples)]


def test_every_field_of_an_example_is_in_the_schema():
    block = block_shapes.tool(Kind.INTERPRETER).parameters["properties"]["blocks"]["items"]
    for shape in block_shapes.SHAPES.values():
        assert shape.example.keys() <= block["properties"].keys()


def test_the_schema_says_which_fields_each_type_needs():
    block = block_shapes.tool(Kind.INTERPRETER).parameters["properties"]["blocks"]["items"]
    told = block["properties"]["type"]["description"]
    assert "list: ordered (optional), items; table: caption (optional), columns, rows; key_facts: items;" in told
    assert all(f"{name}: " in told for name in block_shapes.SHAPES)


@pytest.mark.parametrize("name", list(block_shapes.SHAPES))
def test_every_example_can_do_without_its_optional_fields(name):
    shape = block_shapes.SHAPES[name]
    example = {field: value for field, value in shape.example.items() if field not in shape.optional}
    assert shape.example.keys() == shape.fields.keys()
    assert section([{"type": name, **example}])[0].type == name


def test_the_model_is_shown_how_lists_nest():
    assert '"items": [{"text": "…", "cites": [3]}]}]}' in block_shapes.described(Kind.STANDARD)


LONG = "x" * LONGEST_TEXT


@pytest.mark.parametrize(
    ("block", "limit"),
    [
        ({"type": "paragraph", "text": LONG + "x"}, LONGEST_TEXT),
        ({"type": "list", "items": ["A", {"text": "B", "items": [LONG + "x"]}]}, LONGEST_TEXT),
        ({"type": "table", "columns": ["a"], "rows": [[LONG + "x"]]}, LONGEST_TEXT),
        ({"type": "table", "columns": [LONG + "x"], "rows": [["a"]]}, LONGEST_TEXT),
        ({"type": "heading", "text": "x" * (LONGEST_HEADING + 1)}, LONGEST_HEADING),
        ({"type": "quote", "text": "A", "speaker": LONG + "x"}, LONGEST_TEXT),
    ],
)
def test_a_text_that_is_too_long_is_refused_with_the_limit(block, limit):
    with pytest.raises(ValidationError, match=f"block 1 has .* at most {limit} will do"):
        section(["A.", block])


def test_a_section_has_its_measure():
    assert section(["A."] * MOST_BLOCKS)
    with pytest.raises(ValidationError, match="there are 61 blocks; at most 60"):
        section(["A."] * (MOST_BLOCKS + 1))
    assert section([LONG] * (LONGEST_SECTION // LONGEST_TEXT))
    with pytest.raises(ValidationError, match="the section has"):
        section([LONG] * (LONGEST_SECTION // LONGEST_TEXT + 1))


@pytest.mark.parametrize("depth", [70, 700, 100_000])
def test_encoded_blocks_that_are_nested_too_deeply_are_refused(depth):
    with pytest.raises(ValidationError):
        section("[" * depth + "]" * depth)
