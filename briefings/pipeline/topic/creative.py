"""Topics that ask for a text which needs no facts: creative pieces, social letters, bare layout."""

import re

from briefings.pipeline.patterns import any_of

_FLAGS = re.VERBOSE | re.IGNORECASE

_ASKING = any_of("please, kindly, (?:can|could|would|will) you(?: please)?, help me(?: to)?, i want you to, let's")
_MAKE = any_of("""
    write, draft, compose, create, make up, make, pen, invent, come up with, craft, prepare, produce, generate, design
    give (?:me|us), tell (?:me|us), format, lay out, suggest, think of, brainstorm, put together, (?:i|we) need
    i want, i'd like, i would like
    """)
_COUNT = any_of("an?, some, the, two, three, four, five, six, ten, \\d+, another, several, a few, my, our, me, us, for")
_NO_ADJECTIVE = any_of("""
    about, on, of, to, with, how, why, what, from, in, report, analysis, briefing, article, essay, overview, summary
    """)
_ADJECTIVE = rf"(?!{_NO_ADJECTIVE}\b)[a-z0-9'-]+,?"

_SPEECH_OCCASION = any_of("""
    welcom(?:e|ing), farewell, wedding, retirement, birthday, graduation, anniversary, awards?, acceptance, opening
    closing, thank[ -]you, best man(?:'s)?, maid of honou?r, father of the bride, after-dinner, motivational, pep
    goodbye, leaving, introductory, inspirational, ceremonial, engagement, reunion
    """)
_SPEECH = rf"{_SPEECH_OCCASION}\ (?:speech|address|remarks?|talk|words|toast|statement)"

_LETTER_OCCASION = any_of("""
    welcom(?:e|ing), farewell, thank[ -]you, birthday, greetings?, get[ -]well, congratulat(?:ions?|ory), condolence
    sympathy, apology, invitation, resignation, out[ -]of[ -]office, reminder, anniversary, holiday, christmas, easter
    love, goodbye, leaving, retirement, wedding, thanks, appreciation, encouragement, motivational, new year(?:'s)?
    valentine(?:'s)?, mother's day, father's day, season's, good luck, save-the-date, vacation, auto(?:matic)?
    rejection, fan
    """)
_LETTER_KIND = any_of("""
    notes?, messages?, letters?, e-?mails?, cards?, texts?, repl(?:y|ies), posts?, notices?, wish(?:es)?
    announcements?, verses?, poems?, songs?, invitations?, greetings?, responses?
    """)
_LETTER = rf"{_LETTER_OCCASION}\ {_LETTER_KIND}"

_PIECE = any_of("""
    toasts?, poems?, haikus?, limericks?, sonnets?, odes?, ballads?, couplets?, rhymes?, verses?, songs?
    lullab(?:y|ies), jingles?, lyrics, (?:short |bedtime |ghost )?stor(?:y|ies), fairy ?tales?, fables?, jokes?, puns?
    riddles?, tongue[ -]twisters?, slogans?, taglines?, mottoe?s?, catchphrases?, captions?, invitations?, greetings?
    eulog(?:y|ies), vows, icebreakers?, pep talks?, dialogues?, monologues?, skits?, sketch(?:es)?, scenes?
    acrostics?, epigrams?, congratulations, condolences, dedications?, blessings?, placeholder text, dummy text
    lorem ipsum, sign-offs?, salutations?, one-liners?, wishes, farewells?, cards?(?= (?:for|to)\\b)
    script for an? (?:[\\w-]+ ){0,2}(?:show|play|sketch|skit|film)
    """)
_BLANK = any_of("""
    (?:[a-z-]+ ){0,3}templates?, letterheads?, form letters?
    blank (?:[\\w-]+ ){0,2}(?:form|table|grid|agenda|calendar|page)s?
    """)

_CELEBRATION = any_of("""
    wedding, retirement, birthday, farewell, graduation, anniversary, party, dinner, ceremony, reception, funeral
    christening, reunion, engagement, picnic, gala, send-off, leaving do, prize-giving
    """)
_CIVILITY = any_of("""
    asking, thank(?:s|ing)?, inviting, apologi[sz]ing, declining, congratulating, reminding, welcoming, wishing
    saying, accepting, postponing, cancell?ing, resigning, greeting, cheering, comforting, thank-you, apology
    congratulations, condolence, appreciation, resignation, welcome, gratitude, encouragement, good luck
    """)
_SPEECH_FOR = rf"(?:speech|address|remarks|words)\ (?:for|at)\ (?:[\w'-]+\ ){{0,5}}{_CELEBRATION}"
_LETTER_TO = rf"""(?:note|message|letter|e-?mail|card|reply|text|lines|words)
    \ (?:of\ |to\ (?:[\w'-]+\ ){{1,5}}|that\ )?{_CIVILITY}"""

_TEXT = rf"(?:{_SPEECH}|{_LETTER}|{_BLANK}|{_PIECE}|{_SPEECH_FOR}|{_LETTER_TO})(?![\w-])"
_TITLED_TEXT = rf"(?:{_SPEECH}|{_LETTER}|{_BLANK})"

