import copy

import pytest

from briefings.backends.model.fragments import GrowingMessage

COST, OUTPUT = '{"query":"tidal barrage cost"}', '{"query":"tidal barrage output"}'
SIGNED = {"google": {"thought_signature": "CpQBAY+/=éxyz", "later_field": {"n": [1, 2.5, None]}}}


def grown(*deltas):
    message = GrowingMessage()
    for delta in copy.deepcopy(deltas):
        message.add(delta)
    return message.whole


def of_calls(*chunks):
    """The calls out of chunks, each a list of fragments."""
    return grown({"role": "assistant", "content": None}, *({"tool_calls": list(chunk)} for chunk in chunks))[
        "tool_calls"
    ]


def piece(arguments=None, name=None, **fields):
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    return {**fields, "function": function} if function else fields


def call(id_, arguments, name="web_search", **fields):
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}, **fields}


def head(id_, arguments="", **fields):
    return call(id_, arguments, **fields)


@pytest.mark.parametrize(
    "chunks",
    [
        # OpenAI: the index tells; arguments come in pieces.
        [
            [head("a", index=0)],
            [piece(COST[:9], index=0)],
            [piece(COST[9:], index=0)],
            [head("b", index=1)],
            [piece(OUTPUT, index=1)],
        ],
        # Pieces of both calls in one chunk, and in turns.
        [
            [head("a", index=0), head("b", index=1)],
            [piece(COST[:5], index=0), piece(OUTPUT[:7], index=1)],
            [piece(OUTPUT[7:], index=1), piece(COST[5:], index=0)],
        ],
        # The second call first.
        [[head("b", OUTPUT, index=1)], [head("a", COST, index=0)]],
        # Whole calls in one chunk, with and without an index.
        [[head("a", COST, index=0), head("b", OUTPUT, index=1)]],
        [[head("a", COST), head("b", OUTPUT)]],
        # Whole calls in chunks of their own: without an index, and with an index that is always 0.
        [[head("a", COST)], [head("b", OUTPUT)]],
        [[head("a", COST, index=None)], [head("b", OUTPUT, index=None)]],
        [[head("a", COST, index=0)], [head("b", OUTPUT, index=0)]],
        # An index that is always 0, arguments in pieces.
        [
            [head("a", index=0)],
            [piece(COST, index=0, id="")],
            [head("b", index=0)],
            [piece(OUTPUT, index=0, id="")],
        ],
        # No index, pieces with and without the id.
        [[head("a", COST[:4])], [piece(COST[4:])], [head("b", OUTPUT[:4])], [piece(OUTPUT[4:])]],
        [[head("a"), head("b")], [piece(OUTPUT, id="b")], [piece(COST, id="a")]],
        # Everything but the arguments repeated in every piece.
        [
            [head("a", COST[:4], index=0)],
            [head("a", COST[4:], index=0)],
            [head("b", OUTPUT[:4], index=1)],
            [head("b", OUTPUT[4:], index=1)],
            [head("b", "", index=1)],
        ],
        [[head("a", COST[:4])], [head("a", COST[4:])], [head("b", OUTPUT[:4])], [head("b", OUTPUT[4:])]],
        # The name after the arguments.
        [
            [{**piece(COST, id="a", type="function")}, {**piece(OUTPUT, id="b", type="function")}],
            [piece(name="web_search", id="a"), piece(name="web_search", id="b")],
        ],
        [
            [piece(COST, id="a", type="function", index=0), piece(OUTPUT, id="b", type="function", index=1)],
            [piece(name="web_search", index=0), piece(name="web_search", index=1)],
        ],
        [
            [piece(OUTPUT, id="b", type="function", index=1), piece(COST, id="a", type="function", index=0)],
            [piece(name="web_search", index=0), piece(name="web_search", index=1)],
        ],
        # The index with the first fragment only.
        [[head("a", index=0)], [piece(COST)], [head("b", index=1)], [piece(OUTPUT)]],
        # The name in pieces.
        [
            [call("a", "", name="web_", index=0)],
            [piece(name="search", index=0)],
            [piece(COST, index=0)],
            [head("b", OUTPUT, index=1)],
        ],
        # The id after the name.
        [
            [piece("", "web_search", index=0, type="function")],
            [piece(COST, index=0, id="a")],
            [head("b", OUTPUT, index=1)],
        ],
        # The head of the second call under the index of the first, its rest under its own.
        [[head("a", COST, index=0)], [head("b", index=0)], [piece(OUTPUT, index=1)]],
        [[head("a", COST, index=0)], [head("b", index=0)], [piece(OUTPUT, index=1, id="b")]],
        # A call that is repeated as a whole once it is complete.
        [
            [head("a", COST[:4], index=0)],
            [piece(COST[4:], index=0)],
            [head("a", COST, index=0)],
            [head("b", OUTPUT, index=1)],
            [piece(OUTPUT, index=1)],
        ],
        # Fragments that are none.
        [[None, head("a", COST, index=0)], [], ["b"], [{"index": 0, "function": None}], [head("b", OUTPUT, index=1)]],
    ],
)
def test_calls_are_put_together_whichever_way_they_come(chunks):
    assert of_calls(*chunks) == [call("a", COST), call("b", OUTPUT)]


