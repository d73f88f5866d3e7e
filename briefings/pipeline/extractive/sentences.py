"""Splitting a paragraph into sentences, in alphabetic languages and in Chinese and Japanese."""

import re

from briefings.pipeline.retrieval.tokens import CJK

_CLOSING = "\"'”’»)\\]）」』】》"
_OPENING = "\"'“‘«(\\[（「『【《¿¡"
_BOUNDARY = re.compile(
    rf"(?P<end>[.!?…]+[{_CLOSING}]*)(?=\s+[{_OPENING}]*[^\W_a-z])|(?P<low>(?<=[^\W\d_]{{4}})\.)(?=\s+[a-z])|(?P<wide>[。！？]+[{_CLOSING}]*)|(?P<mixed>[.!?]+)(?=[{CJK}])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|al|vs|approx|ca|resp|viz|Dr|Mr|Mrs|Ms|Prof|Sr|Jr|St|No|Nos|Fig|Figs|Eq|Sec|Sect|Ch|Art|"
    r"Arts|Vol|pp|Inc|Ltd|Co|Corp|Gen|Gov|Sen|Rep|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|v|ver|"
    r"z\.B|d\.h|bzw|Nr|Abs|p\.ex|M|Mme|Sra|Dra)|(?:^|[\s(.])[A-Z](?:\.[A-Z])*)\.$"
)
# Four letters or more that a full stop shortens; lower case after any other long word begins with a name, as of a tool.
_LONG_ABBREVIATION = re.compile(
    r"\b(?:abbr|approx|assn|cont|corp|dept|evtl|excl|govt|incl|inkl|insb|intl|natl|orig|spec|temp|trans|univ|usw|vols)\.$",
    re.IGNORECASE,
)
_LISTED_NUMBER = re.compile(r"(?:^|\b(?:Chapter|Section|Part|Step|No)\s+)\(?\d{1,2}(?:\.\d{1,2})*\.$")
_ALWAYS_GOES_ON = re.compile(r"\b(?:e\.g|i\.e|cf|vs|viz|Dr|Mr|Mrs|Ms|Prof|St|Fig|Figs|Eq|Sec|Sect|z\.B|d\.h)\.$")
_OPENERS = re.compile(
    r"^(?:The|This|These|A|An|In|It|If|For|However|When|While|Each|Some|But|And|There|They|We|As|On)\b"
)

_CONTEXT = 60
"""How many characters before and after a full stop tell whether it ends a sentence."""


def split(text: str) -> list[str]:
    """The sentences of one paragraph, verbatim and in order, closing quotes and brackets kept with their sentence."""
    sentences: list[str] = []
    start = 0
    for boundary in _BOUNDARY.finditer(text):
        end = boundary.end()
        near = max(start, end - _CONTEXT)
        if (boundary["end"] or boundary["low"]) and _goes_on(text[near:end], text[end : end + _CONTEXT].lstrip()):
            continue
        sentences.append(text[start:end].strip())
        start = end
    sentences.append(text[start:].strip())
    return [sentence for sentence in sentences if sentence]


def _goes_on(head: str, tail: str) -> bool:
    """Whether the full stop at the end of `head` does not end a sentence."""
    if _ALWAYS_GOES_ON.search(head) or _LISTED_NUMBER.search(head) or _LONG_ABBREVIATION.search(head):
        return True
    return bool(_ABBREVIATION.search(head)) and not _OPENERS.match(tail)
