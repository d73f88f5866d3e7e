"""Open questions and disagreements: sentences that say that something is open or disputed, and sources at variance."""

import re
from collections.abc import Sequence
from itertools import combinations

from briefings.pipeline.extractive.pool import Pool
from briefings.pipeline.extractive.relevance import Scored

_UNSETTLED = (
    r"(?:unclear|unresolved|unsettled|undecided|uncertain|unknown|disputed|contested|controversial|debated|debatable|"
    r"in\s+dispute|"
    r"under\s+(?:discussion|debate|negotiation|review|consideration)|up\s+for\s+debate|"
    r"open\s+(?:question|issue|point|to\s+(?:debate|question|interpretation))|"
    r"matter\s+of\s+(?:debate|dispute|opinion)|subject\s+of\s+(?:debate|controversy|dispute))"
)
_SETTLED = (
    r"(?:clear|known|decided|settled|agreed|resolved|determined|established|understood|specified|defined|studied|"
    r"clarified)"
)
_OPEN = re.compile(
    rf"\b(?:remains?|is|are|was|were|still|seems?)\s+(?:still\s+|largely\s+|as\s+yet\s+|somewhat\s+|yet\s+|an?\s+)*{_UNSETTLED}\b|"
    r"\b(?:remains?|is\s+still|leaves?\s+\w+)\s+open\s+(?:how|whether|which|what|when|who|if)\b|\bopen\s+(?:question|issue)s?\b|"
    r"\b(?:no|little|without)\s+(?:clear\s+|general\s+|broad\s+)?(?:consensus|agreement)\b|\bdisagreements?\b|"
    r"\b(?:accounts|experts|scientists|scholars|economists|lawyers|observers|parties|states|governments|countries|authors|"
    r"sources|reports|researchers|courts|regulators|developers|maintainers)\b[^.]{0,60}\bdisagreed?\b|"
    r"\bopinions?\s+(?:differ|diverge|vary|are\s+divided)\b|\bunresolved\s+(?:issue|question|problem|matter)s?\b|"
    r"\b(?:views?|estimates|measurements|results|studies|findings|sources|experts|authors)\s+"
    r"(?:differ|diverge|conflict|disagree|vary)\b|"
    r"\b(?:critics|opponents|sceptics|skeptics)\s+(?:\w+\s+)?"
    r"(?:argue|say|claim|contend|object|point\s+out|fear|note|complain)\b|"
    rf"\bnot\s+(?:yet|so\s+far)\s+(?:been\s+)?{_SETTLED}\b|\b(?:has|have)\s+(?:not|never)\s+(?:yet\s+)?been\s+{_SETTLED}\b|"
    r"\bit\s+is\s+(?:un(?:clear|known|certain|decided|resolved)|not\s+clear|too\s+early|hard\s+to\s+(?:say|predict|know))\b|"
    r"\b(?:yet|remains?)\s+to\s+be\s+(?:seen|decided|determined|settled|resolved|negotiated|agreed|shown)\b",
    re.IGNORECASE,
)
_OPEN_CHINESE = re.compile(
    r"(?:尚|仍|还|還|目前|至今)(?:未|不|無|无|没有|沒有)(?:有)?(?:明确|明確|清楚|定论|定論|确定|確定|解决|解決|达成|達成|统一|統一|共识|共識|结论|結論|可知)|"
    r"(?:存在|有|引发|引起|引發)(?:较大|很大|一些|明显|不少|諸多|诸多)?(?:争议|爭議|分歧|不同看法|不同意见)|悬而未决|懸而未決|有待(?:商|观察|进一步|確|确|解|明|研)|未有定论|没有(?:统一|定论|共识|一致)|"
    r"(?:批评|反对|質疑|质疑)者(?:认为|指出|主张|質疑|質疑)|众说纷纭|眾說紛紜|(?:看法|观点|觀點|意见|結果|结果|说法)(?:不一|不同|相左|分歧|各异)|"
    r"(?:仍|尚|还)(?:是|有|属)?(?:未知|待定|不明朗|不确定|開放|开放)|未决|未決|争论(?:不休|仍)"
)
_CONDITION = re.compile(r"\b(?:if|when|whose|whether|where|unless|anything|in case)\b", re.IGNORECASE)
_CHINESE_CONDITION = re.compile("如果|假如|若|倘若|万一|一旦|要是")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*%?")
_SAME_MATTER = 0.8
_FEWEST_SHARED = 5


def open_questions(pool: Pool, number: int) -> list[Scored]:
    """At most `number` sentences that name something open, or contradict each other; taken out of the pool."""
    chosen: list[Scored] = []
    for pair in _contradictions(pool.free()):
        if len(chosen) + len(pair) <= number and not any(item in chosen for item in pair):
            chosen += pair
    for item in pool.free():
        if len(chosen) < number and item not in chosen and _is_open(item.passage.text):
            chosen.append(item)
    pool.use(chosen)
    return chosen


def _is_open(text: str) -> bool:
    found = _OPEN.search(text)
    # "if the origin is unknown" tells a case, not an open question.
    stated = found is not None and not _CONDITION.search(text[: found.start()])
    found = _OPEN_CHINESE.search(text)
    return stated or (found is not None and not _CHINESE_CONDITION.search(text[: found.start()]))


def _contradictions(items: Sequence[Scored]) -> list[list[Scored]]:
    """Pairs of sentences of different sources that say the same of the same with other numbers."""
    counted = [item for item in items if _NUMBER.search(item.passage.text)]
    return [[one, other] for one, other in combinations(counted, 2) if _contradict(one, other)]


def _contradict(one: Scored, other: Scored) -> bool:
    if one.passage.source == other.passage.source:
        return False
    matter, other_matter = _matter(one), _matter(other)
    shared = len(matter & other_matter)
    if shared < _FEWEST_SHARED or shared < _SAME_MATTER * len(matter | other_matter):
        return False
    return set(_NUMBER.findall(one.passage.text)).isdisjoint(_NUMBER.findall(other.passage.text))


def _matter(item: Scored) -> frozenset[str]:
    return frozenset(term for term in item.passage.content if not any(char.isdigit() for char in term))
