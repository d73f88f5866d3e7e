"""Addresses that a writer put into the text: with and without a scheme, defanged, in wide letters and other scripts."""

import re

from briefings.pipeline.hygiene.units import GAP
from briefings.pipeline.patterns import any_of

_FLAGS = re.IGNORECASE
_CHARACTERS = r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%|０-９Ａ-Ｚａ-ｚ．－／]+"
_POINT = r"(?:[.．｡]|\[\.\]|\(\.\)|\[dot\])"
_LABEL = r"[a-z0-9０-９ａ-ｚ][a-z0-9０-９ａ-ｚ－-]{0,62}"
_DOMAIN = rf"(?:{_LABEL}{_POINT}){{1,8}}"
# Latin letters with accents among plain ones, or another script altogether: never one that a plain label runs into.
_FOREIGN = r"(?:[^\x00-\x7f\W\d_][^\W_]{0,62}|(?=[a-z0-9-]{0,62}[à-ɏ])[a-z0-9à-ɏ-]{1,63})"
_FOREIGN_HOST = rf"(?:{_LABEL}{_POINT}){{0,4}}{_FOREIGN}(?:{_POINT}(?:{_LABEL}|{_FOREIGN})){{0,8}}"
_COLON = r"(?:\[:\]|[:：])"
_SCHEME = rf"(?<![a-z0-9_])(?:[a-z][a-z0-9+.-]{{1,15}}|h\s?t\s?t\s?p(?:\s?s)?\s?){_COLON}//"
_ALONE = r"(?<![a-z0-9_à-ɏ@./:+－．-])"
_ENDS = r"(?![a-z0-9_à-ɏ@/-])(?![.．][a-z0-9])"

_GENERIC = any_of("""
    com, org, net, edu, gov, mil, biz, info, xyz, dev, app, site, website, blog, health, top, icu, click, club, example
    invalid, eu, uk, de, fr, nl, ch, cn, jp, kr, ru, br, ca, au, nz, se, dk, fi, cz, hu, gr, pt, mx, za, tw, hk, ua, tr
    """)
"""Endings that give away a bare domain wherever it stands."""
_LED_TO = any_of(rf"""
    {_GENERIC}, [a-z]{{2}}, name, pro, mobi, asia, news, test, online, store, shop, tech, cloud, life, live, world
    today, agency, media, press, wiki, science, academy, space, group, global, digital, report, link, page, web, art
    """)
"""Endings that do so behind words that lead to an address: every code of a country, those that are words too."""
_LEAD = r"""
    (?P<lead>\b(?:visit|see(?:\ also)?|at|via|from|on|in|by|per|according\ to|sources?:|links?:|website:?)\s+
    |[(（]|(?:访问|参见|详见|见|来自|来源[:：]?|根据|据)\s*)"""
_SURE_LEADS = ("visit", "source", "link", "website", "访问", "来源")
_PRODUCTS = frozenset({"asp.net", "ado.net", "vb.net", "java.net", "entity.net"})
# Reserved for illustration (RFC 2606): a text about names may speak of them.
_ILLUSTRATIONS = frozenset({"example.com", "example.net", "example.org"})
_FILES = frozenset(
    """js ts jsx tsx mjs vue css htm html shtml php asp aspx jsp json xml csv txt pdf doc docx xls xlsx exe dll cpp hpp
    java jar class rb yml yaml toml ini cfg conf log sql ipynb gz tar png jpg jpeg svg gif mp3 mp4""".split()
)
"""Endings of file names that no domain has."""
_FILES_OR_COUNTRIES = frozenset("py md rs sh cc pl so go cs ps mm ml".split())
_AFTER_A_FILE = re.compile(r"/(?:[A-Z]|[\w-]+\.\w)")

