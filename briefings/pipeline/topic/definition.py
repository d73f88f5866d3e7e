"""Topics that ask what a concept means."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefings.pipeline.patterns import any_of
from briefings.pipeline.topic.known_names import EPONYM_NOUNS, OWNED_EPONYM_NOUNS
from briefings.pipeline.topic.reading import is_chinese

_FLAGS = re.VERBOSE | re.IGNORECASE


@dataclass(frozen=True)
class Term:
    """What a definition asks for, as written in the topic, and `frame`, the words that ask for it."""

    text: str
    frame: str

    @property
    def value_asked(self) -> str:
        """The part that asks for the state of something rather than for a meaning; empty for a concept.

        English says so with the definite article, or with no article and a complement ("the inflation rate", "inflation
        rates in cities", but not "an inflation rate"), Chinese with 的 (日本的失业率).
        """
        if is_chinese(self.text):
            return self.text.partition("的")[2]
        return self.text if _ASKS_FOR_VALUE.match(self.text) else ""


_ASKS_FOR_VALUE = re.compile(r"the |(?!an? ).* (?:of|in|to|for|on|among|within|across) ", re.IGNORECASE)

_MANNER = any_of("one, two, three, a few, simple, plain, your own, layman's, lay, everyday, short, brief, other, easy")
_WORDING = any_of("sentences?, words?, terms?, language, english, paragraphs?, lines?, detail")
_FIELD = any_of("""
    economics, physics, chemistry, biology, math(?:ematic)?s, statistics, finance, law, computing, computer science
    programming, software(?: engineering)?, operating systems?, databases?, music, linguistics, philosophy, psychology
    medicine, accounting, logic, thermodynamics, calculus, geometry, machine learning, networking, politics
    literature, grammar, art, business, marketing, engineering, sociology, botany, geology, astronomy, algebra, trade
    ethics, poetry, cooking, chess
    """)
_READER = any_of("""
    beginners?, child(?:ren)?, kids?, students?, learners?, lay(?:person|people|men|man), readers?, newcomers?
    year-olds?, five-year-olds?, audience, grandmother, non-[a-z]+, novices?, adults?, colleagues?, teenagers?
    """)
_WISH = any_of("""
    please, kindly, hi, hello, hey, so, briefly, simply(?: put)?, quick question
    (?:can|could|would|will) (?:you|someone), i(?: want| need| would like|'d like) to (?:know|understand|learn)
    do you know, (?:tell|remind) (?:me|us), teach me
    """)
_OPENING = re.compile(rf"(?:(?:{_WISH}|in\ {_MANNER}(?:\ {_WORDING})?)[\s,:!]+)+", _FLAGS)
_CLOSING = re.compile(
    rf"""(?:[\s,]+(?:please|briefly|simply|in\ {_MANNER}(?:\ {_MANNER})?\ {_WORDING}|in\ (?:brief|short|general|essence)
    |in\ (?:the\ )?{_FIELD}|(?:to|for)\ (?:an?\ |my\ |the\ )?(?:[\w-]+\ )?{_READER}
    |with\ (?:an?\ |one\ |some\ )?(?:simple\ )?examples?))+$""",
    _FLAGS,
)
_STRESS = re.compile(r",? (?:exactly|actually|really|precisely|basically)\b,?", re.IGNORECASE)

_EXPLAIN = any_of("""
    explain(?:ing)?, clarify, describe, outline, introduce, summari[sz]e, give, provide, write, understand(?:ing)?
    """)
_NOTION = any_of("concept, idea, notion, meaning, definition, sense, term, word, phrase, expression, principle")
_IS = r"(?:\ is|\ are|'s|'re|\ was|\ were)"
_ANY_NOUN_PHRASE = r"(?!what|the|how|why|when|where|who)[a-z◦-]+(?:\ [a-z-]+){0,2}"

_ENGLISH_FORMS = tuple(
    re.compile(rf"(?:{form})$", _FLAGS)
    for form in (
        rf"what{_IS}\ meant\ by\ (?P<term>.+)",
        rf"""(?:what{_IS}\ |{_EXPLAIN}\ (?:me\ |us\ |to\ me\ )?)?(?:the\ |an?\ )?(?:[a-z-]+\ )?{_NOTION}
            \ (?:of\ |behind\ )?(?P<term>.+)""",
        rf"what{_IS}\ (?P<term>.+)",
        r"what\ (?:does|do|did)\ (?P<term>.+?)\ (?:mean|stand\ for|refer\ to|signify|denote)(?:\ in\ [a-z\ ]+)?",
        r"what\ (?:does|do)\ [a-z]+(?:\ [a-z]+)?\ mean\ by\ (?P<term>.+)",
        rf"""(?:{_EXPLAIN}\ )?(?:to\ me\ )?what\ (?P<term>.+?)\ (?:is|are|means?|refers?\ to|stands?\ for)
            (?:\ in\ [a-z\ ]+)?""",
        rf"{_EXPLAIN}\ (?:to\ me\ )?what\ (?P<term>an?\ .+?)\ does",
        rf"{_EXPLAIN}\ (?:to\ me\ )?what(?:\ is|\ are)\ (?P<term>.+)",
        r"(?:define|defining|definition):?\ (?:the\ (?:term|word|concept|notion)\ (?:of\ )?)?(?P<term>.+)",
        r"how\ (?:is|are)\ (?P<term>.+?)\ defined",
        r"how\ (?:do|does|would|can|should)\ (?:you|we|one|[a-z]+)\ define\ (?P<term>.+)",
        rf"explain(?:ing)?\ (?:to\ me\ )?(?P<term>{_ANY_NOUN_PHRASE})",
        rf"(?P<term>{_ANY_NOUN_PHRASE}),?\ (?:defined|explained|a\ definition|definition|meaning)",
    )
)

_EPONYMOUS = "|".join(sorted(EPONYM_NOUNS | OWNED_EPONYM_NOUNS))
_BARE_EPONYM = re.compile(
    rf"(?:the )?(?P<term>[A-Z][\w-]+(?:'s?)?(?: [\w'-]+){{0,2}} (?:{_EPONYMOUS})s?(?: of [a-z]+)?)$"
)

_NO_TERM_STARTS = any_of("""
    happening, going, causing, driving, wrong, new, next, left, known, needed, required, being, behind, it, this, that
    these, those, there, my, your, our, their, his, her, like, available, possible, so, best, up, about, to, in, on
    at, not, done, said
    """)
_NO_TERM_HOLDS = any_of("""
    (?:and|but|or) (?:how|why|what|when|where|who|is|are|does|do|should|its|their), should, must, how to, for me
    instead, (?:ways?|reasons?|methods?|steps?|procedures?|rules?|requirements?) (?:to|for|behind)
    """)
_NOT_A_TERM = re.compile(rf"{_NO_TERM_STARTS}\b|.*\b{_NO_TERM_HOLDS}\b", _FLAGS)
_ATTRIBUTES = any_of("""
    impacts?, effects?, influences?, roles?, causes?, reasons?, status, situation, outlook, future, history, origins?
    background, capital, names?, authors?, presidents?, leaders?, heads?, ceo, owners?, founders?, winners?, results?
    outcomes?, polic(?:y|ies), positions?, stance, strateg(?:y|ies), plans?, opinions?, views?, dates?, deadlines?
    age, value, chances?, risks?, benefits?, challenges?, symptoms?, consequences?, implications?, options?
    requirements?, steps, examples, uses, applications, purpose, functions?, structure, types, kinds, forms, features
    characteristics, signs, treatments?, solutions?, problems?, issues?, evidence, consensus, criticisms?, arguments?
    components, elements, stages, rules
    """)
_ATTRIBUTE = re.compile(
    rf"""(?!an?\ )(?:the\ )?(?:[a-z-]+\ ){{0,3}}{_ATTRIBUTES}
    \ (?:of|for|in|on|to|behind|with|between|from|against|about)\b""",
    _FLAGS,
)
_MOST_WORDS = 8

_CHINESE_WISH = any_of("""
    请问, 请你, 请您, 请, 麻烦你?, 帮我, 给我, 能否, 可以, 能不能, 我想(?:知道|了解), 你?知道, 通俗地?, 简单地?
    简要地?, 简短地?, 一句话, 用(?:一句话|几句话|通俗的?语言|简单的?语言|大白话)
    """)
_CHINESE_OPENING = re.compile(rf"(?:{_CHINESE_WISH}|[,:])+")
_CHINESE_CLOSING = re.compile(r"(?:,?(?:呢|啊|吗|呀|谢谢|并举例(?:说明)?|举例说明|[?!。.]))+$")
_TELLING = any_of("""
    解释, 说明, 阐述, 阐释, 阐明, 介绍, 讲解, 讲讲, 谈谈, 说说, 告诉我, 简述, 简介, 描述, 理解, 概述
    """)
_TELL = rf"{_TELLING}(?:一下|下)?"
_MEANING = r"(?:基本|核心)?(?:概念|含义|涵义|定义|意思|词义|术语)"

_CHINESE_FORMS = tuple(
    re.compile(rf"(?:{form})$")
    for form in (
        rf"(?:{_TELL})?(?:到底|究竟)?(?:什么|啥)(?:是指|叫做|叫|是)(?P<term>.+)",
        rf"(?:{_TELL})?何(?:谓|为)(?P<term>.+)",
        rf"(?:{_TELL})?(?P<term>.+?)(?:到底|究竟)?(?:指的是|是指|是|指|叫|表示)(?:什么|啥)(?:意思|含义|概念|东西)?",
        rf"(?:{_TELL})?(?P<term>.+?)(?:是|有)?什么意思",
        rf"(?:{_TELL}|定义|界定)(?P<term>.+?)(?:的|这一?个?){_MEANING}(?:是什么)?",
        rf"(?P<term>.+?)(?:的|这一?个?)?{_MEANING}(?:是什么)?",
        r"(?:定义|界定)(?:一下)?(?P<term>.+)",
        r"(?:名词解释|概念|定义)\s*:?\s*(?P<term>.+)",
        r"(?:给|为|对)(?P<term>.+?)(?:下一?个?|做一?个?|作一?个?)定义",
        r"(?:如何|怎样|怎么)定义(?P<term>.+)",
        rf"{_TELL}(?P<term>[^的,]{{2,8}})",
    )
)
_CHINESE_QUESTION = any_of(
    "为什么, 为何, 如何, 怎么, 怎样, 应该, 应当, 哪, 谁, 几, 吗, 这, 那, 我, 你, 他, 它, 以及, [,]"
)
_CHINESE_ATTRIBUTE = any_of("""
    影响, 作用, 原因, 现状, 趋势, 历史, 未来, 前景, 进展, 优势, 劣势, 风险, 好处, 坏处, 后果, 功能, 用途, 首都, 总统
    总理, 政策, 问题, 特点, 步骤, 方法, 条件, 要求, 地位, 立场, 看法, 战略, 计划, 结果, 措施, 症状, 意义, 价值, 挑战
    机遇, 来源, 背景, 起源, 类型, 种类, 例子, 应用, 规定, 内容, 区别, 表现, 任务
    """)
_CHINESE_NOT_A_TERM = re.compile(rf"{_CHINESE_QUESTION}|的(?:主要|潜在|未来|历史|法律)?{_CHINESE_ATTRIBUTE}")
_MOST_CHARACTERS = 20


def definition(topic: str) -> Term | None:
    """The term whose meaning a normalised topic asks for; null where it asks for anything else."""
    return _chinese(topic) if is_chinese(topic) else _english(topic)


def _english(topic: str) -> Term | None:
    asked = _STRESS.sub("", topic.strip(" .?!"))
    asked = _CLOSING.sub("", _OPENING.sub("", asked, count=1) if _OPENING.match(asked) else asked).strip(" .?!,")
    bare = _BARE_EPONYM.match(asked)
    if bare:
        return Term(bare["term"], frame="")
    term = _first(_ENGLISH_FORMS, asked)
    return term if term and _is_concept(term.text) else None


def _is_concept(term: str) -> bool:
    return len(term.split()) <= _MOST_WORDS and not _NOT_A_TERM.match(term) and not _ATTRIBUTE.match(term)


def _chinese(topic: str) -> Term | None:
    asked = _CHINESE_CLOSING.sub("", topic.strip(" .?!。"))
    asked = _CHINESE_OPENING.sub("", asked, count=1) if _CHINESE_OPENING.match(asked) else asked
    term = _first(_CHINESE_FORMS, asked.replace(" ", ""))
    sound = term and len(term.text) <= _MOST_CHARACTERS and not _CHINESE_NOT_A_TERM.search(term.text)
    return term if sound else None


def _first(forms: Sequence[re.Pattern[str]], asked: str) -> Term | None:
    match = next((match for form in forms if (match := form.match(asked))), None)
    if match is None:
        return None
    start, end = match.span("term")
    return Term(match["term"].strip(" \"'"), frame=f"{asked[:start]} {asked[end:]}")
