"""Citation markers that a writer put into the text instead of the field for citations."""

import re

from briefings.pipeline.hygiene.units import GAP

_LABEL = (
    r"(?:sources?|src|refs?\.?|references?|cites?|citations?|notes?|docs?|documents?|ids?"
    r"|来源|资料|文献|参考文献|参考资料|参考|出处|引用|注|來源|資料|文獻|參考文獻|參考|出處)"
)
_NUMBER = r"(?:#|No\.\s?|S)?\d{1,3}"
_NUMBERS = rf"{_NUMBER}(?:\s*(?:,|;|，|、|&|\band\b|-|–|和|及)\s*(?:{_LABEL}\s*)?{_NUMBER})*"
_PAGE = r"(?:\s*[,:，]\s*(?:pp?\.|S\.|第)\s*\d+(?:\s*[-–]\s*\d+)?\s*页?)?"

_BRACKETED = (
    rf"(?:\[\[?|［|【)\s*(?:see\s+|见|参见)?\^?(?:{_LABEL}[\s:：#]*)?(?P<bracketed>{_NUMBERS}){_PAGE}\s*(?:\]\]?|］|】)"
)
_DAGGER = r"【(?:\d+:)?(?P<dagger>\d{1,3})†[^】]*】"
_PARENTHESISED = (
    r"[(（]\s*(?:see\s+|cf\.\s+|according\s+to\s+|from\s+|见|参见)?"
    r"(?:sources?|src|refs?\.?|references?|citations?|来源|资料来源|参考文献|參考文獻|來源|文献)[\s:：#]*"
    rf"(?P<parenthesised>{_NUMBERS})\s*[)）]"
)
_RAISED = r"(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,，˒]\s?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}){0,20})(?![⁰¹²³⁴⁵⁶⁷⁸⁹])"
_MARKER = re.compile(rf"{_DAGGER}|{_BRACKETED}|{_PARENTHESISED}|{_RAISED}", re.IGNORECASE)
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_BEFORE_RAISED = re.compile(
    r"[A-Za-zÀ-ɏ]{4,}$|(?<!\d)(?:19|20)\d\d$|[.,;:!?%)\]”’\"'»。，；！？）】》」]$|[\u3400-\u9fff]$|\s$"
)
_UNIT = re.compile(r"(?:met(?:re|er)s?|feet|foot|inch(?:es)?|yards?|miles?|square|米|尺|寸|码|里|度)$", re.IGNORECASE)
_BETWEEN_NUMBERS = re.compile(r"[,;，、˒&和及]|\band\b", re.IGNORECASE)
_WIDEST_RANGE = 12


def take_markers(text: str) -> tuple[str, tuple[int, ...]]:
    """`text` with a gap where each marker stood, and the ids that the markers gave, in order."""
    ids: list[int] = []

    def take(marker: re.Match[str]) -> str:
        if marker["raised"] and not _is_raised_marker(text[: marker.start()]):
            return marker[0]
        ids.extend(_numbers(next(group for group in marker.groups() if group)))
        return GAP

    return _MARKER.sub(take, text), tuple(ids)


def _is_raised_marker(before: str) -> bool:
    """Whether raised figures after `before` are a marker: they follow a word, a year or a mark, but are no exponent."""
    return bool(_BEFORE_RAISED.search(before)) and not _UNIT.search(before)


def _numbers(ids: str) -> list[int]:
    """The ids of a marker: "1, 3" as well as "2-4"."""
    numbers: list[int] = []
    for part in _BETWEEN_NUMBERS.split(ids.translate(_DIGITS)):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        is_range = len(ends) == 2 and 0 <= ends[1] - ends[0] <= _WIDEST_RANGE
        numbers.extend(range(ends[0], ends[1] + 1) if is_range else ends)
    return numbers
