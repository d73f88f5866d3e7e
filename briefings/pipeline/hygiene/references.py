"""Addresses, identifiers and author-year references that a writer made itself."""

import re

from briefings.pipeline.hygiene.addresses import gap_for, take_addresses
from briefings.pipeline.hygiene.units import GAP
from briefings.pipeline.patterns import any_of

_IDENTIFIERS = (
    re.compile(r"(?:\bdoi\s*[:：]?\s*)?\b10\.\d{4,9}/(?P<rest>[^\s，。；、）)\]】]+)", re.IGNORECASE),
    re.compile(r"\barXiv\s*[:：]\s*\d{4}\.\d{4,5}(?:v\d+)?", re.IGNORECASE),
    re.compile(r"\b(?:PMID|PMCID)\s*[:：]?\s*(?:PMC)?\d+"),
    re.compile(r"\bISBN(?:-1[03])?\s*[:：]?\s*[\d-]{9,16}[\dX]|\bISSN\s*[:：]?\s*\d{4}-\d{3}[\dX]"),
)
_YEAR = r"(?:1[6-9]|20)\d\d[a-z]?"
_NO_AUTHOR = any_of("""
    January, February, March, April, May, June, July, August, September, October, November, December, Spring, Summer
    Autumn, Fall, Winter, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday, Jan, Feb, Mar, Apr, Jun, Jul
    Aug, Sept?, Oct, Nov, Dec, Q[1-4], H[12], FY, Fiscal, Year, Mid, Early, Late, Since, From, Until, Before, After
    In, By, As, About, Circa, The, New, Agenda, Vision, Horizon, Version, Edition, Act, Directive, Regulation, Article
    Chapter, Section, Table, Figure, Protocol, Phase, Class, Season, Series, Round, Draft, Windows, COP, Olympics, Cup
    Expo, Euro, Paris, London, Tokyo, Beijing, Athens, Sydney, Rio, Kyoto, Glasgow, Geneva, Vienna, Brussels
    """)
"""What stands before a year in brackets without being an author: "(May 2019)", "(Agenda 2030)", "(Paris 2015)"."""
_PARTICLES = any_of("van, von, de, der, den, del, di, da, la, le, bin, al, el, ten, zu")
_SURNAME = rf"(?!{_NO_AUTHOR}\b)(?:{_PARTICLES}\ )*[A-ZÀ-Þ][\w'’-]+"
_INITIALS = r"(?:[A-Z]\.[\ -]?){1,4}"
_AUTHOR = rf"(?:{_INITIALS}\ ?)?{_SURNAME}(?:\ [A-ZÀ-Þ][\w'’-]*){{0,3}}(?:,\ {_INITIALS})?"
_AUTHORS = rf"{_AUTHOR}(?:(?:,\ |,?\ (?:and|&)\ ){_AUTHOR}){{0,4}}(?:,?\ (?:et\ al\.?|and\ (?:others|colleagues)))?"
_ONE_REFERENCE = rf"""
    (?:see\ (?:also\ )?|cf\.\ |e\.g\.,?\ |for\ example,?\ |in\ )?
    (?:{_AUTHORS},\ ?(?:{_YEAR}|n\.d\.|in\ press|forthcoming)
    |{_SURNAME}(?:,?\ (?:and|&)\ {_SURNAME})?(?:\ et\ al\.?)?\ \(?{_YEAR}\)?)
    (?:,\ {_YEAR})*(?:[,:]\ ?(?:pp?\.\ ?)?\d+(?:[-–]\d+)?)?"""
_PARENTHESISED = re.compile(rf"[(\[]{_ONE_REFERENCE}(?:;\ {_ONE_REFERENCE})*[)\]]", re.VERBOSE)
_HAN = "[\u4e00-\u9fff·]"
_CHINESE_PARENTHESISED = re.compile(
    rf"""[(（](?:见|参见)?(?:
    {_HAN}{{2,12}}(?:等人?)?(?:(?:和|与|、){_HAN}{{2,6}})?[,，]\s*{_YEAR}(?:[,，]\s*(?:第\d+页|p+\.\s*\d+))?
    |{_HAN}{{1,8}}等人?[,，]?\s*{_YEAR}年?
    )[)）]""",
    re.VERBOSE,
)
REPORTS = any_of("""
    show(?:s|ed)?, report(?:s|ed)?, say(?:s)?, said, state[sd]?, note[sd]?, explain(?:s|ed)?, describe[sd]?
    confirm(?:s|ed)?, suggest(?:s|ed)?, indicate[sd]?, details?, argue[sd]?, finds?, found, writes?, wrote
    demonstrate[sd]?, document(?:s|ed)?, conclude[sd]?, reveal(?:s|ed)?, estimate[sd]?, point(?:s|ed)? out, puts? it
    has it, claim(?:s|ed)?
    """)
"""Verbs by which a text gives the word to a source."""

_SEVERAL_AUTHORS = rf"(?:\ et\ al\.?|(?:,\ {_AUTHOR}){{0,4}},?\ (?:and|&)\ {_AUTHOR})"
_NARRATIVE = re.compile(
    rf"(?<!\w){_AUTHOR}{_SEVERAL_AUTHORS}?\ \({_YEAR}\)(?=(?:\ also)?\ {REPORTS}\ that\b)", re.VERBOSE
)
_NARRATIVE_YEAR = re.compile(rf"(?<!\w)(?P<authors>{_AUTHOR}{_SEVERAL_AUTHORS})\ \({_YEAR}\)", re.VERBOSE)


def take_references(text: str) -> tuple[str, int]:
    """`text` with a gap where each address, identifier or author-year reference stood, and how many there were."""
    text, count = take_addresses(text)
    for pattern in _IDENTIFIERS:
        text, found = pattern.subn(lambda identifier: gap_for(identifier[0]), text)
        count += found
    for pattern in (_PARENTHESISED, _CHINESE_PARENTHESISED, _NARRATIVE):
        text, found = pattern.subn(GAP, text)
        count += found
    text, found = _NARRATIVE_YEAR.subn(r"\g<authors>", text)
    return text, count + found
