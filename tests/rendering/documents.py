"""Sample documents and their sources, for the tests of the renderers."""

from datetime import UTC, date, datetime
from typing import Any

from briefings.domain.document import (
    Block,
    Callout,
    Document,
    Event,
    FurtherReading,
    FurtherReadingEntry,
    Grade,
    Heading,
    KeyFact,
    KeyFacts,
    List,
    ListItem,
    Paragraph,
    PipelineNote,
    PipelineNotes,
    Quote,
    Reference,
    References,
    Rendering,
    RenderingEvidence,
    RenderingStatus,
    Sentence,
    Table,
    Term,
    TermTable,
    Timeline,
)
from briefings.domain.evidence import Basis, Origin, Page, Source, Tier

LONG_ADDRESS = "https://law.example/codes/display?" + "&".join(f"part{n}=value{n}" for n in range(40))


def source(
    number: int,
    title: str = "Border adjustment in outline",
    url: str | None = "https://trade.example/outline",
    tier: Tier = Tier.NEWS,
    origin: Origin = Origin.WEB,
    **page: Any,
) -> Source:
    return Source(
        id=number,
        question="q1",
        tier=tier,
        page=Page(
            url=url,
            title=title,
            text="Text.",
            sha256="0" * 64,
            fetched_at=datetime(2026, 11, 30, 9, 30, tzinfo=UTC),
            origin=origin,
            **page,
        ),
    )


SOURCES = (
    source(
        1,
        "Carbon border adjustment: what importers must know",
        "https://taxation.example/cbam?lang=en&view=full",
        Tier.GOVERNMENT,
        site="Directorate for Taxation",
        published="2026-03-14",
        language="en",
    ),
    source(
        2,
        "欧盟碳边境调节机制对中国钢铁出口的影响",
        "https://xuebao.example/cbam/%E9%92%A2%E9%93%81",
        Tier.ACADEMIC,
        author="李明",
        site="国际贸易学报",
        published="2025",
        language="zh-Hans",
    ),
    source(3, "Codes in force, consolidated display", LONG_ADDRESS, Tier.STANDARDS, site="Law register"),
    source(4, "Port charges 2025", None, Tier.LOCAL, Origin.KNOWLEDGE, locator="ports/charges-2025.md"),
    source(
        5,
        "HTTP versions in outline",
        None,
        Tier.LOCAL,
        Origin.STARTER,
        locator="http-overview-versions.md",
        basis=(
            Basis(title="RFC 9114: HTTP/3 & QPACK", url="https://rfc.example/9114?a=1&b=2"),
            Basis(title="A printed handbook"),
            Basis(title="A trap", url="javascript:alert(1)"),
        ),
    ),
)


def cited(text: str, *cites: int) -> Sentence:
    return Sentence(text=text, cites=cites)


def document(*blocks: Block, title: str = "A briefing", language: str = "en", references: bool = True) -> Document:
    """A document of `blocks`, with references to exactly what they cite, as the pipeline builds them."""
    bare = Document(title=title, language=language, as_of=date(2026, 11, 30), blocks=blocks)
    if not references or not bare.cited:
        return bare
    entries = tuple(Reference(source=number, number=place) for place, number in enumerate(bare.cited, start=1))
    notes = [block for block in blocks if isinstance(block, PipelineNotes)]
    body = [block for block in blocks if not isinstance(block, PipelineNotes)]
    return bare.model_copy(update={"blocks": (*body, References(entries=entries), *notes)})


TERMS = TermTable(
    source_language="en",
    target_language="zh-Hans",
    rows=(
        Term(
            term="carbon border adjustment mechanism",
            acronym="CBAM",
            domain="climate policy",
            definition="A charge on the carbon embedded in certain imports.",
            cites=(1,),
            renderings=(
                Rendering(
                    text="碳边境调节机制",
                    reading="tàn biānjìng tiáojié jīzhì",
                    region="CN",
                    register="formal",
                    grade=Grade.OFFICIAL,
                    status=RenderingStatus.VERIFIED,
                    evidence=(
                        RenderingEvidence(
                            source=2,
                            language="zh-Hans",
                            passage="欧盟碳边境调节机制（Carbon Border Adjustment Mechanism，CBAM）于2023年启动。",
                        ),
                    ),
                ),
                Rendering(text="碳关税", register="press", status=RenderingStatus.CONFLICT),
            ),
            conflict="The press says 碳关税, which is a customs duty in the strict sense.",
        ),
        Term(term="embedded emissions", renderings=(Rendering(text="隐含排放", reading="yǐnhán páifàng"),)),
    ),
)

