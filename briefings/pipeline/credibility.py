"""The credibility tier of a source: deterministic, from where it was published."""

from urllib.parse import urlsplit

from briefings.domain.evidence import Page, Tier

_EXACT: dict[str, Tier] = {
    "rfc-editor.org": Tier.STANDARDS,
    "ietf.org": Tier.STANDARDS,
    "w3.org": Tier.STANDARDS,
    "iso.org": Tier.STANDARDS,
    "itu.int": Tier.STANDARDS,
    "europa.eu": Tier.GOVERNMENT,
    "un.org": Tier.INTERGOVERNMENTAL,
    "who.int": Tier.INTERGOVERNMENTAL,
    "oecd.org": Tier.INTERGOVERNMENTAL,
    "worldbank.org": Tier.INTERGOVERNMENTAL,
    "imf.org": Tier.INTERGOVERNMENTAL,
    "wto.org": Tier.INTERGOVERNMENTAL,
    "wikipedia.org": Tier.REFERENCE,
    "britannica.com": Tier.REFERENCE,
    "arxiv.org": Tier.PREPRINT,
    "biorxiv.org": Tier.PREPRINT,
    "medrxiv.org": Tier.PREPRINT,
    "nature.com": Tier.ACADEMIC,
    "science.org": Tier.ACADEMIC,
    "doi.org": Tier.ACADEMIC,
    "reuters.com": Tier.NEWS,
    "apnews.com": Tier.NEWS,
    "bbc.co.uk": Tier.NEWS,
    "bbc.com": Tier.NEWS,
    "xinhuanet.com": Tier.NEWS,
}
"""Registered domains whose subdomains share their tier."""

_SUFFIX: dict[str, Tier] = {
    "gov": Tier.GOVERNMENT,
    "mil": Tier.GOVERNMENT,
    "int": Tier.INTERGOVERNMENTAL,
    "edu": Tier.ACADEMIC,
}
_SECOND_LEVEL: dict[str, Tier] = {
    "gov": Tier.GOVERNMENT,
    "gob": Tier.GOVERNMENT,
    "gouv": Tier.GOVERNMENT,
    "go": Tier.GOVERNMENT,
    "ac": Tier.ACADEMIC,
    "edu": Tier.ACADEMIC,
}
"""Labels before a two-letter country domain: `gov.uk`, `go.jp`, `ac.uk`."""


def tier(page: Page) -> Tier:
    """The tier of `page`. What code does not know is `unverified`, never more."""
    if page.url is None:
        return Tier.LOCAL
    host = (urlsplit(page.url).hostname or "").lower().rstrip(".")
    return _by_domain(host) or _by_suffix(host) or Tier.UNVERIFIED


def _by_domain(host: str) -> Tier | None:
    labels = host.split(".")
    ends = (".".join(labels[start:]) for start in range(len(labels)))
    return next((_EXACT[end] for end in ends if end in _EXACT), None)


def _by_suffix(host: str) -> Tier | None:
    labels = host.split(".")
    if labels[-1] in _SUFFIX and len(labels) > 1:
        return _SUFFIX[labels[-1]]
    if len(labels) > 2 and len(labels[-1]) == 2:
        return _SECOND_LEVEL.get(labels[-2])
    return None
