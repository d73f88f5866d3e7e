"""Whether a sentence can stand in a document as it is: whole, of readable length, prose and not code."""

import re

from briefings.domain.language import is_chinese
from briefings.pipeline.extractive.boilerplate import is_boilerplate
from briefings.pipeline.extractive.grammar import has_finite_verb, is_command, lacks_subject
from briefings.pipeline.extractive.pointers import points_elsewhere
from briefings.pipeline.retrieval.tokens import CJK

WORDS = range(6, 46)
"""How many words an extracted sentence has."""
CHINESE_CHARACTERS = range(12, 121)
"""How many characters an extracted Chinese sentence has."""

_START = re.compile(r"^[\"'“‘«]?(?:[A-ZÀ-ÞА-ЯЁ]|\d+(?:[.,]\d+)*(?:-\w+)?\s+[a-z]|\d+\w*-\w)")
_END = re.compile(r"[.](?:[\"'”’»)]+)?$")
_CHINESE_START = re.compile(rf"^[“‘「『《（(]?[{CJK}A-Za-z0-9]")
_CHINESE_END = re.compile(r"。[”’」』）)]?$")
_SYMBOLS = re.compile(
    r"[{}<>|\\=^~*@`\ufffd→←⇒•▪│☞⟨⟩]|\$(?!\d)|#(?=\w)|\w+\(\)|::|->|&&|\+\+\+|\.\.\.|…|--|\s[-/]\w+\s[-/]\w"
)
_ADDRESS = re.compile(r"https?:|ftp:|www\.|\w@\w|\b[\w-]+\.(?:com|org|net|html?|php)\b", re.IGNORECASE)
_PATH = re.compile(r"(?:^|[\s\"'“(])~?/\w+(?:/[\w.*-]+)+")
_OPTION = re.compile(r"(?:^|[\s\"'“(])--?[A-Za-z][\w-]*")
_LABEL = re.compile(
    r"^(?:[A-Z]{4,} [A-Z]{4,}\b|(?:[A-Z]{2,} ){2,}[A-Z]{2,}\b|[^,.;:]{1,40}:\s+[A-Z(\"“]|"
    r"(?:Note|Tip|Warning|Caution|Important|Example|Hint|Q|A)[:.]\s)"
)
_SHORT_LABEL = re.compile(r"^(?:[^\s:]+\s){0,4}[^\s:]+:\s")
_DIGITS = re.compile(r"\d")
_PAIRS = ("()", "[]", "“”", "«»", "（）", "「」", "『』", "《》", "【】")
_FUSED = re.compile(
    r"[a-z]{3,}[.?!:;,][A-Z][a-z]|[a-z)]\d+\.\d|[a-z]{4,}[A-Z][a-z]{3,}[A-Z]?[a-z]* [A-Z][a-z]+ [A-Z][a-z]+ [A-Z]"
)
_FUSED_TITLE = re.compile(
    r"[a-z\d)] (?:It|The|This|These|If|In|You|We|They|There|When|With|For|To|As|At|By|On|While|Since|Because|However) "
    r"[a-z]"
)
_CHINESE_FUSED = re.compile(rf"^.{{0,24}}[{CJK}] +[{CJK}]")
_FIRST_PERSON = re.compile(r"\b(?:I|my|me|myself|[Ww]e|[Oo]urs?|us|ourselves)\b(?!/)")
_CHINESE_FIRST_PERSON = re.compile("我们|我們|咱们|笔者|筆者|本人|我(?!国|國|党)")
_CHINESE_COMMAND = re.compile(r"^(?:查看|参阅|运行|输入|执行|打开|点击|确认|确保|尝试|记住|试试|不要|別|别忘)")
# A Latin word twice at the start, with no mark between, tells of a title that runs into its sentence.
_CHINESE_TITLE = re.compile(r"^[^，。：；、]{0,16}?\b([A-Za-z][\w.-]+)\b[^，。：；、]{0,16}? \1 ")
_CHINESE_LETTER = re.compile(rf"[{CJK}]")
_CHINESE_SHARE = 0.4
_MOST_DIGITS = 0.15


def is_usable(sentence: str, language: str) -> bool:
    """Whether `sentence`, of a text in `language` (a BCP 47 tag), may be quoted as a sentence of its own.

    Whether it needs the sentence before it is another question (`context.needs_antecedent`).
    """
    if is_chinese(language):
        shaped = _is_chinese_sentence(sentence)
    else:
        shaped = _is_sentence(sentence) and (language.split("-")[0] != "en" or _is_english_statement(sentence))
    return shaped and _is_prose(sentence) and not is_boilerplate(sentence) and not points_elsewhere(sentence)


def _is_sentence(sentence: str) -> bool:
    if len(sentence.split()) not in WORDS:
        return False
    return (
        bool(_START.match(sentence) and _END.search(sentence))
        and not _LABEL.match(sentence)
        and not _is_fused(sentence)
    )


def _is_fused(sentence: str) -> bool:
    """Whether a title or another piece of the page runs into the sentence without a mark between."""
    return bool(_FUSED.search(sentence) or _FUSED_TITLE.search(sentence))


def _is_english_statement(sentence: str) -> bool:
    label = _SHORT_LABEL.match(sentence)
    if label and not has_finite_verb(label.group()):
        return False
    if is_command(sentence) or lacks_subject(sentence) or _FIRST_PERSON.search(sentence):
        return False
    return has_finite_verb(sentence)


def _is_chinese_sentence(sentence: str) -> bool:
    letters = len(_CHINESE_LETTER.findall(sentence))
    if len(sentence) not in CHINESE_CHARACTERS or letters < _CHINESE_SHARE * len(sentence.replace(" ", "")):
        return False
    if (
        _CHINESE_COMMAND.match(sentence)
        or _CHINESE_FUSED.match(sentence)
        or _CHINESE_TITLE.match(sentence)
        or _CHINESE_FIRST_PERSON.search(sentence)
    ):
        return False
    return bool(_CHINESE_START.match(sentence) and _CHINESE_END.search(sentence))


def _is_prose(sentence: str) -> bool:
    if _SYMBOLS.search(sentence) or _ADDRESS.search(sentence) or sentence.count("_") > 1:
        return False
    if len(_PATH.findall(sentence)) + len(_OPTION.findall(sentence)) > 1:
        return False
    if len(_DIGITS.findall(sentence)) > _MOST_DIGITS * len(sentence):
        return False
    return _balanced(sentence)


def _balanced(sentence: str) -> bool:
    pairs = all(sentence.count(pair[0]) == sentence.count(pair[1]) for pair in _PAIRS)
    return pairs and sentence.count('"') % 2 == 0
