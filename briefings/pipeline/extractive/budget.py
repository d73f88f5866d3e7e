"""How long an extractive document is to be, and how that length is shared out."""

from dataclasses import dataclass

from briefings.domain.brief import Length
from briefings.domain.language import is_chinese


@dataclass(frozen=True)
class Budget:
    """Lengths are in words, or in characters for Chinese (`material.size`)."""

    total: int
    key_points: int
    themes: int
    open_questions: int


_WORDS = {
    Length.BRIEF: Budget(total=460, key_points=4, themes=3, open_questions=2),
    Length.STANDARD: Budget(total=1120, key_points=5, themes=6, open_questions=4),
    Length.EXTENDED: Budget(total=1800, key_points=6, themes=8, open_questions=6),
}
_CHARACTERS = {Length.BRIEF: 850, Length.STANDARD: 2050, Length.EXTENDED: 3300}


def budget(length: Length, language: str) -> Budget:
    words = _WORDS[length]
    if not is_chinese(language):
        return words
    return Budget(_CHARACTERS[length], words.key_points, words.themes, words.open_questions)