def test_an_id_made_up_for_every_piece_begins_no_call():
    (made,) = of_calls([head("a1", index=0)], [piece(COST[:4], index=0, id="a2")], [piece(COST[4:], index=0, id="a3")])
    assert made["function"] == {"name": "web_search", "arguments": COST}


@pytest.mark.parametrize("fields", [{}, {"index": 0}, {"id": ""}, {"index": 0, "id": None}])
def test_calls_without_ids_are_told_apart_by_their_names(fields):
    first, second = (piece(arguments, "web_search", **fields) for arguments in (COST, OUTPUT))
    made = of_calls([first], [second])
    assert [each["function"]["arguments"] for each in made] == [COST, OUTPUT]


def test_the_same_id_under_two_indices_is_two_calls():
    made = of_calls([head("web_search", COST, index=0)], [head("web_search", index=1)], [piece(OUTPUT, index=1)])
    assert made == [call("web_search", COST), call("web_search", OUTPUT)]


def test_arguments_may_come_as_an_object():
    arguments = {"query": "a", "n": [1]}
    assert of_calls([head("a", "", index=0)], [piece(arguments, index=0)]) == [call("a", arguments)]


@pytest.mark.parametrize(
    "chunks",
    [
        [[head("a", COST, index=0, extra_content=SIGNED)], [head("b", OUTPUT, index=1)]],
        [[head("a", COST, extra_content=SIGNED)], [head("b", OUTPUT)]],
        [[head("a", COST[:3])], [piece(COST[3:])], [piece(extra_content=SIGNED)], [head("b", OUTPUT)]],
        [
            [head("a", index=0, extra_content={"google": {"thought_signature": "CpQBAY+/=éxyz"}})],
            [piece(COST, index=0, extra_content={"google": {"later_field": {"n": [1, 2.5, None]}}})],
            [head("b", OUTPUT, index=1)],
        ],
        [
            [head("a", index=0, extra_content=SIGNED), head("b", index=1)],
            [piece(OUTPUT, index=1), piece(COST, index=0, extra_content={"google": {"thought_signature": ""}})],
        ],
        [
            [head("a", COST[:3], index=0, extra_content={"google": {"thought_signature": "CpQBAY+/=éxyz"}})],
            [piece(COST[3:], index=0, extra_content=SIGNED)],
            [head("b", OUTPUT, index=1)],
        ],
    ],
)
def test_a_signature_stays_whole_and_with_its_call(chunks):
    assert of_calls(*chunks) == [call("a", COST, extra_content=SIGNED), call("b", OUTPUT)]


def test_unknown_fields_of_a_function_stay():
    chunks = [{**head("a", index=0), "function": {"name": "web_search", "arguments": "", "strict": True}}]
    (made,) = of_calls(chunks, [{"index": 0, "function": {"arguments": COST, "cost": {"n": 1}}}])
    assert made["function"] == {"name": "web_search", "arguments": COST, "strict": True, "cost": {"n": 1}}


