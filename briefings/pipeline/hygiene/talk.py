"""Process talk: sentences in which a model speaks of its own work instead of the subject.

Sources speak in the first person too ("We will invest", "I do not agree"), so only work on a text counts.
"""

import re

from briefings.pipeline.hanzi import simplified
from briefings.pipeline.hygiene.units import split
from briefings.pipeline.patterns import any_of

_FLAGS = re.VERBOSE | re.IGNORECASE
_OPENING = r"[\s(（*]*"

_LEADS = any_of(r"""
    ok(?:ay)?, sure, certainly, of course, absolutely, great, all ?right, understood, got it, wait, h+m+, well
    first(?:ly)?, now, next, then, so, finally, to (?:begin|start)(?: with)?
    in this (?:section|briefing|report|document), before (?:i|we) (?:begin|start), as a next step, step \d+
    to answer (?:this|the|your) \w+
    """)
_LEAD = rf"(?:{_LEADS}[,:.!]*\ +)*"
_I_WILL = any_of("""
    i(?:'ll| will| shall| am going to|'m going to| need to| should| must| can now| would like to|'d like to), let me
    let us now, let's
    """)
_DO = any_of("""
    search, look, check, browse, fetch, find, verify, gather, write, draft, compose, summari[sz]e, begin, start
    continue, proceed, analy[sz]e, review, consult, examine, compile, produce, generate, outline, cite, provide
    present, create, prepare, structure, cover, use, turn, explain, think, try, read, rewrite, revise, correct
    include, make sure, ensure, format, go through, explore, discuss, address, call, open
    """)
_DONE = any_of("""
    searched, checked, browsed, gathered, written, drafted, summari[sz]ed, reviewed, consulted, compiled, prepared
    revised, rewritten, corrected, included, verified, formatted, looked, used the, based, kept, omitted, removed
    added, structured, cited, completed, updated
    """)
_MODEL = any_of(
    "ai, artificial intelligence, (?:large |ai )?language model, llm, ai assistant, chatbot, virtual assistant"
)
_CANNOT = any_of("cannot, can't, can not, could not, couldn't, (?:was|am) (?:unable|not able) to")
_FIND = any_of("""
    access, browse, search, verify, provide, find, retrieve, open, help, comply, confirm, fulfil, generate, write
    answer, cite
    """)
_YOUR_WISH = r"your\ (?:request|instructions?|prompt|brief|requirements|question)s?"
_PLEASANTRY = any_of(f"""
    i apologi[sz]e, i'm (?:sorry|afraid|unable|not able), sorry,? but i, unfortunately,? i {_CANNOT}
    i (?:hope|trust) (?:this|that|it), (?:please )?(?:let me know if|feel free to ask)
    (?:would|do) you (?:like|want) me to, if you(?:'d| would) like,? i, as (?:you )?requested
    (?:as|per|based on|according to|following) {_YOUR_WISH}
    """)
_SELF = any_of(f"""
    (?:as|i am|i'm) (?:just |only )?an? {_MODEL}, i {_CANNOT} {_FIND}
    i (?:do not|don't) have (?:access|real-time|enough|any|the ability|browsing|information), as of my last
    (?:as of |based on )?my (?:last )?(?:training|knowledge) (?:data|cut-?off|update|base)
    the user (?:asks|asked|wants|wanted|is asking|has asked|requested|needs)
    """)
_MATERIAL = any_of("""
    web, internet, search results, (?:next |first |second |third |other )?sources?, excerpts, retrieved pages
    """)
_SEARCHING = any_of(rf"""
    i (?:looked|searched|checked|reviewed|consulted|browsed|verified|read) (?:\w+ ){{0,3}}{_MATERIAL}
    (?:searching|looking up|looking at|browsing|fetching|checking|reading) (?:through )?(?:the )?{_MATERIAL}
    (?:now|next),? (?:searching|looking|checking|writing|moving on|turning) (?:for|at|up|the|to)
    """)
_ENGLISH = re.compile(
    rf"""{_OPENING}(?:
    {_LEAD}{_I_WILL}\ (?:(?:now|first|then|next|also|only|just|quickly|briefly)\ )*{_DO}\b
    |{_LEAD}i(?:\ have|'ve)\ (?:(?:now|also|just|carefully)\ )*{_DONE}\b
    |(?:in\ this\ (?:section|briefing|report|document),?\ we(?:\ will|'ll)|we(?:\ will|'ll)\ now)\ {_DO}\b
    |{_LEAD}(?:{_SELF}|{_PLEASANTRY}|{_SEARCHING})\b
    |let(?:\ me|'s|\ us)\ see(?=\s*[.,:!…]|\ (?:what|if|whether|how)\b)
    |(?:sure|certainly|of\ course|absolutely|great\ question|happy\ to\ help|okay|understood)\s*[!.]\s*$
    |(?:action\ input|final\ answer|tool\ call|word\ count)\s*:
    |(?:searching|looking\ up|fetching|browsing|reading|loading|thinking)\b[^.!?]*(?:\.\.\.|…)\s*$
    )""",
    _FLAGS,
)

_PRODUCT = any_of("""
    section, summary, briefing, brief, draft, document, text, paragraph, answer, table, list, overview, version, json
    output, response, report, outline, content, rewrite, revision, analysis, introduction, conclusion, results?
    blocks?
    """)
