"""Words that say little about a topic: function words, words of questions, and words of general use.

Three grades. *Function words* are never index terms of a topic. *Framing words* belong to the way a question is put
("how", "overview", "impact", 概述) and carry no weight. *General words* ("type", "treatment", 系统) may describe a
topic, but a document that shares nothing else with it is not about it.
"""

import re
from functools import lru_cache

from briefings.pipeline.retrieval.tokens import stem

_FUNCTION: dict[str, str] = {
    "en": """
        a an the and or nor but if then else of in on at by for from to into onto with without within about
        above below over under up down out off again further as per than that this these those there here it its
        itself he him his she her hers they them their theirs we us our ours you your yours i me my mine who
        whom whose which what when where why how is am are was were be been being do does did doing done have
        has had having can could may might must shall should will would not no neither either both each every
        all any some such same other another others more most less least many much few several own only just
        also too very so yet still even ever never already always often sometimes usually rather quite almost
        nearly because since while whereas although though unless until before after during between among
        amongst across through throughout against along around behind beside besides beyond despite except like
        near upon via toward towards thus hence therefore however moreover furthermore otherwise instead
        meanwhile etc eg ie vs once twice first second third last next whether one ones oneself cannot isn't
        aren't wasn't don't doesn't didn't won't can't couldn't shouldn't wouldn't let lets shall amid upon
        concerning regarding according due
        """,
    "fr": """
        le la les l un une des du de d et ou mais donc or ni car que qui quoi dont où ce cet cette ces se sa son
        ses leur leurs il elle ils elles on nous vous je tu y en dans sur sous par pour avec sans entre vers
        chez est sont était être avoir a ont fait plus moins très aussi comme si ne pas au aux quel quelle quels
        quelles comment
        """,
    "es": """
        el la los las un una unos unas de del y o u pero que quien cual cuales como cómo cuando donde por para
        con sin sobre entre hasta desde en a al es son era ser estar ha han se su sus lo le les no más menos muy
        también si ya este esta estos estas ese esa eso qué cuál
        """,
    "de": """
        der die das den dem des ein eine einer eines einem einen und oder aber doch denn weil dass daß wenn als
        ob wie was wer wo warum im in an am auf aus bei mit nach von vom zu zum zur für über unter durch gegen
        ohne um zwischen ist sind war waren wird werden wurde wurden sein hat haben kann können muss müssen soll
        nicht kein keine auch noch nur schon sehr mehr sich es er sie wir ihr ich sein ihre seine dieser diese
        dieses
        """,
    "ru": """
        и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне есть из о об от
        для при это или если их чем между без до под над также который которая которые
        """,
}

_FRAMING = """
    how what why when where who which does do did is are can could should best better good top main major key
    important leading largest biggest highest lowest fastest greatest latest recent recently current currently
    new today now history historical evolution origin origins background overview introduction intro guide
    tutorial primer basics basic fundamentals summary summarise summarize explain explained explanation describe
    described description discuss define definition definitions meaning means mean concept concepts idea
    understand understanding compare compared comparing comparison comparisons comparative contrast contrasted
    versus differ differs difference differences different distinction distinguish similarity similarities pros
    cons advantage advantages disadvantage disadvantages benefit benefits drawback drawbacks tradeoff tradeoffs
    trade-off trade-offs impact impacts effect effects influence implication implications consequence
    consequences role roles importance challenge challenges problem problems issue issues opportunity
    opportunities future outlook prospect prospects trend trends progress advance advances status situation
    landscape analysis review report briefing brief profile way ways work works working happen happens use uses
    used using tip tips practice practices example examples update updates upcoming far tell know learn topic
    question questions aspect aspects factor factors reason reasons cause causes consider considerations view
    views debate controversy controversies opinion opinions require requires required requirement requirements
    cover covers say says involve involves entail entails
    """.split()

_GENERAL = """
    ability access account act action active activity actual add address affect agency agree agreement aim allow
    alternative amount application apply approach area arise assess assessment association attack authority
    available average avoid base become begin behavior behaviour body break bring build building business call
    capacity care carry case central centre certain chain change choice choose chosen city claim class clear
    client close code collect common community company compatible complete complex component computer condition
    configuration conflict connect connection consist contain content context contract control convert copy
    correct correction cost country course create creation critical cultural culture customer cycle damage data
    database date day deal death decide decision deep default degree delay deliver demand depend design detail
    determine development device digital direct direction discover distribution document domain drive duty early
    economic economy education effective efficiency efficient element enable end energy engineer engineering
    ensure environment environmental equipment error establish event exchange exist expect experience expert
    export extend external fact fail failure family fast feature field file final finance financial find fire
    firm fix flow follow food force form format free frequency function fund gain general generate generation
    give global goal good goods govern government group grow growth hand handle hard health help high hold home
    hour house human identify image implement implementation import improve improvement include increase
    independent individual industrial industry information infrastructure initial input install installation
    institution instrument integrate interest interface internal international internet investment item join
    keep kind land language large law lead learn learning left legal length level license life light limit line
    link list live load local location long loss low machine maintain make maker making man manage management
    manager manufacture manufacturing mark market material matter maximum measure mechanism medium meet member
    memory message method migrate migration military minimum mode model modern money month move movement
    multiple name nation national natural nature need network node normal note number object obligation occur
    offer office official online open operate operation operator option order organisation organization output
    page paper part participate party path pattern pay payment people perform performance period permission
    person personal phase place plan planning plant platform play point policy political politics pool popular
    population position possible post potential power practical prepare present press prevent price principle
    private procedure process produce product production professional program programme project promote property
    protect protection provide provider public publish purpose quality range rate reach read real receive
    recognise record recovery reduce reduction reference reform region regional register regulate regulation
    regulatory relate relation relationship release remain remote remove report request research resource
    respond response responsibility result return right rise risk rule run safe safety scale school science
    scientific scope search season secondary section sector secure security select selection send sense series
    serve server service set share shift short side sign simple single site size small social society software
    solution source space special specific speed stage standard start state step stop storage store strategy
    strength strong structure student study style subject success supply support surface system table target
    task team technical technique technology term test text theory thing time tool total trade traditional train
    training transfer transform transition transport travel treat treatment type typical understand union unit
    user value variety version voluntary vote wait war warn water web website week weight wide win word worker
    workplace world write writing year young
    """.split()

