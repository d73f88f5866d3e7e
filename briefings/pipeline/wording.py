"""What the pipeline itself says in a document, in English and in Chinese."""

from briefings.domain.language import is_chinese
from briefings.domain.outcome import FAULTS, REASONS, Fault, Reason

REMARKS: dict[str, tuple[str, str]] = {
    "verbatim": (
        "Every sentence of this document was taken word for word from its source; no model took part.",
        "本文件的每一句话均逐字摘自其来源，未使用任何模型。",
    ),
    "starter_only": (
        "This document rests only on the starter notes that come with Kyle, not on sources searched for it.",
        "本文件仅依据 Kyle 自带的入门资料，并非为此题目检索到的来源。",
    ),
    "audience_ignored": (
        "The audience asked for could not be taken into account: sentences are taken as they stand.",
        "未能照顾指定的读者对象，因为句子均按原文摘录。",
    ),
    "language_kept": (
        "The document keeps the language of its sources, since without a model nothing is translated.",
        "本文件保留来源的语言，因为未使用模型，没有翻译。",
    ),
    "sections_empty": (
        "{empty} of {total} sections came out empty and were left out.",
        "共 {total} 节，其中 {empty} 节没有内容，已略去。",
    ),
    "citations_removed": (
        "{count} citations of sources that were never fetched were removed.",
        "删除了 {count} 处引用，其所引来源从未被读取。",
    ),
    "markup_removed": (
        "{count} pieces of markup, addresses or references of the writer's own making were removed from the text.",
        "从正文中删除了 {count} 处标记、网址或撰写者自拟的参考文献。",
    ),
    "process_talk": (
        "{count} sentences in which the writer spoke of its own work were removed.",
        "删除了 {count} 句撰写者谈论自身工作的话。",
    ),
    "cited_share": (
        "{cited} of {statements} statements of fact carry a citation.",
        "{statements} 条事实陈述中，有 {cited} 条注明了来源。",
    ),
    "revised": (
        "This is version {version} of the document; the final check did not let the earlier ones pass.",
        "这是本文件的第 {version} 版，此前的版本未通过最终检查。",
    ),
    "budget_plan": (
        "The budget left no room to plan the research, so Kyle searched for the topic itself.",
        "预算不足以规划检索，因此 Kyle 直接检索了题目本身。",
    ),
    "budget_outline": (
        "The budget left no room to lay out the document, so Kyle gave it the usual form.",
        "预算不足以编排提纲，因此 Kyle 采用了通常的形式。",
    ),
    "budget_sections": (
        "The budget did not reach for all sections. Left out: {headings}.",
        "预算不足以写成全部各节，略去：{headings}。",
    ),
    "simplified": (
        "Earlier attempts at this briefing were lost, so Kyle worked in simplified mode: it asked fewer questions and "
        "wrote a shorter document.",
        "此前的尝试均中断，因此 Kyle 以简化模式工作：提问较少，文件较短。",
    ),
    "caution": (
        "No source was read for this document. Every statement in it rests on what the model knows and must be checked "
        "before it is used.",
        "本文件未参考任何来源，其中的所有陈述均出自模型自身的知识，使用前必须核实。",
    ),
}

_REASONS_ZH: dict[Reason, str] = {
    Reason.UNRESEARCHED: "本文件没有使用任何来源，仅凭模型的知识写成。",
    Reason.UNCITED: "找到了来源，但本文件没有一句话引用它们。",
    Reason.CITED_UNFETCHED: "撰写者引用了从未读取的来源，这些引用已被删除。",
    Reason.PARTIAL_RESEARCH: "部分检索失败，本文件依据其余部分写成。",
    Reason.UNSUPPORTED_CLAIMS: "部分数字、引语或归属在所引来源中找不到，已在文中标出。",
    Reason.UNVETTED: "未能审核来源。",
    Reason.UNCRITIQUED: "未能评议调研结果。",
    Reason.CRITIQUE_UNRESOLVED: "修订次数用尽时，评议者仍要求进一步调研。",
    Reason.LINKS_UNCHECKED: "未能检查所引来源的链接。",
    Reason.LINKS_DEAD: "所引的一个链接已失效。",
    Reason.SIMPLIFIED: "Kyle 以简化模式工作。",
    Reason.BUDGET: "本次运行的预算已用尽，文件依据当时已有的内容写成。",
}

_FAULTS_ZH: dict[str, str] = {
    "search.empty": "搜索正常应答，但没有结果。",
    "search.blocked": "搜索引擎拒绝应答：要求验证，或请求过多。",
    "search.filtered": "搜索有结果，但均不可使用。",
    "search.layout_unknown": "搜索结果页的版式无法识别。",
    "search.network": "无法连接搜索引擎。",
    "fetch.failed": "一个网页未能读取。",
    "fetch.refused": "一个网页的地址或类型不被允许，未予读取。",
    "fetch.unusable": "一个网页已读取，但没有可供引用的正文。",
    "research.empty": "调研结束时没有得到任何来源。",
    "model.rate_limited": "模型服务商限制了请求。",
    "model.timeout": "模型未能及时应答。",
    "model.unavailable": "无法连接模型服务商，或其报告了错误。",
    "model.invalid_output": "模型的应答无法使用，再次询问后仍然如此。",
    "model.refused": "模型服务商拒绝应答此请求。",
    "model.auth": "模型服务商拒绝了密钥。",
    "model.context_length": "请求超出了模型能够读取的长度。",
    "budget.exhausted": "本次运行的预算已用尽。",
}


def remark(key: str, language: str, **figures: int | str) -> str:
    """A remark in the language of the document where Kyle speaks it, else in English."""
    english, chinese = REMARKS[key]
    return (chinese if is_chinese(language) else english).format(**figures)


def reason(degradation: Reason, language: str) -> str:
    return _REASONS_ZH[degradation] if is_chinese(language) else REASONS[degradation]


def fault(met: Fault, language: str) -> str:
    """What the fault means, and what happened this time as it was reported."""
    meaning = _FAULTS_ZH.get(met.code, FAULTS[met.code]) if is_chinese(language) else FAULTS[met.code]
    return f"{meaning} {met.detail}".strip()
