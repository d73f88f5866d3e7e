import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import run_checks

from kyle_site.checks import environment
from kyle_site.env import Environment


def documented() -> dict[str, str]:
    table = (settings.BASE_DIR / "docs" / "settings.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|", table, flags=re.MULTILINE))


def test_every_setting_is_documented_and_nothing_else():
    assert set(documented()) == set(settings.ENV.names)


def test_the_documented_defaults_are_the_real_ones():
    plain = {name: text[1:-1] for name, text in documented().items() if re.fullmatch(r"`[^`]+`", text)}
    paths = {"KYLE_DATA_DIR", "KYLE_KNOWLEDGE_DIR"}
    others = {"KYLE_PLANNER_MODEL", "KYLE_WRITER_MODEL"}
    wrong = {
        name: (text, settings.ENV.names[name])
        for name, text in plain.items()
        if name not in paths | others and text.lower() != settings.ENV.names[name].lower().removesuffix(".0")
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda env: env.boolean("X", False), "maybe"),
        (lambda env: env.integer("X", 3, least=1), "0"),
        (lambda env: env.integer("X", 3), "many"),
        (lambda env: env.number("X", 1.5, most=2.0), "9"),
        (lambda env: env.decimal("X", "0.3", most="0.9"), "0.95"),
        (lambda env: env.decimal("X", "0"), "-1"),
        (lambda env: env.decimal("X", "0"), "a dollar"),
        (lambda env: env.decimal("X", "0"), "nan"),
        (lambda env: env.choice("X", "a", ("a", "b")), "c"),
    ],
)
def test_a_wrong_value_is_noted_with_a_hint_and_the_default_used(monkeypatch, read, value):
    monkeypatch.setenv("X", value)
    env = Environment()
    default = read(env)
    (problem,) = env.problems
    assert (problem.name, problem.value) == ("X", value)
    assert problem.hint
    monkeypatch.delenv("X")
    assert read(Environment()) == default


def test_a_wrong_value_stops_the_start_with_its_hint(monkeypatch, settings):
    monkeypatch.setenv("KYLE_MAX_SOURCES", "plenty")
    env = Environment()
    env.integer("KYLE_MAX_SOURCES", 10)
    settings.ENV = env
    (error,) = environment(None)
    assert error.id == "kyle.E001"
    assert "KYLE_MAX_SOURCES" in error.msg
    assert "whole number" in str(error.hint)


@pytest.mark.parametrize(
    ("name", "value", "check"),
    [
        ("KYLE_SEARCH", "duckduckgoo,knowledge", "kyle.E002"),
        ("KYLE_FETCH_ALLOW", ["not a host!"], "kyle.E003"),
        ("OPENAI_BASE_URL", "localhost:11434", "kyle.E004"),
        ("KYLE_KNOWLEDGE_DIR", Path("/nowhere/at/all"), "kyle.E005"),
    ],
)
def test_what_cannot_be_used_is_refused_at_start(settings, name, value, check):
    assert check not in ids()
    setattr(settings, name, value)
    assert check in ids()


def ids() -> set[str | None]:
    return {message.id for message in run_checks()}
