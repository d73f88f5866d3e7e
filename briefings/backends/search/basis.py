"""The primary texts that a note names in its front matter."""

from collections.abc import Iterator, Mapping
from typing import Any

from briefings.domain.evidence import Basis
from briefings.domain.plain_text import one_line


def basis(matter: Mapping[str, Any]) -> tuple[Basis, ...]:
    """What `sources` lists, in its order: entries with a `title`, a `url` or both; others are passed over.

    People write front matter by hand, so nothing about its shape is taken for granted.
    """
    listed = matter.get("sources")
    return tuple(_entries(listed if isinstance(listed, list) else []))


def _entries(listed: list[Any]) -> Iterator[Basis]:
    for entry in listed:
        told = entry if isinstance(entry, Mapping) else {"title": entry}
        title, url = _line(told.get("title")), _line(told.get("url"))
        if title or url:
            yield Basis(title=title or url, url=url)


def _line(value: object) -> str:
    return "" if value is None else one_line(str(value))
