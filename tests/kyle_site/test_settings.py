import os
import re
import subprocess
import sys
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
        (lambda env: env.number("X", 1.5), "nan"),
        (lambda env: env.number("X", 1.5), "inf"),
        (lambda env: env.number("X", 1.5, least=-10.0), "-inf"),
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
        ("KYLE_WIKIPEDIA_URL", "https://{lang}.wikipedia.example/w/api.php", "kyle.E008"),
        ("KYLE_WIKIPEDIA_URL", "https://{language.wikipedia.example/w/api.php", "kyle.E008"),
        ("KYLE_WIKIPEDIA_URL", "https://[{language}/", "kyle.E004"),
        ("OPENAI_BASE_URL", "http://xn--/v1", "kyle.E004"),
        ("OPENAI_BASE_URL", "localhost:11434", "kyle.E004"),
        ("OPENAI_API_KEY", "sk-…", "kyle.E006"),
        ("KYLE_CAST", "model", "kyle.E007"),
        ("KYLE_KNOWLEDGE_DIR", Path("/nowhere/at/all"), "kyle.E005"),
    ],
)
def test_what_cannot_be_used_is_refused_at_start(settings, name, value, check):
    assert check not in ids()
    setattr(settings, name, value)
    assert check in ids()


def test_a_folder_that_cannot_be_made_is_noted_and_the_default_made(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for wrong in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("X", str(wrong))
        env = Environment()
        assert env.folder("X", tmp_path / "default") == tmp_path / "default"
        assert (tmp_path / "default").is_dir()
        assert [problem.value for problem in env.problems] == [str(wrong)]


@pytest.mark.parametrize("name", ["made", "made/below"])
def test_a_folder_is_made(monkeypatch, tmp_path, name):
    monkeypatch.setenv("X", str(tmp_path / name))
    env = Environment()
    assert env.folder("X", tmp_path) == tmp_path / name
    assert (tmp_path / name).is_dir()
    assert env.problems == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://kyle:secret@db.example/kyle"),
        ("DATABASE_URL", "postgres://kyle:secret@db.example:port/kyle"),
        ("DATABASE_URL", "nonsense"),
        ("KYLE_DATA_DIR", __file__),
        ("KYLE_FETCH_TIMEOUT", "nan"),
        ("KYLE_MODEL_TIMEOUT", "1e300"),
    ],
)
def test_no_value_ends_the_start_in_anything_but_a_check(tmp_path, name, value):
    command = [sys.executable, "manage.py", "check"]
    environment = os.environ | {"KYLE_DATA_DIR": str(tmp_path), name: value}
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"(kyle.E001) {name}" in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("KYLE_SERCH", "KYLE_SEARCH"),
        ("KYLE_MAX_SOURCE", "KYLE_MAX_SOURCES"),
        ("kyle_cast", "KYLE_CAST"),
        ("KYLE_XYZZY", "docs/settings.md"),
    ],
)
def test_a_misspelt_name_is_a_warning_with_the_nearest_one(monkeypatch, name, hint):
    monkeypatch.setenv("KYLE_SEARCH", "knowledge")
    assert "kyle.W001" not in ids()
    monkeypatch.setenv(name, "x")
    (warning,) = (message for message in run_checks() if message.id == "kyle.W001")
    assert name in warning.msg
    assert hint in str(warning.hint)


def ids() -> set[str | None]:
    return {message.id for message in run_checks()}


@pytest.mark.parametrize(
    ("name", "url", "hint"),
    [
        ("REDIS_URL", "localhost:6379", "redis://"),
        ("REDIS_URL", "http://localhost:6379/0", "redis://"),
        ("DATABASE_URL", "mssql://kyle@localhost/kyle", "postgres://"),
    ],
)
def test_a_service_that_kyle_does_not_know_is_refused_with_a_hint(tmp_path, name, url, hint):
    said = python("manage.py", "check", KYLE_DATA_DIR=str(tmp_path), **{name: url})
    assert said.returncode == 1
    assert f"(kyle.E001) {name}" in said.stderr
    assert hint in said.stderr


@pytest.mark.parametrize(("url", "broker"), [("", "DatabaseBroker"), ("redis://127.0.0.1:1/0", "RedisBroker")])
def test_the_queue_is_where_the_settings_say(url, broker):
    program = "import django; django.setup(); from django_q.brokers import get_broker; print(type(get_broker()))"
    said = python("-c", program, REDIS_URL=url, DJANGO_SETTINGS_MODULE="kyle_site.settings")
    assert broker in said.stdout, said.stderr


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command, environment = [sys.executable, *arguments], os.environ | variables
    return subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
