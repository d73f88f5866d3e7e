"""Topics that speak of material which the requester has attached or pasted."""

import re

from briefings.pipeline.patterns import any_of

_FLAGS = re.VERBOSE | re.IGNORECASE

_PAPER = any_of("""
    notes?, documents?, materials?, files?, transcripts?, transcriptions?, minutes, drafts?, articles?, papers?
    reports?, memos?, slides, deck, passages?, paragraphs?, abstracts?, contracts?, cv, resume, résumé, texts?
    spreadsheets?, excerpts?, extracts?, essays?, manuscript, chapters?, write-?ups?, thesis, dissertation, handouts?
    bullet points, attachments?, pdfs?, recordings?, manual
    """)
_TEXT = any_of(f"""
    {_PAPER}, e-?mails?, letters?, speech(?:es)?, tables?, lists?, bullets, stor(?:y|ies), poems?, contents?
    sentences?, words, remarks, data, figures, numbers, interviews?, agenda, summary, script, brief, blog ?posts?
    posts?, messages?, press release, quotes?, code, pages?, briefing, presentation, outline, polic(?:y|ies)
    agreement, lease, proposals?, survey, answers, comments, feedback, results, statements?, testimony, terms
    glossary, information, background, input, itinerary, schedule, invoice, recipe, song, chat, thread, conversation
    references
    """)
_POINTED_AT = any_of(f"""
    {_PAPER}, e-?mail, letter, speech, list, table, sentences?, story, poem, message, agreement, statement, data
    """)
_GIVEN = any_of("""
    attached, pasted, supplied, provided, enclosed, uploaded, appended, accompanying, copied, forwarded, submitted
    shared
    """)
_HANDED = any_of(f"{_GIVEN}, sent, included, added, gave, given, put, typed, wrote")
_EDIT = any_of("""
    summari[sz]e, sum up, condense, shorten, abridge, rewrite, rephrase, paraphrase, proofread, edit, translate
    reformat, format, turn, convert, polish, correct, simplify, tidy, clean up, restructure, tabulate, organi[sz]e
    extract, transform, review, outline, boil down, improve, reword, structure, reorgani[sz]e, expand, digest, reduce
    distill?, make, put, bullet, brief me on, analy[sz]e, use, check
    """)
_I_HAVE = r"(?:i|we)(?:'ve|\ have)?(?:\ just|\ already)?"
_GROUP = any_of("team, group, club, committee, department, writer, colleague")
_PHRASE_END = r"(?=\s*(?:$|[.,:;?!]|(?:into|to|in|as|so|for|please|that|which|and)\b))"

_ENGLISH = re.compile(
    rf"""\b(?:
    {_GIVEN}\ (?:[\w'-]+\ ){{0,3}}?{_TEXT}
    |following\ (?:[\w'-]+\ ){{0,2}}?{_PAPER}
    |{_TEXT}\ (?:that\ |which\ )?{_I_HAVE}\ (?:\w+\ )?{_HANDED}
    |{_TEXT}\ (?:as\ |is\ |are\ )?(?:{_GIVEN}|that\ follows?|(?:given\ |here\ )?(?:below|above|here{_PHRASE_END}))
    |(?:my|our)\ (?:(?!for|to|of|on|about|in|at|who|with)[\w'-]+\ ){{0,2}}?{_PAPER}(?!\ {_GROUP}s?\b)
    |(?:this|these)\ {_POINTED_AT}
    |{_EDIT}\ (?:[\w'-]+\ ){{0,4}}?(?:the|those)\ {_TEXT}{_PHRASE_END}
    |{_EDIT}\ (?:this|these|the\ (?:following|above|below)|what\ (?:i|we)\ {_HANDED}){_PHRASE_END}
    |(?:the|from|in|see|of)\ attached\b(?!\ to)
    |{_I_HAVE}\ (?:attached|pasted|uploaded|enclosed|supplied|provided)
    |(?:the|my|this|in|from)\ attachments?|pasted\ (?:below|above|in|here)|(?:text|material|notes)\ follows?
    )(?!\w)""",
    _FLAGS,
)

_CHINESE_TEXT = any_of("""
    材料, 文字, 文本, 文章, 文件, 附件, 资料, 笔记, 内容, 稿件, 讲稿, 原文, 会议记录, 纪要, 文档, 录音稿, 邮件, 段落
    信件, 报告, 论文, 草稿, 表格, 数据, 清单, 演讲稿, 简历, 合同, 幻灯片, 译文, 稿子
    """)
_CHINESE_HANDED = any_of("""
    提供, 粘贴, 附上, 上传, 给出, 给你, 给您, 贴出, 发送, 发来, 提交, 附加, 附带, 附, 贴, 写, 整理, 发
    """)
_CHINESE_POINTER = any_of("""
    以下, 下面, 上述, 上面, 下列, 下文, 上文, 如下, 随附, 所附, 附上, 粘贴, 附带, 附加, 提供, 上传
    """)
_CHINESE = re.compile(
    rf"""(?:我们?|本人|用户|所|已)(?:已经?|刚才?|刚刚)?{_CHINESE_HANDED}(?:给你|给您)?[的了]
    |{_CHINESE_POINTER}的?[^,。]{{0,8}}?{_CHINESE_TEXT}
    |[这该此][段篇份些封个张]?\S{{0,4}}{_CHINESE_TEXT}
    |我们?的[^,。的]{{0,6}}{_CHINESE_TEXT}
    |[这该此][段句些番]话|附件|随附|所附|粘贴[在的]|附上的|附文""",
    re.VERBOSE,
)

_CHECK = any_of(r"""
    verif\w+, fact-?check, check (?:the )?(?:facts|claims|accuracy), corroborat\w+, bring up to date, research
    investigat\w+, background (?:on|to|research), evidence for, find (?:sources|studies|evidence), find out, look up
    against (?:other|published), what others, add (?:sources|references|context)
    """)
_CHINESE_CHECK = any_of("核实, 查证, 核查, 调研, 查找, 搜索, 补充(?:资料|背景|信息), 研究背景, 外部")
_CHECKS_OUTSIDE = re.compile(rf"\b{_CHECK}\b|{_CHINESE_CHECK}", _FLAGS)


def speaks_of_material(topic: str) -> bool:
    """Whether a normalised topic speaks of a text that the requester brings along."""
    return bool(_ENGLISH.search(topic) or _CHINESE.search(topic))


def needs_nothing_else(topic: str) -> bool:
    """Whether the material is all that such a topic needs: it is not to be checked or added to."""
    return not _CHECKS_OUTSIDE.search(topic)


def without_material(topic: str) -> str:
    """The topic without the words that name the material itself, which are no request for anything else."""
    return _CHINESE.sub(" ", _ENGLISH.sub(" ", topic))
