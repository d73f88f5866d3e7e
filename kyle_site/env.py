"""Typed readers of the environment. A wrong value never stops the import: it is noted in `problems`, its default is
used, and a system check refuses to start with every problem at once (kyle_site/checks.py)."""

import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
N = TypeVar("N", int, float, Decimal)

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")
# What steers the test suite is read there and is no setting.
_OWN = re.compile(r"KYLE_(?!TESTS_)", re.IGNORECASE)
_PASSWORD = re.compile(r"(?<=:)[^:/@]+@")


@dataclass(frozen=True)
class Problem:
    """A setting that cannot be used, with a hint that says what would be right."""

    name: str
    value: str
    hint: str


@dataclass
class Environment:
    """Reads settings by name; keeps what was wrong, and which names were asked for."""

    problems: list[Problem] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)

    def unknown(self) -> list[str]:
        """Names in the environment that look like Kyle's, but were never asked for, in order."""
        return sorted(name for name in os.environ if _OWN.match(name) and name not in self.names)

    def text(self, name: str, default: str = "") -> str:
        self.names[name] = str(default)
        return os.environ.get(name, "").strip() or default

    def boolean(self, name: str, default: bool) -> bool:
        def read(value: str) -> bool:
            if value.lower() not in TRUE + FALSE:
                raise ValueError(value)
            return value.lower() in TRUE

        return self._read(name, default, read, f"use one of {', '.join(TRUE + FALSE)}")

    def integer(self, name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
        span = f"a whole number of at least {least}" + ("" if most is None else f" and at most {most}")
        return self._read(name, default, lambda value: _bounded(int(value), least, most), f"use {span}")

    def number(self, name: str, default: float, *, least: float = 0.0, most: float | None = None) -> float:
        span = f"a number of at least {least}" + ("" if most is None else f" and at most {most}")
        return self._read(name, default, lambda value: _bounded(float(value), least, most), f"use {span}")

    def decimal(self, name: str, default: str, *, least: str = "0", most: str | None = None) -> Decimal:
        """An exact number, for money and for shares of it."""
        bounds = Decimal(least), None if most is None else Decimal(most)
        span = f"a number of at least {least}" + ("" if most is None else f" and at most {most}")
        return self._read(name, Decimal(default), lambda value: _bounded(_exact(value), *bounds), f"use {span}")

    def names_list(self, name: str, default: str = "") -> list[str]:
        return [item.strip() for item in self.text(name, default).split(",") if item.strip()]

    def choice(self, name: str, default: str, options: tuple[str, ...]) -> str:
        def read(value: str) -> str:
            if value not in options:
                raise ValueError(value)
            return value

        return self._read(name, default, read, f"use one of {', '.join(options)}")

    def folder(self, name: str, default: Path) -> Path:
        """A folder that can be written to, made if need be."""

        def read(value: str) -> Path:
            try:
                Path(value).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ValueError(value) from error
            if not os.access(value, os.W_OK | os.X_OK):
                raise ValueError(value)
            return Path(value)

        folder = self._read(name, default, read, "name a folder that can be made and written to")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def parsed(self, name: str, default: str, parse: Callable[[str], T], hint: str) -> T:
        """The text through `parse`, which raises ValueError for what cannot be used."""
        return self._read(name, parse(default), parse, hint, shown=default)

    def _read(self, name: str, default: T, read: Callable[[str], T], hint: str, shown: str | None = None) -> T:
        self.names[name] = str(default) if shown is None else shown
        value = os.environ.get(name, "").strip()
        if not value:
            return default
        try:
            return read(value)
        except ValueError:
            self.problems.append(Problem(name, _PASSWORD.sub("…@", value), hint))
            return default


def _exact(value: str) -> Decimal:
    try:
        number = Decimal(value)
    except InvalidOperation as error:
        raise ValueError(value) from error
    if not number.is_finite():
        raise ValueError(value)
    return number


def _bounded(value: N, least: N, most: N | None) -> N:
    if not math.isfinite(value) or value < least or (most is not None and value > most):
        raise ValueError(value)
    return value
