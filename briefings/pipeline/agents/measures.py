"""How long a text is to be, in what its language is measured in: words, or characters where no space parts words."""

_CHARACTERS_PER_WORD = {"zh": 1.7, "ja": 2.2}


def measure(words: int, language: str) -> tuple[int, str]:
    """What `words` of an English text come to in `language`, a BCP 47 tag: a number and its unit."""
    ratio = _CHARACTERS_PER_WORD.get(language.split("-")[0])
    return (round(words * ratio), "characters") if ratio else (words, "words")