@pytest.mark.parametrize(
    ("deltas", "message"),
    [
        ([{"role": "assistant", "content": ""}, {"content": "Hel"}, {"content": "lo."}, {}], {"content": "Hello."}),
        ([{"content": None}, {"content": None}], {"content": None}),
        ([{"content": None}, {"content": "Hm"}, {"content": None}], {"content": "Hm"}),
        ([{"content": "Hm", "role": "assistant"}, {"content": ".", "role": "assistant"}], {"content": "Hm."}),
        (
            [{"reasoning_content": "Two "}, {"reasoning_content": "angles."}, {"content": "So."}],
            {"reasoning_content": "Two angles.", "content": "So."},
        ),
        ([{"reasoning": "Two "}, {"reasoning": "angles."}], {"reasoning": "Two angles."}),
        ([{"refusal": None}, {"refusal": "I can"}, {"refusal": "not."}], {"refusal": "I cannot."}),
        (
            [{"content": "a", "extra_content": {"google": {"thought": True}}}, {"extra_content": {"google": {"n": 1}}}],
            {"content": "a", "extra_content": {"google": {"thought": True, "n": 1}}},
        ),
        ([{"phase": "final"}, {"phase": "final"}, {"phase": ""}], {"phase": "final"}),
        ([{"tool_calls": None}, {"content": "a"}], {"tool_calls": None, "content": "a"}),
        ([{"tool_calls": []}], {"tool_calls": []}),
        (
            [{"function_call": {"name": "web_search", "arguments": ""}}, {"function_call": {"arguments": COST}}],
            {"function_call": {"name": "web_search", "arguments": COST}},
        ),
        (
            [{"annotations": [{"type": "url_citation", "n": 1}]}, {"annotations": [{"type": "url_citation", "n": 1}]}],
            {"annotations": [{"type": "url_citation", "n": 1}] * 2},
        ),
        (
            [
                {"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "Two "}]},
                {"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "angles."}]},
                {"reasoning_details": [{"type": "reasoning.text", "index": 0, "signature": "EqQ="}]},
                {"reasoning_details": [{"type": "reasoning.encrypted", "index": 1, "data": "gAAA", "id": "a"}]},
                {"reasoning_details": [{"type": "reasoning.encrypted", "index": 1, "data": "gBBB", "id": "b"}]},
            ],
            {
                "reasoning_details": [
                    {"type": "reasoning.text", "index": 0, "text": "Two angles.", "signature": "EqQ="},
                    {"type": "reasoning.encrypted", "index": 1, "data": "gAAA", "id": "a"},
                    {"type": "reasoning.encrypted", "index": 1, "data": "gBBB", "id": "b"},
                ]
            },
        ),
        (
            [
                {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Two "}]}]},
                {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "angles."}]}]},
                {"content": "So"},
                {"content": "."},
            ],
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "Two angles."}]},
                    {"type": "text", "text": "So."},
                ]
            },
        ),
        (
            [{"content": ""}, {"content": "See "}, {"content": [{"type": "reference", "ids": [1]}]}],
            {"content": [{"type": "text", "text": "See "}, {"type": "reference", "ids": [1]}]},
        ),
    ],
)
def test_texts_are_joined_and_the_rest_is_kept(deltas, message):
    assert grown({"role": "assistant"}, *deltas) == {"role": "assistant", **message}


def test_an_index_may_be_written_as_a_text():
    chunks = [[head("a", index="0")], [head("b", index="1")], [piece(COST, index="0")], [piece(OUTPUT, index="1")]]
    assert of_calls(*chunks) == [call("a", COST), call("b", OUTPUT)]


@pytest.mark.parametrize("index", [["0"], {"a": 1}, "one", "\u00b2", "9" * 5000, 1.5, -1, True])
def test_any_other_index_is_none(index):
    assert of_calls([head("a", COST, index=index)]) == [call("a", COST)]