_THE_PRODUCT = rf"(?:(?:the|your|a|an|my)\ )?(?:[\w-]+\ ){{0,4}}?{_PRODUCT}\b[^:：.!?。]{{0,60}}"
_GIVEN_SOURCES = r"""(?:search\ results
    |(?:provided|given|retrieved|fetched)\ (?:search\ )?(?:sources?|results?|excerpts?|context|pages?))"""
_ANNOUNCEMENT = re.compile(
    rf"""{_OPENING}(?:(?:sure(?:\ thing)?|certainly|of\ course|okay|ok|absolutely|great)[,!.]?\s+)?(?:
    here(?:\ is|\ are|'s)\ {_THE_PRODUCT}(?:[:：]\s*|[.!]?\s*$)
    |(?:below(?:\ is|\ are)|(?:the\ following|this)\ is)\ {_THE_PRODUCT}[:：]\s*
    |here\ (?:it\ is|you\ go|we\ go)(?:[:：]\s*|[.!]?\s*$)
    |(?:based\ on|according\ to|from|per)\ (?:the|these)\ {_GIVEN_SOURCES},\s*
    )""",
    _FLAGS,
)

_CHINESE_LEAD = r"(?:首先|现在|接下来|下面|然后|接着|最后)?[,，]?"
_CHINESE_DO = any_of("""
    搜索, 查, 检索, 撰写, 编写, 写, 总结, 介绍, 分析, 阅读, 核实, 整理, 生成, 概述, 说明, 讨论, 看, 参考, 引用, 使用
    提供
    """)
_CHINESE_DONE = any_of("搜索, 查找, 查看, 检索, 撰写, 编写, 总结, 整理, 核实, 查一下, 看一下, 看看")
_CHINESE_SELF = any_of("""
    作为(?:一个|一名|一款)?(?:ai|人工智能|大?语言模型|智能助[手理]), 用户(?:要求|希望我|想要我|请求|需要我)
    (?:根据|按照|依照|遵照|应)(?:您|你|用户)的?(?:要求|请求|指示|需求|需要|说明|指令), 如(?:您|你)所(?:要求|需|愿)
    (?:首先|现在|接下来)?[,，]?让我们?(?:先|来|现在|一起)?(?:看|查|搜|检索|分析|阅读|开始|总结|整理|思考|核实|搜寻)
    我(?:无法|不能|没有办法|没能|未能)(?:访问|浏览|提供|获取|联网|搜索|核实|确认|找到), 很?抱歉[,，]?我
    对不起[,，]?我, 截至我的(?:知识|训练), 我的(?:训练数据|知识截止|知识库)
    希望(?:这|以上|本文|对您|对你|能对您|能帮).{0,20}(?:帮助|有用|有所帮助|满意)
    如(?:果|需|有)(?:您|你|任何|其他|更多|进一步)?.{0,20}(?:请(?:随时)?|随时)(?:告诉|告知|联系)
    如(?:果|有)(?:您|你|任何|其他)?.{0,20}欢迎(?:随时)?提问
    """)
_CHINESE = re.compile(
    rf"""{_OPENING}(?:(?:好的|当然|没问题|明白了?)[,，。!！]\s*)?(?:
    {_CHINESE_SELF}
    |{_CHINESE_LEAD}我(?:们(?=现在|接下来|首先|先|来))?(?:现在|接下来|首先|先)?(?:将|会|来|要|需要|需|正在)
        (?:首先|先|开始|继续|为您|为你|现在|接着)*{_CHINESE_DO}
    |我(?:已经?|可以|先)?(?:为您|为你)?{_CHINESE_DONE}
    |(?:好的|当然可以?|没问题|明白了?)[。!！]?\s*$
    )""",
    _FLAGS,
)
_CHINESE_PRODUCT = any_of("章节, 小节, 本节, 摘要, 草稿, 简报, 正文, 内容, 段落, 版本, 报告, 大纲")
_CHINESE_ANNOUNCEMENT = re.compile(
    rf"""{_OPENING}(?:(?:好的|当然可以?|没问题)[,，。!！]\s*)?(?:
    (?:以下|下面|这)(?:就?是|为)(?:我为)?(?:您|你|我|根据(?:您|你)|按照(?:您|你))[^:：。]{{0,30}}(?:[:：]\s*|。?\s*$)
    |(?:以下|下面)(?:就?是|为)[^:：。]{{0,20}}{_CHINESE_PRODUCT}[:：]\s*
    |(?:根据|基于)(?:所?(?:提供|给出|检索到)的(?:资料|来源|文献|网页|内容)|搜索结果|检索结果)[,，]\s*
    )""",
    _FLAGS,
)


def drop_talk(text: str) -> tuple[str, int]:
    """`text` without process talk, and how many sentences were taken out or cut."""
    units = split(text)
    kept = [_cut(unit) for unit in units]
    dropped = sum(before != after for before, after in zip(units, kept, strict=True))
    return ("".join(kept).strip(), dropped) if dropped else (text, 0)


def _cut(unit: str) -> str:
    """An announcement leaves what it announces; any other talk leaves nothing."""
    read = simplified(unit)
    for announcement in (_ANNOUNCEMENT, _CHINESE_ANNOUNCEMENT):
        match = announcement.match(read)
        if match:
            rest = unit[match.end() :]
            return rest[:1].upper() + rest[1:]
    return "" if _ENGLISH.match(read) or _CHINESE.match(read) else unit
