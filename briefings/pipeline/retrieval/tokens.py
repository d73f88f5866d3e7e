"""Text as index terms: stems of words, and bigrams of Chinese and Japanese, which have no spaces between words."""

import re
from collections.abc import Sequence
from functools import lru_cache

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

_TOKEN = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[-./+'’_][^\W_{CJK}]+)*(?:\+\+|#)?")
_HAN_RUN = re.compile(rf"[{CJK}]+")
_VOWEL = re.compile(r"[aeiouy]")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
_ENDINGS = (
    ("ization", "iz"),
    ("isation", "iz"),
    ("ibility", "ibl"),
    ("ability", "abl"),
    ("ation", ""),
    ("ity", ""),
    ("ize", "iz"),
    ("ise", "iz"),
    ("is", "iz"),
    ("ion", ""),
    ("ment", ""),
    ("ness", ""),
    ("ate", ""),
    ("at", ""),
    ("ly", ""),
)
# "colour", "behavioural": one word with "color"; "hour", "four" and "tour" are others.
_BRITISH = re.compile(r"(?<=[a-z]{3})our(?=(?:s|ed|ing|al|able|ite|ful|less)?$)")
_IRREGULAR = {
    form: verb
    for verb, forms in {
        "begin": "began begun",
        "break": "broke broken",
        "build": "built",
        "buy": "bought",
        "choose": "chose chosen",
        "draw": "drew drawn",
        "drive": "drove driven",
        "fall": "fell fallen",
        "find": "found",
        "forbid": "forbade forbidden",
        "freeze": "froze frozen",
        "grow": "grew grown",
        "hide": "hid hidden",
        "hold": "held",
        "keep": "kept",
        "lose": "lost",
        "make": "made",
        "pay": "paid",
        "prove": "proven",
        "rise": "rose risen",
        "sell": "sold",
        "send": "sent",
        "shrink": "shrank shrunk",
        "sleep": "slept",
        "speak": "spoke spoken",
        "spend": "spent",
        "steal": "stole stolen",
        "swim": "swam swum",
        "teach": "taught",
        "wear": "wore worn",
        "weave": "wove woven",
        "write": "wrote written",
    }.items()
    for form in forms.split()
}
# "de-duplication" and "deduplication" are one word.
_PREFIXES = frozenset("anti auto co de e en inter micro mis multi non pre pro re semi sub super un".split())
# "back up" and "backup", "shuts down" and "shutdown"; but "takes up to an hour" holds no "takeup".
_PARTICLES = frozenset("up down out off".split())
_NO_VERBS = frozenset("and or is are was were be been it them this that these those up down out off".split())
_SHORTEST_STEM = 4
# "install-ation", but not "form-at" nor "migr-ation", which would part from "migrate"; "compromis-ed", not "this".
_AT_ENDINGS = ("ation", "ate", "at", "is")
_SHORTEST_BEFORE_AT = 5


def words(text: str) -> list[str]:
    """The words of `text` as they stand; a run of Chinese or Japanese is one item. Case is kept."""
    return _TOKEN.findall(text)


def terms(text: str) -> list[str]:
    """The index terms of `text` in reading order. A particle gives what it makes with the verb before it.

    A compound such as `HTTP/3` or `apt-get` gives itself and its parts; a run of Han or kana gives its bigrams (or
    the one character it has).
    """
    found = words(text)
    return [
        term
        for place, word in enumerate(found)
        for term in (word in _PARTICLES and phrasal(found, place)) or term_of(word)
    ]


def phrasal(found: Sequence[str], place: int) -> tuple[str, ...]:
    """The noun that the particle at `place` of `found`, words in text order, makes with the verb before it, as one
    term; nothing for any other word."""
    before = found[place - 1] if place else ""
    if found[place] not in _PARTICLES or not before.isascii() or not before.isalpha() or before in _NO_VERBS:
        return ()
    return () if found[place + 1 : place + 2] == ["to"] else (f"{stem(before.lower())}{found[place]}",)


@lru_cache(maxsize=65536)
def term_of(word: str) -> tuple[str, ...]:
    """The index terms of one item of `words`."""
    if _HAN_RUN.fullmatch(word):
        return tuple(word[i : i + 2] for i in range(len(word) - 1)) or (word,)
    folded = word.lower().replace("’", "'").removesuffix("'s")
    parts = [part for part in re.split(r"[-./+'_]", folded) if part]
    if len(parts) < 2:
        return (stem(folded),)
    if parts[0] in _PREFIXES and folded == "-".join(parts) and len(parts) == 2:
        return (folded, stem("".join(parts)), stem(parts[1]))
    return (folded, *(stem(part) for part in parts))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A light stem of a lower-case English word, so that inflected and related forms meet.

    The stem is a key, not a word. Words of other languages and names mostly pass unchanged.
    """
    if not word.isascii() or not word.isalpha() or len(word) < _SHORTEST_STEM:
        return word
    regular = _IRREGULAR.get(word, word)
    return _final(_derived(_uninflected(_singular(_BRITISH.sub("or", regular)))))


def is_cjk(text: str) -> bool:
    """Whether `text` holds a character of Chinese or Japanese writing."""
    return bool(_HAN_RUN.search(text))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > _SHORTEST_STEM:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _uninflected(word: str) -> str:
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 2 and _VOWEL.search(root):
            return _DOUBLED.sub(r"\1", root)
    return word


def _derived(word: str) -> str:
    for ending, replacement in _ENDINGS:
        shortest = _SHORTEST_BEFORE_AT if ending in _AT_ENDINGS else _SHORTEST_STEM
        if word.endswith(ending) and len(word) - len(ending) + len(replacement) >= shortest:
            return word[: -len(ending)] + replacement
    return word


def _final(word: str) -> str:
    if len(word) > _SHORTEST_STEM:
        word = word.removesuffix("e")
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word
