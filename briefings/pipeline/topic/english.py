"""English words that make a search obligatory."""

from briefings.domain.plan import Trigger
from briefings.pipeline.patterns import any_of
from briefings.pipeline.topic.lexicon import Vocabulary, english

_SPAN = r"(?:years?|months?|weeks?|days?|quarters?|decades?|century|centuries|seasons?|terms?|semesters?|weekends?)"
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_NOVELTY = any_of("""
    rules?, laws?, regulations?, guidelines?, guidance, polic(?:y|ies), technolog(?:y|ies), findings, research
    evidence, stud(?:y|ies), versions?, releases?, features, standards?, treatments?, drugs?, tariffs?, legislation
    """)
_LENGTH = r"(?:words?|characters?|letters?|pages?|lines?|volts?|字)"

COMPARISON = Vocabulary(
    strong=english(r"""
        compare[sd]?, comparing, versus, vs\.?, than, different, differ[s]?, differed, differing, differences? between
        distinguish(?:es|ed|ing)?, distinctions? between, contrast(?:s|ed|ing)? with, in contrast, similarities
        pros and cons, advantages and disadvantages, strengths and weaknesses, benefits and drawbacks
        costs and benefits, instead of, as opposed to, relative to, better, worse, superior to, inferior to
        outperforms?, stacks? up against, which is, which one, which of
        (?:choose|choosing|choice|decide|deciding) between, side by side, head to head, alternatives? to
        trade-?offs? between, (?<!whether )or(?! (?:so|not|else|more|less)\b)
        """),
    weak=english(r"""
        comparisons?, comparative, comparatively, differences?, distinctions?, contrasts?, trade-?offs?, trading off
        alternatives?, advantages?, disadvantages?, drawbacks?, merits?, benchmark(?:s|ed|ing)?, competitors?, rivals?
        gap between
        """),
)

_NOT_SUPERLATIVE = """
    forest rainforest reforest deforest interest disinterest self-interest request test retest pretest
    contest protest attest detest arrest harvest invest reinvest divest west midwest northwest southwest
    guest quest conquest inquest bequest chest nest rest unrest crest pest vest jest zest lest honest
    dishonest modest immodest manifest earnest priest digest ingest suggest congest breast abreast tempest
    behest palimpsest infest incest molest everest budapest bucharest""".split()
_EST = rf"(?!(?:{'|'.join(_NOT_SUPERLATIVE)})(?![a-z]))[a-z]{{2,}}est"

SUPERLATIVE = Vocabulary(
    strong=english(rf"""
        best, worst, most, least, foremost, number one, no\.? ?1, number 1, world's, must-(?:have|read|see)s?
        favou?rites?, leaders in, top-?\d+, top (?:\d+|three|five|ten|twenty), which \w+ should
        recommend(?:ed|ations?)?, first (?:\w+ ){{0,3}}to \w+, last (?:\w+ )?to \w+, only (?:\w+ )?to \w+
        record-breaking, unrivall?ed, unmatched, {_EST}
        """),
    weak=english(r"""
        top(?!-), leading, ultimate, premier, rank(?:s|ed|ing|ings)?, record, records, winners?, maximum, minimum
        """),
)

TEMPORAL = Vocabulary(
    strong=english(rf"""
        recent(?:ly)?, latest, newest, newly, nowadays, now, today, today's, tonight, tonight's, tomorrow, tomorrow's
        yesterday, yesterday's, currently, presently, at present, present-day, modern-day, at the moment, at this time
        right now, so far, to date, up-to-date, up to date, as of, since, upcoming, forthcoming, ongoing, underway
        this (?:coming )?(?:{_SPAN}|morning|evening|summer|winter|spring|autumn|fall), (?:in|since|until|by) {_MONTH}
        this {_SPAN}'s, (?:last|past|previous|next|coming|recent|following) (?:\w+ ){{0,2}}{_SPAN}(?:'s)?
        in recent \w+, these days, (?:last|next|this|early|late|mid) {_MONTH}, over time, over the (?:years|decades)
        no longer, anymore, (?:1[5-9]|20)\d\ds?(?![\d,.]*\d)(?!-?\s?{_LENGTH}), \d\d(?:st|th) century
        q[1-4] (?:of )?\d+, (?:mid|early|late)-\d+s, what's new, what is new, what's next, what is next, new in
        happening, going on, what(?: has|'s)? changed
        (?:has|have|is|are) (?:\w+ ){{0,2}}(?:evolv(?:ed|ing)|chang(?:ed|ing)|developed|grow(?:n|ing)|shift(?:ed|ing))
        breaking news, state of the art, state-of-the-art, when (?:will|did|does|do|is|are|was|were|can|should)
        (?:advances?|developments|progress|changes|trends?|breakthroughs?) (?:in|to|on), future of, in the future
        new (?:\w+ )?{_NOVELTY}
        """),
    weak=english(r"""
        current, trends?, trending, emerging, evolution, evolv(?:e|es|ed|ing), developments, changed, changing
        progress, forecasts?, projections?, predictions?, prospects, outlook, timeline, schedule, deadlines?
        situation, status, state of, (?:the|our|its|their) (?:next|previous|last) \w+, proposed, pending, still, yet
        already, news, updates?, updated, contemporary, breakthroughs?
        """),
)

