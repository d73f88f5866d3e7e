"""How a sentence is put: does it define, does it contrast, how plainly does it speak?"""

import re

STRONG_CONTRAST = 0.3
WEAK_CONTRAST = 0.1

_SUBJECT = r"(?:\"?[A-Z][\w/.+-]*\"?|An?|The)(?:\s+[\w/.+()-]+,?){0,6}?"
_SAYS_WHAT = (
    r"(?:is|are|was|were|means?|stands?\s+for|refers?\s+to|denotes?|describes?|consists?\s+of|defines?|determines?|governs?|ensures?|"
    r"provides?|allows?|lets|controls?|specif(?:y|ies))"
)
_DEFINITION = re.compile(rf"^{_SUBJECT}\s+{_SAYS_WHAT}\s+(?:an?|the|that|how|which|what|one|to)?")
_DEFINITION_CHINESE = re.compile(
    r"^[^，。；]{1,24}(?:是|是指|指的是|指|即为|称为|定义为|意味着|由|包括|分为|规定|用于|旨在|要求)"
)
_CONTRAST = re.compile(
    r"\b(?:whereas|unlike|compared\s+(?:with|to)|in\s+contrast|by\s+contrast|differs?|differences?|rather\s+than|"
    r"instead\s+of|no\s+longer)\b|,\s+while\b|不同|区别|相比|相较|取代|不再|區別|而不是"
)
_WEAK = re.compile(r"\b(?:while|both|but|than|however|although|replace[sd]?)\b|而|则|却")
_LONGEST_WORDS = 34
_LONGEST_CHARACTERS = 260

_OBSCURING: tuple[tuple[re.Pattern[str], float], ...] = (
    (
        re.compile(r"\b(?:you|your|yours|yourself|we|our|us|one's)\b|你|您|我们|我們|咱们|大家|笔者|筆者|本人", re.I),
        0.5,
    ),
    (re.compile(r"\b(?:foo|bar|baz|example\.|some-\w+|myhost|localhost|\w+-\d+\.\d+\.\d+)\b"), 0.75),
    (re.compile(r"\b(?:option|flag|argument|parameter|directive|variable|button|menu)\b"), 0.75),
    (re.compile(r"[^\W_]_[^\W_]"), 0.75),
    (re.compile(r"[()（）]"), 0.92),
)
"""What makes a sentence less fit to stand alone: words to the reader, an example, talk of knobs, a name out of
code, an aside."""


def defines(text: str) -> bool:
    """Whether a sentence says what something is or does, as far as its beginning shows."""
    return bool(_DEFINITION.match(text) or _DEFINITION_CHINESE.match(text))


def contrast(text: str) -> float:
    """How strongly a sentence sets things against each other: 0, weak or strong."""
    if _CONTRAST.search(text):
        return STRONG_CONTRAST
    return WEAK_CONTRAST if _WEAK.search(text) else 0.0


def clarity(text: str) -> float:
    """1 for a plain statement; less for one that speaks to its reader, nests, or dwells on an example."""
    factor = 1.0
    for pattern, cost in _OBSCURING:
        if pattern.search(text):
            factor *= cost
    return factor * (0.9 if len(text.split()) > _LONGEST_WORDS or len(text) > _LONGEST_CHARACTERS else 1.0)
