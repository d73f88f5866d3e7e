"""Languages as BCP 47 tags, and a guess at the language of a short text from its script."""

import re

LANGUAGES: dict[str, str] = {
    "en": "English",
    "zh-Hans": "Chinese (simplified)",
    "zh-Hant": "Chinese (traditional)",
    "fr": "French",
    "es": "Spanish",
    "ru": "Russian",
    "ar": "Arabic",
    "ja": "Japanese",
    "de": "German",
}

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_LETTER = re.compile(r"[^\W\d_]")
# Frequent characters that exist in one of the two Chinese scripts only.
_TRADITIONAL = re.compile(r"[這個們來時會國說對與於為從無並區萬學開關電車馬長門問題際經濟機證據議題網絡歐盟報導]")
_SIMPLIFIED = re.compile(r"[这个们来时会国说对与于为从无并区万学开关电车马长门问题际经济机证据议网络欧盟报导]")
_LATIN_HINTS: dict[str, frozenset[str]] = {
    "en": frozenset("the of and to in is how what for with between does are on versus".split()),
    "fr": frozenset("le la les des du et une est pour dans sur entre comment quel quelle aux".split()),
    "es": frozenset("el los las del y una es para en entre cómo qué cuál por con".split()),
    "de": frozenset("der die das und ist ein eine für im zwischen wie was von mit den".split()),
}


def normalise(tag: str) -> str:
    """The tag as Kyle spells it: `zh` means `zh-Hans`. Raises ValueError for a language that Kyle does not know."""
    if tag.lower() in ("zh", "zh-cn", "zh-sg", "zh-hans"):
        return "zh-Hans"
    if tag.lower() in ("zh-tw", "zh-hk", "zh-hant"):
        return "zh-Hant"
    for known in LANGUAGES:
        if tag.lower().split("-")[0] == known:
            return known
    raise ValueError(f"{tag!r} is not a language that Kyle knows")


def is_chinese(tag: str) -> bool:
    return tag.lower().startswith("zh")


def detect(text: str) -> str:
    """The likeliest language of `text`: by script where that decides, else by frequent words, else English."""
    return _by_words(text) if text.isascii() else _by_script(text) or _by_words(text)


def _by_script(text: str) -> str:
    """Empty where the script decides nothing."""
    letters = len(_LETTER.findall(text)) or 1
    if len(_KANA.findall(text)) > 0.1 * letters:
        return "ja"
    if len(_HAN.findall(text)) > 0.25 * letters:
        traditional = len(_TRADITIONAL.findall(text)) > len(_SIMPLIFIED.findall(text))
        return "zh-Hant" if traditional else "zh-Hans"
    if len(_CYRILLIC.findall(text)) > 0.4 * letters:
        return "ru"
    if len(_ARABIC.findall(text)) > 0.4 * letters:
        return "ar"
    return ""


def _by_words(text: str) -> str:
    words = re.findall(r"[^\W\d_]+", text.lower())
    score = {tag: sum(word in hints for word in words) for tag, hints in _LATIN_HINTS.items()}
    best = max(score, key=lambda tag: score[tag])
    return best if score[best] > score["en"] else "en"
