"""Names that capitals do not give away: well-known organisations, products and persons, and what is capitalised without
being a name."""

from briefings.pipeline.topic.lexicon import english

WELL_KNOWN = english(r"""
    anthropic, openai, chatgpt, claude, gemini, deepseek, google, alphabet inc, microsoft, nvidia, intel, amd, tsmc
    samsung, sony, huawei, tencent, alibaba, baidu, bytedance, tiktok, xiaomi, facebook, instagram, whatsapp, youtube
    twitter, netflix, spotify, airbnb, uber, paypal, tesla, toyota, honda, volkswagen, bmw, hyundai, boeing, airbus
    lufthansa, siemens, bosch, nestle, nestlé, unilever, ikea, walmart, pfizer, moderna, astrazeneca, novartis
    goldman sachs, jpmorgan, blackrock, ubs, wikipedia, reddit, linkedin, github, kubernetes, postgres, postgresql
    mysql, mongodb, django, android, windows 1[01], iphone, ipad, playstation, bitcoin, ethereum, greenpeace
    amnesty international, red cross, world bank, united nations, nato, unesco, unicef, opec, european union
    european commission, world health organi[sz]ation, world trade organi[sz]ation, brexit
    international monetary fund, federal reserve, european central bank, elon musk, donald trump, vladimir putin
    xi jinping
    """)
"""Unambiguous in any case of letters; "apple" and "amazon" are not."""

ORDINARY_CAPITALS = frozenset(
    """i ok okay internet web earth sun moon dear hello hi monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december christmas easter diwali
    ramadan eid hanukkah thanksgiving halloween valentine valentine's valentines mother's father's new year year's
    years eve day lunar mid-autumn festival t-shirt x-ray phd mr mrs ms fahrenheit celsius kelvin boolean gaussian
    unicode zeitgeist schadenfreude realpolitik braille trojan socratic platonic cartesian faustian ponzi freudian
    monte carlo""".split()
)
"""Capitalised words that name no person, organisation or product, in lower case."""

LANGUAGES = frozenset(
    """english french german spanish italian portuguese russian arabic chinese mandarin cantonese japanese korean hindi
    latin greek turkish dutch polish swedish danish norwegian finnish czech hungarian romanian ukrainian hebrew
    persian thai vietnamese indonesian swahili urdu bengali""".split()
)
"""Names of languages, in lower case: a language in "a poem in Spanish", a country's in "the Spanish tax system"."""

ORDINARY_POSSESSIVES = frozenset(
    """what's let's it's that's there's here's who's how's where's when's why's today's tomorrow's yesterday's world's
    women's men's children's people's one's everyone's someone's company's team's author's reader's teacher's mother's
    father's parent's beginner's new year's year's bachelor's master's writer's speaker's user's""".split()
)
"""Possessives that open a topic without naming anybody."""

STABLE_ACRONYMS = frozenset(
    """dna rna mrna trna atp ph api sdk url uri http https html css xml json yaml sql nosql tcp udp tcp/ip ip ipv4 ipv6
    dns dhcp ftp ssh tls ssl vpn lan wan nat smtp imap cpu gpu ram rom ssd hdd usb bios os gui cli ide oop rest soap
    crud acid cap mvc orm jwt csv pdf ascii utf-8 ai ml nlp llm ocr iot vr ar b2b b2c b2g saas paas iaas faas kpi okr
    roi gdp gnp cpi ppp vat ipo etf reit ceo cfo cto coo hr pr r&d swot ngo npo llc plc sme m&a ebitda p/e npv irr apr
    apy faq diy rsvp asap fyi ptsd adhd ocd asd hiv aids mri ct ecg ekg eeg pcr bmi iq eq ufo led lcd oled rfid nfc
    gps co2 h2o o2 ch4 uv ir fm am ac dc kwh mp3 mp4 jpeg png gif svg captcha radar laser mooc esg csr gmo suv ev bce
    ce bc ad utc gmt aes rsa sha-256 md5 xss csrf ddos raid etl olap oltp bnf dfa nfa pid fft pca svm rnn gan lstm ubi
    mmt qe cbdc nft tdd bdd ddd ci cd ci/cd qa ux ui seo sla rfp sop esl stem it dj mc vip tv phd bbq pta nda cv id
    pin q&a a/b 2d 3d oauth ecc crispr nmr xor nand fpga asic pcb hvac bgp mba ba ma bsc msc fomo yolo lol rgb cmyk
    dpi isbn tbd n/a haccp snp mbti""".split()
)
"""Acronyms and formulas that stand for a concept, in lower case."""

EPONYM_NOUNS = frozenset(
    """theorem lemma conjecture paradox equilibrium equation inequality effect principle syndrome disease razor
    hypothesis dilemma algebra geometry transform optimality optimum coefficient fallacy calculus axiom
    postulate""".split()
)
"""A name some words before one of these is part of the name of a concept: Bayes' theorem, the Nash equilibrium."""

EVERYDAY_EPONYM_NOUNS = frozenset(
    """method process model scale test code machine function space filter tree sort kernel prior wave cell dish burner
    chart criterion jar knot strip bottle conjugate bridge efficiency distribution curve diagram triangle notation
    constant number algorithm polynomial matrix integral series sequence chain cipher cycle logic multiplier good
    hierarchy dialectic complex conditioning window formula mechanics physics illusion surplus reaction kinetics cube
    motion""".split()
)
"""The same right after the name and written small: the Haber process, but not the Bologna Process."""

OWNED_EPONYM_NOUNS = frozenset("law laws cat box heel choice wager demon needs".split())
"""The same after a possessive: Ohm's law, Pandora's box, but not Colorado law."""

NON_EPONYMS = frozenset(
    """china america britain england germany france italy spain japan russia india brazil canada australia mexico korea
    iran israel ukraine turkey europe africa asia london paris berlin beijing washington brussels
    apple amazon""".split()
)
"""Places and companies, in lower case, whose possessive makes no concept: "China's growth model"."""
