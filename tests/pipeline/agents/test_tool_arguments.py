import logging

import pytest

from briefings.pipeline.agents.tool_arguments import BadArguments, parse

A = {"query": "a"}


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ('{"query":"a"}', A),
        ('{"query":"a"}{"query":"a"}', A),
        ('{"query":"a"}\n{"query":"a"}\n', A),
        ('{"query":"a"}{"query":"b"}', A),
        ('{}{"query":"a"}', A),
        ('{} {} {"query":"a"}', A),
        ('```json\n{"query":"a"}\n```', A),
        ('```\n{"query":"a"}\n```', A),
        ('```{"query":"a"}```', A),
        ('"{\\"query\\":\\"a\\"}"', A),
        ('"```json\\n{\\"query\\":\\"a\\"}\\n```"', A),
        ('{"query":"a"}}', A),
        ('{"query":"a"}\n}}', A),
        ('{"query":"a"}]}', A),
        ('{"query":"a"}{"query":"a"}}', A),
        ('{"query":"tidal }{ text"}', {"query": "tidal }{ text"}),
        ({"query": "a"}, A),
        ('{"query":"line one\nline two"}', {"query": "line one\nline two"}),
        ('{"query":"tab\there"}', {"query": "tab\there"}),
        ('{"query":"a",}', A),
        ('{"queries":["a","b",],"n":1,\n}', {"queries": ["a", "b"], "n": 1}),
        ('{"query":"a,}","more":",]",}', {"query": "a,}", "more": ",]"}),
        ('{"query":"she said \\"a,}\\""}', {"query": 'she said "a,}"'}),
        ('  {"query":"潮汐"}  ', {"query": "潮汐"}),
        ("{}", {}),
        ("{}{}", {}),
    ],
)
def test_arguments_are_understood(raw, value):
    assert parse(raw) == value


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "  \n",
        None,
        '["a"]',
        '[{"query":"a"}]',
        '{"query":"uncl',
        '{"query":"a"}{"query":"uncl',
        '{"query": NaN}',
        '{"query": -Infinity}',
        '{"query": 1e999}',
        {"query": float("nan")},
        {"query": object()},
        '{"query": ' + "[" * 65 + "]" * 65 + "}",
        '{"query": ' + "[" * 700 + "1" + "]" * 700 + "}",
        '{"query": ' + "[" * 100_000 + "}",
        "a",
        '"a"',
        '"\\"{}\\""',
        "null",
        "7",
        7,
        ["a"],
        "}",
        "{query: 'a'}",
        '{"query":"a"} and more words',
        '{"query":"\\ud800"}',
        "[" * 100_000,
        '{"n": ' + "9" * 5000 + "}",
    ],
)
def test_everything_else_is_an_error_and_never_an_empty_object(raw):
    with pytest.raises(BadArguments):
        parse(raw)


def test_several_different_objects_leave_a_warning(caplog):
    with caplog.at_level(logging.WARNING):
        parse('{"query":"a"}{"query":"a"}')
        assert not caplog.records
        parse('{"query":"a"}{"query":"b"}')
    assert "several different objects" in caplog.text
