"""Closes the gaps that removals leave, with the words and marks that only led to what was removed."""

import re
from collections.abc import Callable

from briefings.pipeline.hanzi import simplified
from briefings.pipeline.hygiene.references import REPORTS
from briefings.pipeline.hygiene.units import GAP, split
from briefings.pipeline.patterns import any_of

Replacement = str | Callable[[re.Match[str]], str]

_FLAGS = re.VERBOSE | re.IGNORECASE

_GIVEN = any_of("""
    shown, reported, stated, noted, described, documented, explained, seen, cited, discussed, published, outlined
    summari[sz]ed, found, listed, given, detailed, set out, mentioned, argued, indicated, confirmed
    """)
_LEADS_TO = any_of(f"""
    according to, as {_GIVEN} (?:in|by|at|on), {_GIVEN} (?:in|by), see(?: also)?, cf\\.?, e\\.g\\.,?, compare
    (?:available|accessible) (?:online )?(?:at|from|here|on|via), (?:found|read|published|posted) (?:at|on)
    (?:retrieved|downloaded) from, accessed (?:at|from|via), read more (?:at|on|in)
    more (?:information |details )?(?:at|on|in), based on, adapted from, refer to, visit, via, from, at, on, in, by
    per, through, under, sources?, links?, urls?, website, doi, reference, ref\\.?, and, or, with, 参见, 详见, 请见
    请参阅, 参阅, 访问, 来自, 资料来源, 来源, 引自, 出自, 链接, 网址, 根据, 依据, 见, 据, 于, 在
    """)
_CHINESE_LEADS_TO = any_of(
    "请?参见, 详见, 请见, 请?参阅, 访问, 来自, 资料来源, 来源, 引自, 出自, 链接, 网址, 根据, 依据"
)

_SEVERAL = re.compile(rf"{GAP}(?:\s*(?:,|;|、|，|–|-)?\s*(?:and|&|or|和|及|与|以及)?\s*{GAP})+", re.IGNORECASE)
_BRACKETS = re.compile(
    rf"""\s*[(（\[]\s*(?:{_LEADS_TO}\s*[:：]?\s*)*{GAP}
    (?:\s*[,;，]\s*(?:pp?\.\s*\d+(?:[-–]\d+)?|(?:last\ )?(?:accessed|retrieved|visited)[^()（）]*))?\s*[.]?[)）\]]""",
    _FLAGS,
)
_QUOTED = re.compile(rf"[\"“'‘«]\s*{GAP}\s*[\"”'’»]")
_AS_IT_SHOWS = re.compile(
    rf"\s*[,，—–-]?\s*\b(?:as|which|like)\s+{GAP}\s+(?:also\s+)?{REPORTS}(?=\s*(?:[.,;:!?)]|$))", _FLAGS
)
_OPENING_AS = re.compile(
    rf"^(?:as\s+{GAP}\s+{REPORTS}|(?:according\ to|as\ {_GIVEN}\ (?:in|by)|per)\s+{GAP})\s*,?\s*", _FLAGS
)
_SUBJECT = re.compile(rf"(?P<before>^|[.;,:—–]\s)\s*{GAP}\s+(?:also\s+)?{REPORTS}\s+that\s+", _FLAGS)
_CHINESE_SUBJECT = re.compile(
    rf"(?:(?:根据|依据|据|如)\s*)?{GAP}\s*(?:的?(?:显示|指出|表明|报道|称|认为|所述|所示|数据|报告))+[,，:：]?\s*"
)
_LED_TO = re.compile(rf"\s*(?:[,;，；—–-]\s*)?(?<![\w-])(?:please\ )?{_LEADS_TO}\s*[:：]?\s*{GAP}", _FLAGS)
_CHINESE_LED_TO = re.compile(rf"[,，；]?\s*{_CHINESE_LEADS_TO}\s*(?:于|为)?[:：]?\s*{GAP}")

_OWN_LIST = re.compile(
    r"\s*(?:sources?|references?|bibliography|works\ cited|further\ sources|参考文献|参考资料|资料来源|来源)\s*[:：]",
    _FLAGS,
)
_FOR_MORE = re.compile(
    rf"""\s*(?:for\ (?:more|further|additional|full)\ |to\ (?:learn|read|find\ out|see)\ more\b
    |(?:read|learn|find\ out|see)\ more\b)[^{GAP}]*{GAP}\W*$""",
    _FLAGS,
)
_LEADS = frozenset(
    """see read visit more available source sources reference references via at from check refer consult contact further
    link links url doi accessed retrieved compare find click""".split()
)
_POINTERS = _LEADS | frozenset(
    """also cf and or for details detail information info reading in on by the this that here website site page report
    article to learn full text story topic please of online eg e g with is are can be found listed you it""".split()
)
_CHINESE_POINTERS = re.compile(r"[请参见详更多信息资料来源链接网址访问阅读可于在和与及的等文献全文]+")

_JOINS: tuple[tuple[re.Pattern[str], Replacement], ...] = (
    (re.compile(rf"^\s*{GAP}\s*[,;:，；：.。-]?\s*"), ""),
    (re.compile(rf"\s*[,;:，；：、—–-]?\s*{GAP}\s*(?=[.!?。！？…]|$)"), ""),
    (re.compile(rf"\s*[,;，；、]?\s*{GAP}\s*(?=[)\]}}）】])"), ""),
    (re.compile(rf"\s*{GAP}\s*(?=[,;:，；：、])"), ""),
    (re.compile(rf"(?<=[(（])\s*{GAP}\s*[,;]?\s*"), ""),
    (re.compile(rf"(\s*){GAP}(\s*)"), lambda gap: " " if gap[1] or gap[2] else ""),
)
"""How the words around a gap come together: first sentence starts and ends, then brackets, then the rest."""


def close_gaps(text: str) -> tuple[str, int]:
    """`text` without gaps, and how many lists of sources were dropped that held no gap."""
    units = split(text)
    lists = sum(GAP not in unit and _is_own_list(unit) for unit in units)
    closed = [_close(unit) if GAP in unit or (lists and _is_own_list(unit)) else unit for unit in units]
    return ("".join(closed).strip() if closed != units else text), lists


def _close(unit: str) -> str:
    if _is_own_list(unit) or _only_points(unit):
        return ""
    opening = unit.lstrip()[:1]
    for pattern in (_SEVERAL, _BRACKETS, _QUOTED, _SEVERAL, _AS_IT_SHOWS):
        unit = pattern.sub(GAP, unit)
    unit = _CHINESE_SUBJECT.sub("", _SUBJECT.sub(r"\g<before>", _OPENING_AS.sub("", unit)))
    for pattern in (_LED_TO, _CHINESE_LED_TO, _SEVERAL):
        unit = pattern.sub(GAP, unit)
    for pattern, replacement in _JOINS:
        unit = pattern.sub(replacement, unit)
    was_a_start = opening == GAP or opening.isupper()
    return unit[:1].upper() + unit[1:] if was_a_start and unit[:1].islower() else unit


def _is_own_list(unit: str) -> bool:
    return _OWN_LIST.match(simplified(unit)) is not None


def _only_points(unit: str) -> bool:
    """Whether nothing is said but where to look."""
    if _FOR_MORE.match(unit):
        return True
    rest = unit.replace(GAP, " ")
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", _CHINESE_POINTERS.sub(" ", simplified(rest)))}
    leads = not words or bool(words & _LEADS)
    return leads and words <= _POINTERS and not any(character.isdigit() for character in rest)
