"""Pointers: sentences that send their reader to another place of their document, or to another document."""

import re

_SAID = (
    r"(?:mentioned|described|discussed|noted|explained|shown|listed|given|defined|outlined|stated|presented|seen|introduced|"
    r"illustrated|indicated|specified|covered|detailed|summari[sz]ed|provided|explored|addressed|examined|cited|quoted|"
    r"reproduced|displayed|used)"
)
_ELSEWHERE = (
    r"(?:above|below|earlier|previously|later|here|next|separately|elsewhere|"
    r"in\s+(?:more\s+)?(?:detail\s+)?(?:the\s+)?"
    r"(?:next|previous|following|preceding|this|section|chapter|appendix|table|figure|detail))"
)
_NUMBERED = (
    r"(?:section|chapter|figure|fig\.|table|listing|example|appendix|step|equation|page|footnote|sidebar|exhibit|box|"
    r"panel)"
)
_SHOWN = (
    r"(?:example|table|figure|list|section|chapter|text|paragraph|diagram|listing|screenshot|snippet|illustration|"
    r"code|session)"
)

_SENDING = re.compile(
    r"\b(?:see|cf\.?|refer(?:\s+\w+)?\s+to|consult)\b"
    r"(?!\s+(?:\w+\s+)?(?:fit|as\b|that|how|an?\s+(?:increase|decrease|rise|improvement|future)))|"
    # "Section 508 of the Rehabilitation Act" is a law, not a place in the text.
    rf"\b{_NUMBERED}\s+(?:\d|(?-i:[A-Z])\b(?!\.?\s+of\s+the)|[IVX]+\b|“|\")(?!\S*\s+of\s+the\s+(?-i:[A-Z]))|"
    r"§|\bibid\b|\bop\.\s?cit|\[\d{1,3}\]|\[citation|\([A-Z]?\d{1,2}\)$|\barXiv:\d|\b[Bb]ug\s+\#?\d+|\#\d+",
    re.IGNORECASE,
)
# A manual's page is a pointer where it is said to tell of something; elsewhere it is the name of a tool.
_MANUAL_PAGE = re.compile(
    rf"\b(?:{_SAID}|documented|documentation)\s+(?:in|by|under|with)\s+(?:the\s+)?[\w.+-]+\(\d\w?\)|"
    r"^(?:The\s+)?[\w.+-]+\(\d\w?\)\s+(?:describes?|explains?|documents?|has\s+(?:more|further))\b"
)
# "… as described in Lining a Furnace": the title of another chapter; "as recital 29 explains".
_TITLED = re.compile(
    r"\b(?:described|explained|discussed|detailed|documented|outlined|covered)\s+in\s+(?:the\s+)?(?:[A-Z][\w-]*\s+){1,}(?:[a-z]{1,3}\s+)*[A-Z]|"
    r"\bas\s+(?:described|explained|discussed|shown|outlined)\s+in\s+(?:the\s+)?[A-Z]|"
    # "Upbeats are covered in Measures.": but laws and standards are described where they are.
    r"\b(?:is|are)\s+(?:described|explained|discussed|documented|covered|treated)\s+in\s+"
    r"(?!(?:Annex|Articles?|Schedule|Part|Title|Clause|Directive|Regulation|Act|RFC)\b)[A-Z][^\d.,;:()]{2,50}\.$|"
    r"\bjust\s+(?:described|mentioned|shown|discussed|seen|explained)\b|"
    r"^(?:Below|Above)\s+(?:is|are)\b|\btaken\s+next\.$|^The\s+sections?\s+(?:on|about)\b|"
    r"\b[Ff]ollow(?:ing)?\s+the\s+(?:steps|instructions|procedure)\b|"
    r"\b[Aa]s\s+(?:the\s+)?(?:recital|article|section|paragraph|annex|clause|chapter)s?\s+\w+\s+(?:\w+\s+)?"
    r"(?:explains?|says|states?|notes?|makes|puts|sets|provides|shows)\b",
)
_BACK_AND_FORTH = re.compile(
    rf"\b{_SAID}\s+{_ELSEWHERE}\b|"
    r"\b(?:above|below)(?:[-\s](?:mentioned|named|listed|described|example|table|figure|list|command|section|code|steps?|diagram|output))|"
    r"\b(?:the|these|those|in\s+the|all\s+the)\s+(?:above|below|foregoing|aforementioned|preceding|previous)\b"
    r"(?!\s+(?:year|decade|century|version|government|average|owner|regulation|law|transaction))|"
    r"\b(?:above|below)\s*[.,;:)]|\((?:above|below)\b|"
    r"\b(?:the|these|those|with|of|as|in)\s+following\b(?!\s+(?:year|day|month|week|decade|century|the\s))|"
    r"\bas\s+follows?\b|\b(?:follows|following)\s*[.:]?$|:\s*$|"
    r"\b(?:next|previous|following|preceding|last|first|second)\s+(?:section|chapter|paragraph|example|figure|table|step|page|"
    r"command|line|part|subsection|article|sentence|item|bullet|diagram)\b|"
    r"\b(?:earlier|later|elsewhere)\s+in\s+(?:this|the)\b|\bon\s+(?:this|the\s+next|the\s+previous)\s+page\b|"
    r"\b(?:left|right|bottom|top)(?:-hand)?\s+(?:side\s+)?of\s+(?:the\s+)?(?:page|figure|screen|window|diagram)\b|"
    rf"\b{_SHOWN}\s+(?:above|below|here|shows|illustrates|demonstrates)\b",
    re.IGNORECASE,
)
_TO_THE_READER = re.compile(
    r"\bfor\s+(?:more|further|additional|complete|full|detailed)\s+"
    r"(?:details?|information|explanation|discussion|description|examples?|reading|background)\b|"
    r"\b(?:more|further|additional|detailed)\s+(?:details?|information)\b.{0,40}\b(?:found|available|in\s+the)\b|"
    r"\bour\s+examples?\b|\b(?:here\s+(?:is|are)|please|let\s+us|let['’]s|we['’]ll|we\s+(?:will|shall)|you['’]ll\s+(?:see|find|learn|notice))\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:见|参见|參見|参阅|參閱|参考|查看|详见|請見|请见|如)(?:第|下|上|图|表|圖|附录|本|章|节|[“《「])|"
    r"如(?:下|上|前|图|圖|表)(?:所|面|表|图|述)?|上文|下文|前文|后文|(?:上|下|前|后|後|本|这|這)(?:一)?(?:节|節|章|页|頁|段|例)|"
    r"(?:图|表|圖|例|附录|公式)\s*\d|第\s*[\d.]+\s*(?:节|節|章|页)|以下(?:是|为|為|列|几|步|命令|内容|示例|方法|表)|下列|"
    r"(?:下|上)面(?:的|是|列|介绍|将|我们)|(?:更多|详细|進一步|进一步)(?:的)?(?:信息|内容|介绍|资料|說明|说明)|"
    r"我们(?:将|会|来|先|可以看)|让我们|参见|參見|請參|请参|\[\d+\]|[：:]$"
)
_PATTERNS = (_SENDING, _MANUAL_PAGE, _TITLED, _BACK_AND_FORTH, _TO_THE_READER, _CHINESE)


def points_elsewhere(sentence: str) -> bool:
    """Whether `sentence` refers to another place of its document, or to a document by a mark that is not kept."""
    return any(pattern.search(sentence) for pattern in _PATTERNS)
