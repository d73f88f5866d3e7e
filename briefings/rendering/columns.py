"""How wide the columns of a table should be, for formats that cannot size them by themselves."""

import unicodedata

from briefings.domain.document import Table

_LEAST_SHARE = 8


def shares(table: Table) -> tuple[int, ...]:
    """The share of each column in the width of a table whose rows are all of a length, in per cent, 100 in all.

    A column grows with the square root of its longest text, so that long texts wrap without starving short ones,
    and holds its longest word where that is of an ordinary length.
    """
    texts = [[column, *(row[index].text for row in table.rows)] for index, column in enumerate(table.columns)]
    weights = [max(_longest_word(column), max(_width(text) for text in column) ** 0.5 * 2.5) for column in texts]
    least = min(_LEAST_SHARE, 100 // len(weights)) if weights else 0
    spare = 100 - least * len(weights)
    rounded = [least + int(spare * weight / (sum(weights) or 1)) for weight in weights]
    return (*rounded[:-1], 100 - sum(rounded[:-1])) if rounded else ()


def _longest_word(texts: list[str]) -> float:
    return max(min(_width(word), 18) for text in texts for word in text.split() or [""])


def _width(text: str) -> int:
    """The width of `text` in columns of a fixed-width font: an East Asian character takes two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
