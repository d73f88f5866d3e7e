"""Regular expressions written as readable lists."""

import re

_SEPARATOR = re.compile(r", |\n")
_SPACE = re.compile(r"(?<!\\) ")


def any_of(entries: str) -> str:
    """A group that matches any entry of a list, for use inside other patterns, verbose ones too.

    Entries are regular expressions, separated by ", " or by a line end.
    """
    found = [entry.strip().rstrip(",") for entry in _SEPARATOR.split(entries)]
    alternatives = "|".join(_SPACE.sub(r"\\ ", entry) for entry in found if entry)
    return f"(?:{alternatives})"
