"""Whether a sentence can stand in a document as it is: whole, of readable length, prose and not code."""

import re
from functools import lru_cache

from briefings.domain.language import is_chinese
from briefings.pipeline.extractive.boilerplate import is_boilerplate
from briefings.pipeline.extractive.grammar import (
    has_finite_verb,
    is_command,
    is_gerund,
    is_noun_phrase,
    lacks_subject,
    starts_finite,
)
from briefings.pipeline.extractive.pointers import points_elsewhere
from briefings.pipeline.hygiene.text import tidy
from briefings.pipeline.retrieval.tokens import CJK

WORDS = range(6, 46)
"""How many words an extracted sentence has."""
CHINESE_CHARACTERS = range(12, 121)
"""How many characters an extracted Chinese sentence has."""

_LONGEST = 600
_START = re.compile(r"^[\"'“‘«]?(?:[A-ZÀ-ÞА-ЯЁ]|\d+(?:[.,]\d+)*(?:-\w+)?\s+[a-z]|\d+\w*-\w)")
# A name in lower case may begin a sentence, if it looks like no other word: "smelt-cast makes", "smelt(1) makes".
_NAME_START = re.compile(r"^(?:[a-z][\w.+]*(?:[-_][\w.+]+)+|[a-z][\w.+-]*\(\d\w?\))\s+(?P<next>[a-z]+\s.*)")
_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)[.](?:[\"'”’»)]+)?$")
# Names of a manual's page, of a generic type, of a function and of a variable. A few of them are prose, many are code.
_MANUAL_PAGE = re.compile(r"(?<=\w)\(\d[a-z]?\)")
_GENERIC = re.compile(r"(?<=\w)<&?\w+(?:<&?\w+(?:, ?&?\w+)*>)?(?:, ?&?\w+)*>")
_CALL = re.compile(r"\b\w+(?:(?:::|\.)\w+)*\(\)|\b\w+(?:::\w+)+")
_JOINED_NAME = re.compile(r"\b\w*[^\W_]_[^\W_]\w*\b")
_MOST_NAMES = 2
_CHINESE_START = re.compile(rf"^[“‘「『《（(]?[{CJK}A-Za-z0-9]")
_CHINESE_END = re.compile(r"。[”’」』）)]?$")
_SYMBOLS = re.compile(
    r"[{}<>|\\=^~*@`\ufffd→←⇒•▪│☞⟨⟩¶]|\$(?!\d)|#(?=\w)|\w+\(\)|\w\([\"']|::|->|&&|\+\+\+|\.\.\.|…|--|"
    r"\s[-/]\w+\s[-/]\w|' '|\w\.\.$"
)
_ADDRESS = re.compile(r"https?:|ftp:|www\.|\w@\w|\b[\w-]+\.(?:com|org|net|html?|php)\b", re.IGNORECASE)
_PATH = re.compile(r"(?:^|[\s\"'“(])~?/\w+(?:/[\w.*-]+)+")
_OPTION = re.compile(r"(?:^|[\s\"'“(])--?[A-Za-z][\w-]*")
_LABEL = re.compile(
    r"^(?:[A-Z]{4,} [A-Z]{4,}\b|(?:[A-Z]{2,} ){2,}[A-Z]{2,}\b|[^,.;:]{1,40}:\s+[A-Z(\"“]|"
    r"(?:Note|Tip|Warning|Caution|Important|Example|Hint|Q|A)[:.]\s)"
)
# An entry of a manual without its term: "How often to retry before …", "Allowed values are …".
_ENTRY = re.compile(
    r"^(?:How\s+(?:many|much|long|often|to)|What\s+to|Whether\s+(?:or\s+not\s+)?to)\b(?!.*\b(?:depends?|remains?|varies)\b)|"
    r"^(?:Allowed|Valid|Possible|Supported|Accepted|Legal)\s+values?\b|^(?:Defaults?\s+to|Default\s+is)\b|"
    r"^(?:Only|Also|Always|Simply)\s+(?:applies|used|works|affects|relevant|valid|takes|sets|has|for|in|if|when)\b|"
    r"^(?:Does|Has|Is|Are|Was|Were|Can|Cannot|Must|Should)\s|"
    r"^If\s+(?:yes|no|on|off|value|true|false|set|enabled|key|name|None|omitted|unset|unspecified|provided|given|specified|absent|empty|"
    r"missing)\b|^When\s+(?:set|enabled|given|omitted|specified|unset|true|false)\b|"
    r"^(?:All|Both)\s+(?:the\s+)?(?:parameters|arguments|options|fields|keys|attributes)\s+(?:are|is|can|have)\b|"
    r"^[A-Z][a-z]+s\s+(?:back|up|down|off)\s+(?:the|an?)\s|"
    r"^(?:Default|Maximum|Minimum|Number|Name|Size|List)\s+(?:[\w-]+\s+){0,2}(?:of|in|to|for)\b|"
    r"^(?:Sent|Used|Called|Raised|Set|Given|Added|Created|Required|Needed|Emitted|Fired|Triggered|Invoked|Thrown|Stored|"
    r"Ignored|Enabled|Disabled)\s+(?:(?:if|when|only)\b|(?:to|by|for|as|in|after|before|with|on|at)\b[^,]*$)|"
    r"^Returns?\s|^(?:Don['’]t|Do\s+not|Never)\s|"
    r"^(?:(?:The\s+)?(?:default|maximum|minimum|number|name|size|list|path|time|amount|type)\s+(?:\w+\s+)?(?:of|in|to|for)\b)"
    r"(?!.*\b(?:is|are|was|were|has|have|can|may|must|will|should|does|do|depends?|remains?|grows?|falls?|rises?|varies)\b)",
    re.IGNORECASE,
)
_SHORT_LABEL = re.compile(r"^(?:[^\s:]+\s){0,4}[^\s:]+:\s")
_ASIDE = re.compile(r"\s*\([^()]*\)|,\s+(?:where|which|who|whose)\b[^,]*(?=\.$)")
_DIGITS = re.compile(r"\d")
_PAIRS = ("()", "[]", "“”", "«»", "（）", "「」", "『』", "《》", "【】")
_FUSED = re.compile(
    r"[a-z]{3,}[.?!:;,][A-Z][a-z]|[a-z)]\d+\.\d|[a-z]{2,}[A-Z]{2,}_|_[A-Z]+[a-z]{3,}|"
    r"[a-z]{4,}[A-Z][a-z]{3,}[A-Z]?[a-z]* [A-Z][a-z]+ [A-Z][a-z]+ [A-Z]"
)
_FUSED_TITLE = re.compile(
    r"[a-z\d)] (?:It|The|This|These|If|In|You|We|They|There|When|With|For|To|As|At|By|On|While|Since|Because|However) "
    r"[a-z]"
)
_CHINESE_FUSED = re.compile(rf"^.{{0,24}}[{CJK}）] +[{CJK}]")
# A link that the text has lost: "More is to be found in."
_LOST_LINK = re.compile(
    r"\b(?:available|described|documented|explained|discussed|found|listed|given|shown|provided|see)\s+(?:also\s+)?"
    r"(?:in|at|from|on|by|under|here)\.$"
)
_NUMBER = r"(?:two|three|four|five|six|seven|several|various|multiple|a\s+few|a\s+number\s+of)"
# A list that does not come within the sentence.
_ANNOUNCES = re.compile(
    rf"^There\s+(?:are|exist)\s+(?:\w+ly\s+|at\s+least\s+)?{_NUMBER}\s[^:;,—–(]*\.$|"
    rf"\b(?:supports?|ha(?:s|ve)|offers?|provides?|knows?|distinguish(?:es)?)\s+{_NUMBER}\s+(?:[\w-]+\s+)?"
    r"(?:ways|kinds|types|classes|options|methods|approaches|modes)\b[^:;,—–(]*\.$|"
    r"\ba\s+(?:series|number|set|couple)\s+of\s+(?:\w+\s+)?(?:steps|commands|reasons|factors|ways|things|options)\b[^:]*\.$|"
    rf"\bin\s+{_NUMBER}\s+(?:\w+\s+)?(?:ways|steps|stages|forms|flavou?rs)\.$"
)
# The things of an example: "node1", "job 7", "the variable s", "when s goes out of scope".
_INSTANCE = re.compile(
    r"\b(?:node|host|server|user|machine|client|job|vm|box|peer|alice|bob)\s?-?\d{1,2}\b(?![.,:]\d)|\b(?:Alice|Bob)\b|"
    r"\b(?:variable|function|parameter|pointer|thread|transaction|process)s?\s+(?:[b-z]|[A-Z])\b(?![\w'’-])|"
    r"(?<!\bwhere)(?<![\d.])\s[b-z]\s+(?:is|goes|comes|stops|stands|was|has|can|does|will|points|owns|holds|refers)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:I|my|me|myself|[Ww]e|[Oo]urs?|us|ourselves)\b(?!/)")
_CHINESE_FIRST_PERSON = re.compile("我们|我們|咱们|笔者|筆者|本人|我(?!国|國|党)")
_CHINESE_COMMAND = re.compile(
    r"^[们們着了的地得吗嗎呢吧]|^(?:用于|用於|用来|用來|来(?![自源])|推荐|推薦|决定(?!性)|包含|帮助|甚至|可以|能够|必须|应当|查看|参阅|运行|输入|执行|打开|点击|确认|确保|尝试|记住|试试|不要|別|别忘|设为|选择(?!权)|只需|需要使用)|"
    r"^(?:.*[，,；])?请(?!求)|^(?:一些|几个|若干|各种)[^，]*的[^，的]{1,4}。$"
)
# A Latin word twice at the start, with no mark between, tells of a title that runs into its sentence.
_CHINESE_TITLE = re.compile(r"^[^，。：；、]{0,16}?\b([A-Za-z][\w.-]+)\b[^，。：；、]{0,16}? \1 ")
_CHINESE_LABEL = re.compile(r"^[A-Za-z-]+:\s|^(?:[^，。；：]{1,6}|[^，。；：]{1,16}[）)])：|^[^，。；：]{1,16}：\s")
_CHINESE_LETTER = re.compile(rf"[{CJK}]")
_CHINESE_SHARE = 0.4
_MOST_DIGITS = 0.15


# A page is read once for every run that cites it, and sites repeat their sentences from page to page.
@lru_cache(maxsize=16_384)
def is_usable(sentence: str, language: str) -> bool:
    """Whether `sentence`, of a text in `language` (a BCP 47 tag), may be quoted as a sentence of its own.

    Whether it needs the sentence before it is another question (`context.needs_antecedent`).
    """
    if is_chinese(language):
        shaped = _is_chinese_sentence(sentence)
    else:
        shaped = _is_sentence(sentence) and (language.split("-")[0] != "en" or _is_english_statement(sentence))
    told = shaped and _is_prose(sentence) and not is_boilerplate(sentence) and not points_elsewhere(sentence)
    # What is cleaned out of every document would leave a sentence that its source does not have.
    return told and tidy(sentence).text == sentence


def _is_sentence(sentence: str) -> bool:
    if len(sentence) > _LONGEST or len(sentence.split()) not in WORDS:
        return False
    whole = _starts(sentence) and bool(_END.search(sentence))
    return whole and not _LABEL.match(sentence) and not _is_fused(sentence)


def _starts(sentence: str) -> bool:
    named = _NAME_START.match(sentence)
    return bool(_START.match(sentence)) or (named is not None and starts_finite(named["next"]))


def _is_fused(sentence: str) -> bool:
    """Whether a title or another piece of the page runs into the sentence without a mark between."""
    return bool(_FUSED.search(sentence) or _FUSED_TITLE.search(sentence))


def _is_english_statement(sentence: str) -> bool:
    label = _SHORT_LABEL.match(sentence)
    if label and not has_finite_verb(label.group()):
        return False
    if is_command(sentence) or lacks_subject(sentence) or is_noun_phrase(sentence):
        return False
    if is_gerund(_ASIDE.sub("", sentence)):
        return False
    if (
        _FIRST_PERSON.search(sentence)
        or _ENTRY.match(sentence)
        or _ANNOUNCES.search(sentence)
        or _INSTANCE.search(sentence)
        or _LOST_LINK.search(sentence)
    ):
        return False
    return has_finite_verb(sentence)


def _is_chinese_sentence(sentence: str) -> bool:
    letters = len(_CHINESE_LETTER.findall(sentence))
    if len(sentence) not in CHINESE_CHARACTERS or letters < _CHINESE_SHARE * len(sentence.replace(" ", "")):
        return False
    if (
        _CHINESE_COMMAND.match(sentence)
        or _CHINESE_FUSED.match(sentence)
        or _CHINESE_LABEL.match(sentence)
        or _CHINESE_TITLE.match(sentence)
        or _CHINESE_FIRST_PERSON.search(sentence)
    ):
        return False
    return bool(_CHINESE_START.match(sentence) and _CHINESE_END.search(sentence))


def _is_prose(sentence: str) -> bool:
    bare = _GENERIC.sub("", _MANUAL_PAGE.sub("", sentence))
    if _is_dense_with_names(bare):
        return False
    bare = _CALL.sub("it", bare)
    if _SYMBOLS.search(bare) or _ADDRESS.search(bare):
        return False
    if len(_DIGITS.findall(sentence)) > _MOST_DIGITS * len(sentence):
        return False
    return _balanced(sentence)


def _is_dense_with_names(sentence: str) -> bool:
    """Whether a sentence holds more than one path, option or call, or more than two names, or one and another."""
    marks = sum(len(set(pattern.findall(sentence))) for pattern in (_PATH, _OPTION, _CALL))
    return _MOST_NAMES * marks + len(set(_JOINED_NAME.findall(sentence))) > _MOST_NAMES


def _balanced(sentence: str) -> bool:
    pairs = all(sentence.count(pair[0]) == sentence.count(pair[1]) for pair in _PAIRS)
    return pairs and sentence.count('"') % 2 == 0
