"""Persons, organisations and products named in a topic, as far as code can see without knowing the world."""

import re

from briefings.pipeline.topic.chinese_names import names_somebody_in_chinese
from briefings.pipeline.topic.known_names import (
    EPONYM_NOUNS,
    EVERYDAY_EPONYM_NOUNS,
    LANGUAGES,
    NON_EPONYMS,
    ORDINARY_CAPITALS,
    ORDINARY_POSSESSIVES,
    OWNED_EPONYM_NOUNS,
    STABLE_ACRONYMS,
    WELL_KNOWN,
)
from briefings.pipeline.topic.reading import is_chinese

_TOKEN = re.compile(r"[A-Za-zÀ-ɏ\d][A-Za-zÀ-ɏ\d'&+/.-]*")
_SENTENCE_START = re.compile(r"(?:^|[.?!:;]\s)[\s\"'(]*$")
_INNER_CAPITAL = re.compile(r"[a-zß-ÿ][A-Z]")
_ACRONYM = re.compile(r"[A-Z][A-Z&]*[A-Z]s?$")
_DESIGNATION = re.compile(r"(?=.*\d)(?=.*[A-Z])")
_LATIN_NUMERAL = re.compile(r"[IVXLC]+$")
_CONCEPT_ADJECTIVE = re.compile(r"(?:ism|isms|esque)$")
_FOLLOWING_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*|[^\s'-]")
_MOST_WORDS_BETWEEN = 3
_NEVER_BETWEEN = frozenset("of the and or in for to a an is was has on at by with from as that who does do".split())
_BEFORE_LANGUAGE = re.compile(r"\b(?:in|into|to|from|and|or|plain|simple|formal|good|spoken|written)\s$", re.IGNORECASE)
_AFTER_LANGUAGE = re.compile(
    r"[\s\"'.?!]*$"
    r"|\s(?:New Year|(?:language|grammar|class|course|lesson|word|translation|version|teacher|student|speaker)s?\b)"
)
_COMMON_NOUN = re.compile(r"\ban?\s+$", re.IGNORECASE)


def names_somebody(topic: str) -> bool:
    """Whether a normalised topic names a person, an organisation, a product or a place."""
    if WELL_KNOWN.search(topic):
        return True
    if is_chinese(topic) and names_somebody_in_chinese(topic):
        return True
    return any(_is_name(topic, token) for token in _TOKEN.finditer(topic))


def _is_name(topic: str, token: re.Match[str]) -> bool:
    word = token.group().rstrip(".-/'")
    if _stands_for_a_concept(word) or _has_concept_parts(word):
        return False
    if _ACRONYM.match(word):
        return not _is_common_noun(topic, token)
    if _DESIGNATION.match(word) or _INNER_CAPITAL.search(word):
        return True
    return word[0].isupper() and _capital_names(topic, token, word)


def _stands_for_a_concept(word: str) -> bool:
    small = word.lower().removesuffix("'s")
    return len(word) == 1 or small in STABLE_ACRONYMS or small.removesuffix("s") in STABLE_ACRONYMS


def _has_concept_parts(word: str) -> bool:
    """Whether a compound such as "DNA-based" or "TCP/IP" is made of stable acronyms and small words only."""
    parts = [part for part in re.split(r"[-/&+]", word) if part]
    return len(parts) > 1 and all(_stands_for_a_concept(part) or part.islower() for part in parts)


def _is_common_noun(topic: str, token: re.Match[str]) -> bool:
    """An acronym that takes "a" and ends its phrase is a kind of thing: "What is an SUV?" names nobody."""
    return bool(_COMMON_NOUN.search(topic, 0, token.start())) and not topic[token.end() :].strip(" ?.!\"'")


def _capital_names(topic: str, token: re.Match[str], word: str) -> bool:
    small = word.lower()
    if small in ORDINARY_CAPITALS or small.removesuffix("'s") in ORDINARY_CAPITALS or _CONCEPT_ADJECTIVE.search(word):
        return False
    if _is_eponym(topic, token, word) or (small in LANGUAGES and _is_language(topic, token)):
        return False
    if _SENTENCE_START.search(topic[: token.start()]) and not is_chinese(topic):
        return _is_possessive(token.group()) and small not in ORDINARY_POSSESSIVES
    return not _LATIN_NUMERAL.match(word)


def _is_language(topic: str, token: re.Match[str]) -> bool:
    return bool(_BEFORE_LANGUAGE.search(topic, 0, token.start()) or _AFTER_LANGUAGE.match(topic, token.end()))


def _is_possessive(word: str) -> bool:
    return word.endswith(("'s", "s'"))


def _is_eponym(topic: str, token: re.Match[str], word: str) -> bool:
    """Whether the name is part of the name of a concept: "Bayes' theorem", "the Monte Carlo method"."""
    if word.lower().removesuffix("'s") in NON_EPONYMS:
        return False
    following = _FOLLOWING_WORD.findall(topic, token.end())[: _MOST_WORDS_BETWEEN + 1]
    owned = token.group().endswith(("'s", "'"))
    for distance, noun in enumerate(following):
        if _makes_a_concept(noun, distance, owned=owned):
            return True
        if noun.lower() in _NEVER_BETWEEN or not noun[0].isalpha():
            return False
    return False


def _makes_a_concept(noun: str, distance: int, *, owned: bool) -> bool:
    forms = (noun, noun.removesuffix("s"))
    near = distance == 0 or (owned and distance == 1)
    return (
        any(form.lower() in EPONYM_NOUNS for form in forms)
        or (near and any(form in EVERYDAY_EPONYM_NOUNS for form in forms))
        or (owned and noun in OWNED_EPONYM_NOUNS)
    )
