"""A topic as the vocabularies read it."""

import re
import unicodedata

from briefings.pipeline.hanzi import simplified

_QUOTES = str.maketrans("“”„「」‘’–—‐‑", '"""""\'\'----')
_HAN = re.compile(r"[\u3400-\u9fff]")


def normalise(topic: str) -> str:
    """One line, half-width punctuation, straight quotes, simplified characters. Capitals stay: they tell names."""
    return " ".join(simplified(unicodedata.normalize("NFKC", topic)).translate(_QUOTES).split())


def is_chinese(text: str) -> bool:
    """Whether `text` holds any Chinese character."""
    return bool(_HAN.search(text))
