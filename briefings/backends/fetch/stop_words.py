"""The small words that tell prose from menus, where a page gives no other sign."""

from justext.utils import get_stoplist  # type: ignore[import-untyped]

# All hundred lists that there are would cost every process that reads pages 33 MB.
_LANGUAGES = (
    "Arabic Dutch English French German Italian Polish Portuguese Russian Spanish Swedish Turkish Ukrainian".split()
)


def stop_words() -> tuple[str, ...]:
    """The stop words of the languages in which most pages are written that have lists of them, each once."""
    return tuple(sorted({word for language in _LANGUAGES for word in get_stoplist(language)}))
