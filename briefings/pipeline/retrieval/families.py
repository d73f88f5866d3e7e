"""Families of words: those who do what a word says, and the state of it, as "owner" and "ownership".

Inflected forms and nouns such as "encryption" share a stem already (see `tokens.stem`).
"""

import re
from functools import lru_cache

from briefings.pipeline.retrieval.tokens import stem
from briefings.pipeline.retrieval.vocabulary import is_framing

_ENDINGS = ("ership", "ator", "eri", "ship", "er", "or")
_SHORTEST_ROOT = 4
_SHORTEST_OWNER = 3
"""Shorter words that end in these mostly end in them by chance, as "paper" does; of "-ership" that is not so."""
_SHORTEST_DERIVED = 5
_CLOSED = re.compile(r"[^aeiou][aeiou][bdgmnpt]$")
_DOUBLED = re.compile(r"([bdgmnpt])\1$")


@lru_cache(maxsize=4096)
def kin(word: str) -> frozenset[str]:
    """The stems of the family of `word`, a lower-case English word, without its own."""
    own = stem(word)
    if not own.isascii() or not own.isalpha() or len(own) < _SHORTEST_ROOT:
        return frozenset()
    root = _root(own)
    family = {root, *(stem(root + ending) for ending in _ENDINGS)} if _may_derive(root, own) else set()
    if _CLOSED.search(root):
        family.add(stem(f"{root}{root[-1]}er"))
    return frozenset(one for one in family - {own} if not is_framing(one))


def _root(own: str) -> str:
    for ending in _ENDINGS:
        root = own.removesuffix(ending)
        if root != own and len(root) >= (_SHORTEST_OWNER if ending == "ership" else _SHORTEST_ROOT):
            return _DOUBLED.sub(r"\1", root)
    return own


def _may_derive(root: str, own: str) -> bool:
    """Whether endings may be put to `root`: to a short word that has none they give others, "corner" from "corn"."""
    return root != own or len(root) >= _SHORTEST_DERIVED