_ENGLISH = re.compile(
    rf"""(?:
    (?:{_ASKING}\ )*(?:{_MAKE}\ (?:{_COUNT}\ )*|(?:an?|some|two|three|five|\d+)\ )(?:{_ADJECTIVE}\ ){{0,4}}?{_TEXT}
    |(?:{_ADJECTIVE}\ ){{0,3}}?(?:{_TEXT}(?:\ (?:text|wording|ideas|suggestions))?\ for\ .+|{_TITLED_TEXT}$)
    )""",
    _FLAGS,
)
_ADDED = any_of(
    "with, includ(?:e|ing), using, cit(?:e|ing), quoting, based on, from, and, then, plus, contain(?:s|ing)"
)
_FACTS = any_of("""
    statistics, facts?, figures, data, evidence, sources?, citations?, references, explains?, lists?, analy[sz]es?
    """)
_WORK = any_of("research, explain, list, summari[sz]e, analy[sz]e, find, look up, describe, report")
_ENGLISH_NEEDS_FACTS = re.compile(
    rf"""\b(?:
    {_ADDED}\s+(?:[\w-]+\s+){{0,3}}{_FACTS}
    |(?:and|then)\s+{_WORK}
    |explain(?:s|ing)?\s+(?:how|why|what)
    |true\ stor(?:y|ies)|stor(?:y|ies)\ (?:of|behind)|history\ of|facts?\ about
    |accurate(?:ly)?|real-life|well-researched
    )\b""",
    _FLAGS,
)

_RESHAPE = any_of("""
    rewrite, rephrase, paraphrase, reformat, format, turn, put, sort, arrange, alphabeti[sz]e, capitali[sz]e
    proofread, correct, polish, shorten, punctuate, convert, reorder, tidy, number, lay out
    """)
_INLINE = re.compile(rf"(?:{_ASKING}\ )*{_RESHAPE}\b[^:]{{1,80}}:\s*[\"'(]?\w.{{2,}}", _FLAGS)
_CHINESE_RESHAPE = any_of("改写, 润色, 排版, 排序, 校对, 改成, 整理成, 排列, 重写")
_CHINESE_INLINE = re.compile(rf"(?:请你?|帮我)?(?:把|将)?[^:]{{0,20}}{_CHINESE_RESHAPE}[^:]{{0,25}}:\s*\S.{{2,}}")

_CHINESE_TEXT = any_of("""
    欢迎[词辞信语], 欢送[词辞], 致[辞词], 祝酒[词辞], 祝[词辞], 祝福语?, 祝愿, 贺[词卡信辞], 小?诗歌?, 诗句, 歌, 歌词
    儿歌, 童谣, 俳句, 打油诗, 藏头诗, 三行情书, (?:小|短|童话|睡前)?故事, 童话, 寓言, 笑话, 谜语, 对联, 春联, 口号
    标语, 广告语, 邀请函, 请柬, 请帖, 告别[信词], 送别[词诗], 开场白, 结束语, 闭幕词, 开幕词, 主持[词稿], 悼词, 情书
    台词, 小品, 剧本, 对白, 独白, 绕口令, 顺口溜, 自动回复, 请假条, 散文, 段子, 誓词, 座右铭, 寄语, 赠言, 颁奖[词辞]
    问候语?, 贺年卡, 生日卡, 模板, 祝寿[词辞], 答谢[词辞], 感谢词, 谢词
    (?:欢迎|欢送|告别|感谢|祝福|鼓励|安慰|祝贺).{0,12}的话
    (?:感谢|道歉|慰问|邀请|祝贺|告别|求婚|辞职|问候|欢迎|鼓励)(?:信|邮件|短信|卡片?|留言|消息)
    """)
_CHINESE_MAKE = any_of("写, 拟, 起草, 撰写, 创作, 编, 作, 来, 生成, 草拟, 设计, 想, 做, 准备, 讲, 说, 润色")
_CHINESE = re.compile(
    rf"""(?:{_CHINESE_MAKE}.{{0,30}}?|[一两三几]?[段首篇份封则个句条副些].{{0,20}}?|[给为替].{{1,20}}?|^.{{0,12}}?)
    {_CHINESE_TEXT}(?:$|[,。!?.;(]|给|送给|用于)""",
    re.VERBOSE,
)
_CHINESE_NEEDS_FACTS = re.compile(
    any_of("""
    数据, 统计, 引用, 资料, 事实, 依据, 真实, 报告, 分析, 赏析, 研究, 调研, 历史, 来历, 由来, 鉴赏, 大全, 出处, 如何
    怎么, 怎样, 为什么
    """)
)


def is_creative(topic: str) -> bool:
    """Whether a normalised topic asks for a creative piece, a social letter or a blank form, and for no facts in it."""
    asked = topic.strip(" .?!。")
    if _ENGLISH.match(asked):
        return not _ENGLISH_NEEDS_FACTS.search(asked)
    return bool(_CHINESE.search(asked)) and not _CHINESE_NEEDS_FACTS.search(asked)


def reshapes_inline(topic: str) -> bool:
    """Whether a normalised topic asks to reshape a text that it brings along after a colon."""
    return bool(_INLINE.match(topic) or _CHINESE_INLINE.match(topic))
