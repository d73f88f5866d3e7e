"""What the pipeline says in a document, in Chinese: each text in simplified and in traditional characters."""

from briefings.domain.outcome import Reason

Both = tuple[str, str]
"""A text in simplified and in traditional characters."""

REMARKS: dict[str, Both] = {
    "verbatim": (
        "本文件的每一句话均逐字摘自其来源，未使用任何模型。",
        "本文件的每一句話均逐字摘自其來源，未使用任何模型。",
    ),
    "starter_only": (
        "本文件仅依据 Kyle 自带的入门资料，并非为此题目检索到的来源。",
        "本文件僅依據 Kyle 自帶的入門資料，並非為此題目檢索到的來源。",
    ),
    "audience_ignored": (
        "未能照顾指定的读者对象，因为句子均按原文摘录。",
        "未能照顧指定的讀者對象，因為句子均按原文摘錄。",
    ),
    "language_kept": (
        "本文件保留来源的语言，因为未使用模型，没有翻译。",
        "本文件保留來源的語言，因為未使用模型，沒有翻譯。",
    ),
    "sections_empty": (
        "共 {total} 节，其中 {empty} 节没有内容，已略去。",
        "共 {total} 節，其中 {empty} 節沒有內容，已略去。",
    ),
    "citations_removed": (
        "删除了 {count} 处引用，其所引来源从未被读取。",
        "刪除了 {count} 處引用，其所引來源從未被讀取。",
    ),
    "markup_removed": (
        "从正文中删除了 {count} 处标记、网址或撰写者自拟的参考文献。",
        "從正文中刪除了 {count} 處標記、網址或撰寫者自擬的參考文獻。",
    ),
    "process_talk": (
        "删除了 {count} 句撰写者谈论自身工作的话。",
        "刪除了 {count} 句撰寫者談論自身工作的話。",
    ),
    "cited_share": (
        "{statements} 条事实陈述中，有 {cited} 条注明了来源。",
        "{statements} 條事實陳述中，有 {cited} 條註明了來源。",
    ),
    "revised": (
        "这是本文件的第 {version} 版，此前的版本未通过最终检查。",
        "這是本文件的第 {version} 版，此前的版本未通過最終檢查。",
    ),
    "skip_refused": (
        "规划者试图略去检索，但未获允许，因此 Kyle 直接检索了题目本身。",
        "規劃者試圖略去檢索，但未獲允許，因此 Kyle 直接檢索了題目本身。",
    ),
    "searched_anyway": (
        "规划者没有给出可用的查询，因此 Kyle 直接检索了题目本身。",
        "規劃者沒有給出可用的查詢，因此 Kyle 直接檢索了題目本身。",
    ),
    "budget_plan": (
        "预算不足以规划检索，因此 Kyle 直接检索了题目本身。",
        "預算不足以規劃檢索，因此 Kyle 直接檢索了題目本身。",
    ),
    "budget_outline": (
        "预算不足以编排提纲，因此 Kyle 采用了通常的形式。",
        "預算不足以編排提綱，因此 Kyle 採用了通常的形式。",
    ),
    "budget_sections": (
        "预算不足以写成全部各节，略去：{headings}。",
        "預算不足以寫成全部各節，略去：{headings}。",
    ),
    "simplified": (
        "此前的尝试均中断，因此 Kyle 以简化模式工作：提问较少，文件较短。",
        "此前的嘗試均中斷，因此 Kyle 以簡化模式工作：提問較少，文件較短。",
    ),
    "caution": (
        "本文件未参考任何来源，其中的所有陈述均出自模型自身的知识，使用前必须核实。",
        "本文件未參考任何來源，其中的所有陳述均出自模型自身的知識，使用前必須核實。",
    ),
    "several_times": ("{meaning}（共 {count} 次）。", "{meaning}（共 {count} 次）。"),
}