_PATTERNS = (
    re.compile(
        rf"""{_SCHEME}(?:[a-z0-9-]+(?:。[a-z0-9-]+)+(?:{_CHARACTERS})?
        |{_FOREIGN_HOST}(?::\d+)?(?:/[\w%.~-]*)*(?:{_CHARACTERS})?|{_CHARACTERS})""".replace("\n", "").replace(" ", ""),
        _FLAGS,
    ),
    re.compile(rf"(?<![a-z0-9_])(?:https?|hxxps?|ftp){_COLON}/?(?={_LABEL}{_POINT}){_CHARACTERS}", _FLAGS),
    re.compile(rf"(?<![a-z0-9_])(?:(?:javascript|vbscript):|data:[a-z]+/)(?=\S){_CHARACTERS}", _FLAGS),
    re.compile(rf"(?<![a-z0-9_])(?:www|ｗｗｗ){_POINT}{_CHARACTERS}", _FLAGS),
    re.compile(rf"(?<![\w:/])//(?={_DOMAIN}[a-z]){_CHARACTERS}", _FLAGS),
    re.compile(r"(?:\bmailto:)?(?<![\w.+-])[\w.+-]{1,80}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", re.ASCII),
    re.compile(
        rf"{_ALONE}(?P<host>{_DOMAIN}(?:xn--[a-z0-9-]{{2,59}}|[a-zａ-ｚ]{{2,24}}))(?P<path>(?::\d+)?/(?:{_CHARACTERS})?)",
        _FLAGS,
    ),
    re.compile(rf"{_ALONE}{_FOREIGN}{_POINT}(?:中国|中國|公司|网络|網路|рф|한국)(?:/\S*)?", _FLAGS),
    re.compile(r"\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):\d{2,5}(?:/\S*)?"),
    re.compile(rf"(?<![\w.])\d{{1,3}}(?:\.\d{{1,3}}){{3}}/(?=[a-z]){_CHARACTERS}", _FLAGS),
    re.compile(rf"{_ALONE}(?P<host>(?:xn--[a-z0-9-]{{2,59}}\.){{1,8}}[a-z]{{2,24}}){_ENDS}", _FLAGS),
    re.compile(rf"{_ALONE}(?P<bare>{_DOMAIN}{_GENERIC}){_ENDS}", _FLAGS),
    re.compile(rf"{_LEAD}(?P<bare>{_DOMAIN}{_LED_TO}){_ENDS}", _FLAGS | re.VERBOSE),
)
_TRAILING = ".,;:!?'*_|"
_PAIRS = {")": "(", "]": "["}


def take_addresses(text: str) -> tuple[str, int]:
    """`text` with a gap where each address stood, and how many there were."""
    count = 0

    def take(match: re.Match[str]) -> str:
        nonlocal count
        if not _is_address(match):
            return match[0]
        count += 1
        lead = match.groupdict().get("lead") or ""
        return lead + gap_for(match[0][len(lead) :])

    for pattern in _PATTERNS:
        text = pattern.sub(take, text)
    return text, count


def gap_for(address: str) -> str:
    """A gap, followed by what was taken for a part of `address` but belongs to the sentence."""
    unpaired = {closing: address.count(closing) - address.count(opening) for closing, opening in _PAIRS.items()}
    end = len(address)
    while end and (address[end - 1] in _TRAILING or unpaired.get(address[end - 1], 0) > 0):
        end -= 1
        if address[end] in unpaired:
            unpaired[address[end]] -= 1
    return GAP + address[end:]


def _is_address(match: re.Match[str]) -> bool:
    """Whether what looks like a host is none of the other things with a dot inside."""
    found = match.groupdict()
    host = found.get("host") or found.get("bare")
    if not host:
        return True
    *labels, ending = re.split(_POINT, host)
    if (
        ending.lower() in _FILES
        or host.lower() in _PRODUCTS
        or not any(re.search(r"[^\W\d_]", each) for each in labels)
    ):
        return False
    if found.get("bare"):
        return _is_bare_domain(host, ending.lower(), (found.get("lead") or "").lower())
    if ending.lower() in _FILES_OR_COUNTRIES and len(labels) == 1:
        return _AFTER_A_FILE.match(found.get("path") or "") is None
    # With a capital in front it begins a sentence whose space was forgotten.
    return ending.islower() or ending.isupper()


def _is_bare_domain(host: str, ending: str, lead: str) -> bool:
    """A company that bears its address as its name, Booking.com, writes it with a capital; a file has its ending."""
    if ending in _FILES_OR_COUNTRIES or (host in _ILLUSTRATIONS and not lead):
        return False
    return host.islower() or host.isupper() or lead.startswith(_SURE_LEADS)
