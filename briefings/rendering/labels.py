"""Every word that the renderers add to a document, in the languages in which Kyle says them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from briefings.domain.document import Grade, RenderingStatus
from briefings.domain.evidence import Origin, Tier


@dataclass(frozen=True)
class Labels:
    """The words of one language, whose BCP 47 tag is `tag`. `day_form` is a format with `day`, `month` and `year`;
    `months` fills `month`."""

    tag: str
    language: str
    as_of: str
    references: str
    about: str
    citation: str
    published: str
    read_on: str
    based_on: str
    separator: str
    conflict: str
    table: str
    term: str
    rendering: str
    colon: str
    day_form: str
    months: tuple[str, ...]
    tones: Mapping[str, str]
    open_questions: str
    grades: Mapping[str, str]
    statuses: Mapping[str, str]
    tiers: Mapping[str, str]
    origins: Mapping[str, str]
    languages: Mapping[str, str]

    def day(self, day: date) -> str:
        return self.day_form.format(day=day.day, month=self.months[day.month - 1], year=day.year)

    def published_day(self, published: str) -> str:
        """`published` in words where it is a whole ISO date (a time may follow), else as the page tells it."""
        try:
            return self.day(date.fromisoformat(published[:10]))
        except ValueError:
            return published


ENGLISH = Labels(
    tag="en",
    language="Language",
    as_of="As of",
    references="References",
    about="About this document",
    citation="Source",
    published="published",
    read_on="read on",
    based_on="Based on",
    separator="; ",
    conflict="Conflict",
    table="Table",
    term="Term",
    rendering="Rendering",
    colon=": ",
    day_form="{day} {month} {year}",
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    tones={"note": "Note", "caution": "Caution", "open_question": "Open question"},
    open_questions="Open questions",
    grades={Grade.OFFICIAL: "official", Grade.REFERENCE: "reference"},
    statuses={
        RenderingStatus.GLOSSARY: "from the glossary",
        RenderingStatus.VERIFIED: "verified",
        RenderingStatus.CONFLICT: "another rendering is attested",
        RenderingStatus.SEVERAL_SOURCES: "several sources",
        RenderingStatus.SINGLE_SOURCE: "one source",
        RenderingStatus.UNATTESTED: "not attested",
    },
    tiers={
        Tier.GOVERNMENT: "government",
        Tier.INTERGOVERNMENTAL: "intergovernmental",
        Tier.ACADEMIC: "academic",
        Tier.STANDARDS: "standards body",
        Tier.REFERENCE: "reference work",
        Tier.NEWS: "news",
        Tier.ORGANIZATION: "organization",
        Tier.PREPRINT: "preprint",
        Tier.UNVERIFIED: "unverified",
        Tier.LOCAL: "local",
    },
    origins={
        Origin.WEB: "web page",
        Origin.KNOWLEDGE: "local document",
        Origin.STARTER: "starter corpus",
        Origin.SUPPLIED: "supplied with the request",
    },
    languages={
        "en": "English",
        "zh-Hans": "Chinese (simplified)",
        "zh-Hant": "Chinese (traditional)",
        "fr": "French",
        "es": "Spanish",
        "ru": "Russian",
        "ar": "Arabic",
        "ja": "Japanese",
        "de": "German",
    },
)

SIMPLIFIED_CHINESE = Labels(
    tag="zh-Hans",
    language="语言",
    as_of="截至",
    references="参考文献",
    about="关于本文件",
    citation="来源",
    published="发布于",
    read_on="读取于",
    based_on="依据",
    separator="；",
    conflict="译法分歧",
    table="表格",
    term="术语",
    rendering="译名",
    colon="：",
    day_form="{year}年{month}月{day}日",
    months=tuple(str(month) for month in range(1, 13)),
    tones={"note": "说明", "caution": "注意", "open_question": "未决问题"},
    open_questions="未决问题",
    grades={Grade.OFFICIAL: "官方译名", Grade.REFERENCE: "参考译名"},
    statuses={
        RenderingStatus.GLOSSARY: "来自术语表",
        RenderingStatus.VERIFIED: "已核实",
        RenderingStatus.CONFLICT: "另有其他译法",
        RenderingStatus.SEVERAL_SOURCES: "多个来源",
        RenderingStatus.SINGLE_SOURCE: "单一来源",
        RenderingStatus.UNATTESTED: "未见佐证",
    },
    tiers={
        Tier.GOVERNMENT: "政府",
        Tier.INTERGOVERNMENTAL: "政府间组织",
        Tier.ACADEMIC: "学术",
        Tier.STANDARDS: "标准机构",
        Tier.REFERENCE: "工具书",
        Tier.NEWS: "新闻",
        Tier.ORGANIZATION: "机构",
        Tier.PREPRINT: "预印本",
        Tier.UNVERIFIED: "未核实",
        Tier.LOCAL: "本地",
    },
    origins={
        Origin.WEB: "网页",
        Origin.KNOWLEDGE: "本地文档",
        Origin.STARTER: "入门资料库",
        Origin.SUPPLIED: "随请求提供",
    },
    languages={
        "en": "英文",
        "zh-Hans": "中文（简体）",
        "zh-Hant": "中文（繁体）",
        "fr": "法文",
        "es": "西班牙文",
        "ru": "俄文",
        "ar": "阿拉伯文",
        "ja": "日文",
        "de": "德文",
    },
)

TRADITIONAL_CHINESE = Labels(
    tag="zh-Hant",
    language="語言",
    as_of="截至",
    references="參考文獻",
    about="關於本文件",
    citation="來源",
    published="發布於",
    read_on="讀取於",
    based_on="依據",
    separator="；",
    conflict="譯法分歧",
    table="表格",
    term="術語",
    rendering="譯名",
    colon="：",
    day_form="{year}年{month}月{day}日",
    months=tuple(str(month) for month in range(1, 13)),
    tones={"note": "說明", "caution": "注意", "open_question": "未決問題"},
    open_questions="未決問題",
    grades={Grade.OFFICIAL: "官方譯名", Grade.REFERENCE: "參考譯名"},
    statuses={
        RenderingStatus.GLOSSARY: "來自術語表",
        RenderingStatus.VERIFIED: "已核實",
        RenderingStatus.CONFLICT: "另有其他譯法",
        RenderingStatus.SEVERAL_SOURCES: "多個來源",
        RenderingStatus.SINGLE_SOURCE: "單一來源",
        RenderingStatus.UNATTESTED: "未見佐證",
    },
    tiers={
        Tier.GOVERNMENT: "政府",
        Tier.INTERGOVERNMENTAL: "政府間組織",
        Tier.ACADEMIC: "學術",
        Tier.STANDARDS: "標準機構",
        Tier.REFERENCE: "工具書",
        Tier.NEWS: "新聞",
        Tier.ORGANIZATION: "機構",
        Tier.PREPRINT: "預印本",
        Tier.UNVERIFIED: "未核實",
        Tier.LOCAL: "本地",
    },
    origins={
        Origin.WEB: "網頁",
        Origin.KNOWLEDGE: "本地文件",
        Origin.STARTER: "入門資料庫",
        Origin.SUPPLIED: "隨請求提供",
    },
    languages={
        "en": "英文",
        "zh-Hans": "中文（簡體）",
        "zh-Hant": "中文（繁體）",
        "fr": "法文",
        "es": "西班牙文",
        "ru": "俄文",
        "ar": "阿拉伯文",
        "ja": "日文",
        "de": "德文",
    },
)


_TRANSLATED = {"zh-Hans": SIMPLIFIED_CHINESE, "zh-Hant": TRADITIONAL_CHINESE}


def labels_for(language: str) -> Labels:
    """The labels for a document in `language`, a BCP 47 tag as Kyle spells it; English where there are no others."""
    return _TRANSLATED.get(language, ENGLISH)