REASONS: dict[Reason, Both] = {
    Reason.UNRESEARCHED: (
        "本文件没有使用任何来源，仅凭模型的知识写成。",
        "本文件沒有使用任何來源，僅憑模型的知識寫成。",
    ),
    Reason.UNCITED: (
        "找到了来源，但本文件没有一句话引用它们。",
        "找到了來源，但本文件沒有一句話引用它們。",
    ),
    Reason.CITED_UNFETCHED: (
        "撰写者引用了从未读取的来源，这些引用已被删除。",
        "撰寫者引用了從未讀取的來源，這些引用已被刪除。",
    ),
    Reason.PARTIAL_RESEARCH: (
        "部分检索失败，本文件依据其余部分写成。",
        "部分檢索失敗，本文件依據其餘部分寫成。",
    ),
    Reason.UNSUPPORTED_CLAIMS: (
        "部分数字、引语或归属在所引来源中找不到，已在文中标出。",
        "部分數字、引語或歸屬在所引來源中找不到，已在文中標出。",
    ),
    Reason.UNVETTED: ("未能审核来源。", "未能審核來源。"),
    Reason.UNCRITIQUED: ("未能评议调研结果。", "未能評議調研結果。"),
    Reason.CRITIQUE_UNRESOLVED: (
        "修订次数用尽时，评议者仍要求进一步调研。",
        "修訂次數用盡時，評議者仍要求進一步調研。",
    ),
    Reason.LINKS_UNCHECKED: ("未能检查所引来源的链接。", "未能檢查所引來源的連結。"),
    Reason.LINKS_DEAD: ("所引的一个链接已失效。", "所引的一個連結已失效。"),
    Reason.SIMPLIFIED: ("Kyle 以简化模式工作。", "Kyle 以簡化模式工作。"),
    Reason.BUDGET: (
        "本次运行的预算已用尽，文件依据当时已有的内容写成。",
        "本次執行的預算已用盡，文件依據當時已有的內容寫成。",
    ),
}

FAULTS: dict[str, Both] = {
    "search.empty": ("一次检索正常应答，但没有结果。", "一次檢索正常應答，但沒有結果。"),
    "search.blocked": (
        "一个搜索引擎拒绝应答：要求验证，或请求过多。",
        "一個搜尋引擎拒絕應答：要求驗證，或請求過多。",
    ),
    "search.filtered": ("一次检索有结果，但均不可使用。", "一次檢索有結果，但均不可使用。"),
    "search.layout_unknown": ("搜索结果页的版式无法识别。", "搜尋結果頁的版式無法識別。"),
    "search.network": ("无法连接一个搜索引擎。", "無法連接一個搜尋引擎。"),
    "fetch.failed": ("一个网页未能读取。", "一個網頁未能讀取。"),
    "fetch.refused": (
        "一个网页的地址或类型不被允许，未予读取。",
        "一個網頁的位址或類型不被允許，未予讀取。",
    ),
    "fetch.unusable": (
        "一个网页已读取，但没有可供引用的正文。",
        "一個網頁已讀取，但沒有可供引用的正文。",
    ),
    "research.empty": ("调研结束时没有得到任何来源。", "調研結束時沒有得到任何來源。"),
    "model.rate_limited": ("模型服务商限制了请求。", "模型服務商限制了請求。"),
    "model.timeout": ("模型未能及时应答。", "模型未能及時應答。"),
    "model.unavailable": (
        "无法连接模型服务商，或其报告了错误。",
        "無法連接模型服務商，或其報告了錯誤。",
    ),
    "model.invalid_output": (
        "模型的应答无法使用，再次询问后仍然如此。",
        "模型的應答無法使用，再次詢問後仍然如此。",
    ),
    "model.refused": ("模型服务商拒绝应答此请求。", "模型服務商拒絕應答此請求。"),
    "model.auth": ("模型服务商拒绝了密钥。", "模型服務商拒絕了金鑰。"),
    "model.context_length": ("请求超出了模型能够读取的长度。", "請求超出了模型能夠讀取的長度。"),
    "budget.exhausted": ("本次运行的预算已用尽。", "本次執行的預算已用盡。"),
    "plan.failed": ("未能完成规划。", "未能完成規劃。"),
    "outline.failed": ("未能完成提纲。", "未能完成提綱。"),
    "write.failed": ("未能完成撰写。", "未能完成撰寫。"),
    "verify.failed": ("未能完成对文件的核查。", "未能完成對文件的核查。"),
    "gate.failed": ("未能完成最终检查。", "未能完成最終檢查。"),
    "gate.too_short": ("文件过短，未被接受。", "文件過短，未被接受。"),
    "gate.no_sources": ("找到了来源，但文件没有引用它们。", "找到了來源，但文件沒有引用它們。"),
    "gate.too_few_links": ("文件中可用的延伸阅读链接过少。", "文件中可用的延伸閱讀連結過少。"),
    "render.incomplete": ("一个文件未能完整呈现全部内容。", "一個檔案未能完整呈現全部內容。"),
    "render.docx": ("未能生成 DOCX 文件。", "未能產生 DOCX 檔案。"),
    "render.pdf": ("未能生成 PDF 文件。", "未能產生 PDF 檔案。"),
    "render.md": ("未能生成 Markdown 文件。", "未能產生 Markdown 檔案。"),
    "deliver.upload": ("一个文件未能存储。", "一個檔案未能儲存。"),
    "worker.error": ("工作进程遇到意外错误。", "工作行程遇到意外錯誤。"),
    "worker.orphaned": ("承担本次运行的工作进程失去了响应。", "承擔本次執行的工作行程失去了回應。"),
}