EVERY_BLOCK = document(
    Callout(tone="caution", sentences=(cited("Kyle worked in simplified mode: two angles instead of five."),)),
    Heading(level=1, text="What the mechanism is"),
    Paragraph(
        sentences=(
            cited("The mechanism puts a price on the carbon embedded in imports of steel, cement and aluminium.", 1),
            cited("Its definitive period began on 1 January 2026, and certificates are sold from February 2027.", 1, 3),
            cited(
                "In Chinese it is called 碳边境调节机制, and its name in German is CO₂-Grenzausgleich — Größe & Maß."
            ),
        )
    ),
    KeyFacts(
        items=(
            KeyFact(label="In force since", value="1 January 2026", cites=(1,)),
            KeyFact(label="Price of a certificate", value="€ 84 per tonne (average of the quarter)", cites=(3,)),
            KeyFact(label="Ports", value="Харьков, Đà Nẵng, Θεσσαλονίκη"),
        )
    ),
    Heading(level=2, text="Who is touched"),
    List(
        items=(
            ListItem(
                text="Importers of basic goods",
                cites=(1,),
                items=(
                    ListItem(text="steel and iron", items=(ListItem(text="also screws & bolts", cites=(3,)),)),
                    ListItem(text="aluminium"),
                ),
            ),
            ListItem(text="Their customs agents"),
        )
    ),
    List(
        ordered=True,
        items=(ListItem(text="Register"), ListItem(text="Report"), ListItem(text="Surrender certificates", cites=(1,))),
    ),
    Heading(level=3, text="Figures"),
    Table(
        caption="Charges of three ports",
        columns=("Port", "Charge per call", "Remark"),
        rows=(
            (cited("Northport"), cited("€ 12,400", 4), cited("includes pilotage, ice-breaking and dredging", 4)),
            (cited("Southport"), cited("€ 9,100", 4), cited("without dredging")),
            (cited("青岛港"), cited("¥ 61,000"), cited("含引航费")),
        ),
    ),
    Callout(sentences=(cited("Figures are rounded to the nearest hundred.", 4),)),
    Callout(tone="open_question", sentences=(cited("Will the free allowances end before 2034?"),)),
    Callout(tone="open_question", sentences=(cited("Who pays for the reports?", 1), cited("Who reads them?"))),
    Quote(text="We will not tax our way out of this.", speaker="Minister for Trade, 12 May 2026", cites=(1,)),
    Heading(level=2, text="How it came about"),
    Timeline(
        events=(
            Event(date="14 July 2021", text="The Commission proposes the mechanism.", cites=(1,)),
            Event(date="1 October 2023", text="The transitional period begins.", cites=(2,)),
            Event(date="2026", text="Importers start to pay."),
        )
    ),
    Heading(level=1, text="Terms"),
    TERMS,
    Heading(level=1, text="Further reading"),
    FurtherReading(
        entries=(
            FurtherReadingEntry(source=2, why="The fullest account of the effect on steel."),
            FurtherReadingEntry(source=5, why="For the protocol that carries the reports."),
        )
    ),
    PipelineNotes(
        notes=(
            PipelineNote(code="partial_research", text="Some of the research failed; the document rests on the rest."),
            PipelineNote(text="The search fell back from DuckDuckGo to the knowledge corpus."),
        )
    ),
    title="Carbon border adjustment: a briefing for port operators",
)

CHINESE = document(
    Heading(level=1, text="一、机制概述"),
    Paragraph(
        sentences=(
            cited(
                "欧盟碳边境调节机制（Carbon Border Adjustment Mechanism，简称CBAM）于2023年10月1日进入过渡期，"
                "要求进口商按季度报告钢铁、水泥、铝、化肥、电力和氢六类产品的隐含碳排放量。",
                1,
            ),
            cited("过渡期至 2025 年 12 月 31 日结束，自 2026 年 1 月 1 日起进入正式实施阶段；", 2),
            cited("“谁进口，谁申报”是其基本原则，但企业普遍反映：核算方法复杂、数据难以获得，合规成本高于预期。", 2, 1),
            cited("世界贸易组织（WTO）的多位专家指出，该机制与《关税与贸易总协定》第二十条的关系仍有争议。"),
        )
    ),
    Callout(tone="caution", sentences=(cited("本文件中有两处数字未能在所引来源中找到，已作标记。"),)),
    Heading(level=2, text="（一）主要数据"),
    Table(
        caption="表1　三个港口的费用",
        columns=("港口", "每次停靠费用", "备注"),
        rows=(
            (cited("青岛港"), cited("61,000 元", 4), cited("含引航费、破冰费与疏浚费", 4)),
            (cited("Northport"), cited("12,400 欧元", 4), cited("不含疏浚")),
        ),
    ),
    List(
        items=(ListItem(text="进口商须先登记，再申报", cites=(1,), items=(ListItem(text="登记由成员国主管机关办理"),)),)
    ),
    Quote(text="我们不能靠征税走出困境。", speaker="贸易部长", cites=(2,)),
    PipelineNotes(notes=(PipelineNote(code="links_dead", text="有一个所引链接已经失效。"),)),
    title="碳边境调节机制与港口费用：写给口译员的简报",
    language="zh-Hans",
)

LONG_TABLE = document(
    Heading(level=1, text="Sixty ports"),
    Table(
        caption="Calls and charges",
        columns=("Port", "Calls", "Charge"),
        rows=tuple(
            (cited(f"Port {row}"), cited(f"{row * 37} calls"), cited(f"€ {row * 100}", 4)) for row in range(1, 61)
        ),
    ),
    title="Sixty rows",
)