_PLACES = """
    africa america american asia asian australia australian austria belgium brazil britain british canada
    canadian china chinese denmark east eastern england eu europe european finland france french german germany
    greece hungary india indian indonesia ireland israel italian italy japan japanese korea korean latin london
    mexico netherlands nigeria north northern norway pacific poland portugal russia russian scotland south
    southern spain spanish sweden swiss switzerland turkey uk ukraine un us usa u.s west western
    """.split()

_CHINESE_FRAMING = re.compile(
    "|".join(
        sorted(
            """
            什么是 是什么 什么 为什么 为何 如何 怎样 怎么 怎么样 哪些 哪个 哪种 多少 是否 有何 有什么 有哪些
            何谓 解释 说明 介绍 简介 概述 概览 综述 总览 概况 概念 含义 定义 意思 原理 指南 入门 教程 最佳 最好
            最大 最新 最近 最高 近年来 近期 目前 当前 现状 状况 情况 进展 趋势 展望 前景 未来 历史 起源 演变
            背景 影响 作用 意义 重要性 角色 挑战 机遇 问题 优势 劣势 优点 缺点 优缺点 利弊 区别 差异 差别 不同
            异同 异同点 相同 对比 比较 相比 报告 简报 评估 总结 摘要 概要 实践 案例 例子 途径 之间 关于 有关
            相关 以及 及其 对于 什麼是 是什麼 什麼 為什麼 為何 怎樣 怎麼 怎麼樣 哪個 哪種 解釋 說明 介紹 簡介
            總覽 概況 概念 含義 定義 意義 趨勢 歷史 演變 影響 挑戰 機遇 問題 優勢 劣勢 優點 缺點 優缺點 區別
            差異 差別 異同 對比 比較 報告 總結 近年來 現狀 狀況 情況 進展 實踐 關於 有關 相關
            """.split(),
            key=len,
            reverse=True,
        )
    )
)
_CHINESE_PARTICLES = re.compile(
    "[的了和与與及对對在为為是将將把被让讓从從到由向并並或而等之所以于於其这這那个個们們吗嗎呢]"
)

_CHINESE_GENERAL = frozenset(
    """
    系统 系統 技术 技術 管理 数据 數據 信息 資訊 网络 網絡 服务 服務 安全 国家 國家 国际 國際 政策 法律 法规
    法規 规定 規定 制度 机制 機制 标准 標準 要求 市场 市場 经济 經濟 企业 企業 社会 社會 产品 產品 用户 用戶
    软件 軟件 软体 文件 程序 协议 協議 版本 模型 平台 环境 環境 资源 資源 过程 過程 处理 處理 使用 应用 應用
    支持 提供 实现 實現 设计 設計 开发 開發 生产 生產 消费 消費 教育 治疗 治療 类型 類型 时间 時間 世界 全球
    中国 中國 美国 美國 欧洲 歐洲 欧盟 歐盟 日本 人类 人類 生活 文化 组织 組織 选择 選擇 采用 採用 监管 監管
    保护 保護 变化 變化 改革 建设 建設 工作 运行 運行 运作 運作 配置 设置 設置 設定 安装 安裝 功能 方法 方式 工具
    操作 步骤 步驟 结构 結構 内容 內容 方案 措施 分析 研究 目标 目標 条件 條件 结果 結果
    """.split()
)

FUNCTION_WORDS = frozenset(word for text in _FUNCTION.values() for word in text.split())
"""Lower-case function words of the alphabetic languages, together."""

_FRAMING_STEMS = frozenset(map(stem, [*_FRAMING, *_FUNCTION["en"].split()]))
_GENERAL_STEMS = frozenset(map(stem, [*_GENERAL, *_PLACES]))


def is_function_word(word: str) -> bool:
    return word.lower() in FUNCTION_WORDS


@lru_cache(maxsize=65536)
def is_framing(word: str) -> bool:
    """Whether `word` (of an alphabetic language) only frames a question, or is a function word."""
    lowered = word.lower()
    return lowered in FUNCTION_WORDS or lowered in _FRAMING or stem(lowered) in _FRAMING_STEMS


def is_general(word: str) -> bool:
    """Whether `word` is of such general use that sharing it says nothing. Takes words and Chinese bigrams."""
    return word in _CHINESE_GENERAL or stem(word.lower()) in _GENERAL_STEMS


def without_chinese_frame(text: str) -> list[str]:
    """The runs of `text` that are left when framing words and particles of Chinese are taken out."""
    spaced = _CHINESE_FRAMING.sub(" ", text)
    return [run for run in _CHINESE_PARTICLES.sub(" ", spaced).split() if run]