_UNITS = any_of(r"""
    %, per ?cent, percentage points?, basis points?, million, billion, trillion, km, cm, mm, kg, mg, [kmgt]wh?
    [kmgt]b, kelvin, (?:kilo|centi|milli)?(?:met(?:re|er)|gram(?:me)?|lit(?:re|er))s?, tonnes?, tons?, miles?, feet
    inch(?:es)?, acres?, hectares?, barrels?, degrees?, °\s?[cf], dollars?, euros?, pounds, yen, yuan, usd, eur, gbp
    mph, km/h
    """)
_EVALUATED = any_of("""
    average, typical, normal, usual, good, fair, reasonable, decent, median, mean, expected, total, annual, monthly
    """)
_QUANTITY = any_of("""
    prices?, costs?, salar(?:y|ies), wages?, pay, rents?, rates?, incomes?, fees?, premiums?, tax(?:es)?, sizes?
    ages?, heights?, weights?, speeds?, distances?, temperatures?, scores?, yields?, returns?, consumption, lifespan
    budget, life expectancy, lead time, growth, rainfall, revenues?, spending
    """)
_FLOW = any_of("""
    growth, debts?, deficits?, output, consumption, emissions, spending, expenditures?, deaths, casualties, sales
    exports, imports, turnover, wealth, pay, length, width, depth, levels?, mortality, prevalence, profits?, earnings
    production
    """)

QUANTITATIVE = Vocabulary(
    strong=english(rf"""
        how (?:much|many|long|far|often|fast|quickly|tall|old|big|large|deep|high|hot|heavy|expensive|likely|wide)
        how (?:common|frequent(?:ly)?|rich|small|slow|cold|cheap|strong|profitable|widespread), numbers? of
        amounts? of, percentages? of, proportions? of, fractions? of, shares? of, total number, quantif\w+
        what (?:percentage|share), what (?:proportion|fraction), {_EVALUATED} (?:[a-z-]+ ){{0,3}}{_QUANTITY}
        (?:statistics|figures|data) (?:on|about|for)
        market (?:size|share|value|volume|capitali[sz]ation) (?:of|for|in), \d[\d,.]*[ -]?{_UNITS}
        per (?:cubic|square|kilo\w+|tonne|head of population)
        """),
    weak=english(rf"""
        per capita, per (?:year|month|day|hour|week|person|head|unit|mile|lit(?:re|er)|household|user), percentages?
        (?<!an )average [a-z]+, per ?cent, statistics, expensive, worth, cheap, pay (?:gap|rise|scale)s?
        {_FLOW} (?:of|in)
        """),
    nouns=english(r"""
        prices?, costs?, costing, rates?, salar(?:y|ies), wages?, incomes?, revenues?, budgets?, fees?, tariffs?
        rents?, populations?, GDP, GNP, sizes?, speeds?, heights?, weights?, distances?, temperatures?
        capacit(?:y|ies), volumes?, ratios?, averages?, medians?, figures, statistics, totals?, yields?
        densit(?:y|ies), valuations?, probabilit(?:y|ies), odds, likelihood, frequenc(?:y|ies)
        market (?:size|share|value|volume|capitali[sz]ation), life expectancy, lifespans?, net worth, percentages?
        quantit(?:y|ies), throughput, latency, mortality, tax(?:es)?, growth rates?
        """),
)

NAMED = Vocabulary(
    strong=english(r"""
        ^who (?:is|was|are|were), ^who's, (?:explain|know|describe|about) who (?:is|was), profile of, profiles of
        biograph(?:y|ies) of, obituary, life and work of, background of the, (?:inc|ltd|gmbh|corp)\.?(?![a-z])
        """),
)

VOCABULARIES: dict[Trigger, Vocabulary] = {
    Trigger.COMPARISON: COMPARISON,
    Trigger.SUPERLATIVE: SUPERLATIVE,
    Trigger.TEMPORAL: TEMPORAL,
    Trigger.QUANTITATIVE: QUANTITATIVE,
    Trigger.NAMED: NAMED,
}

FIXED_TERMS = english(r"""
    at least, at most, best man(?:'s)?, best wishes, best regards, best friends?, more or less, least squares
    least privilege, least common multiples?, greatest common divisors?, greatest common factors?
    lowest common denominators?, nearest neighbou?rs?, shortest paths?, longest common subsequences?, steepest descent
    survival of the fittest, least action, least astonishment, least surprise, least recently used
    (?:most|least) significant bits?, most[ -]favou?red[ -]nation, maximum likelihood, minimum spanning trees?
    current accounts?, (?:alternating|direct|electric) currents?, state of nature, states? of matter, still life
    time value of money, rates? of (?:return|change|substitution|exchange), cost of capital, cost of goods sold
    cost-benefit analysis, economies of scale, rule of law, law of diminishing returns, comparative advantage
    fair value, net present value, one or two, two or three, three or four, four or five, five or six, at the latest
    """)
"""Set phrases and names of concepts whose words would otherwise be taken for triggers."""
