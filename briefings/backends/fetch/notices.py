"""Consent notices: the cookie wording that pages put before or beside their text."""

import re
from collections.abc import Iterable

from lxml.html import HtmlElement

_NAMES = re.compile(
    r"cookie|consent|gdpr|onetrust|didomi|usercentrics|truste|quantcast|cmp-?(banner|box|container|wrapper)"
    r"|(^|[\s_-])cc-(banner|window)|sp_message|privacy-?(banner|notice|popup|overlay)",
    re.IGNORECASE,
)
_MATTER = re.compile(
    r"\b(use|accept|allow|refuse|reject|decline|manage|set|place)\b.{0,60}\bcookies?\b"
    r"|\bcookie (policy|notice|settings)|\bcookies?\b.{0,80}\b(preferences|settings|browser|web ?site|analytics|advert)"
    r"|\b(your|give|withdraw) consent\b|\bconsent to\b|\b(store|access|read)\b.{0,40}\bdevice\b"
    r"|legitimate interest|our( \d+)? partners|privacy (choices|settings|preferences)"
    r"|personali[sz]ed (ads?|advertising|content)"
    r"|\bCookies\b.{0,60}\b(verwenden|zustimmen|nutzen)|(verwenden|nutzen|utilisons|utilizamos|usamos).{0,60}cookies?"
    r"|Einwilligung|consentement|consentimiento|используем.{0,40}cookie"
    r"|(使用|接受|同意).{0,20}Cookie|Cookie.{0,20}(を使用|政策|設定|设置)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\b(we|our|you|your|wir|unsere?|Sie|Ihre[nr]?|nous|nos|vous|votre|vos|usamos|utilizamos|nuestros?|мы|вы|ваш)\b"
    r"|我们|我們|您|当社|当サイト",
    re.IGNORECASE,
)
_CONTENT = "descendant-or-self::article | descendant-or-self::main | descendant-or-self::h1"
_MOSTLY = 0.6


def remove_notices(tree: HtmlElement) -> bool:
    """Drops consent notices from `tree`, known by their names or by their wording; says whether there was one.

    Whatever holds an article, a main part or a heading of the first level is no notice, whatever it is called.
    """
    notices = {**dict.fromkeys(_named(tree)), **dict.fromkeys(_worded(tree))}
    for element in notices:
        if element.getparent() is not None:
            element.drop_tree()
    return bool(notices)


def is_mostly_notice(paragraphs: Iterable[str]) -> bool:
    """Whether most of the text speaks to its reader about consent."""
    texts = list(paragraphs)
    wording = sum(len(text) for text in texts if _asks_for_consent(text))
    return wording > _MOSTLY * sum(len(text) for text in texts)


def _named(tree: HtmlElement) -> list[HtmlElement]:
    """Elements whose id or class says that they are a notice, and whose text does not belie it."""
    return [
        element
        for element in tree.xpath("//body//*[@id or @class]")
        if _NAMES.search(f"{element.get('id', '')} {element.get('class', '')}")
        and not element.xpath(_CONTENT)
        and _MATTER.search(element.text_content())
    ]


def _worded(tree: HtmlElement) -> list[HtmlElement]:
    """Elements outside of articles that consist of the wording of a notice, whatever they are called."""
    outside = tree.xpath("//p[not(ancestor::article)] | //li[not(ancestor::article)]")
    wording = [element for element in outside if _asks_for_consent(element.text_content())]
    parents = dict.fromkeys(element.getparent() for element in wording)
    return [parent for parent in parents if parent.tag != "body" and _is_notice(parent)]


def _is_notice(element: HtmlElement) -> bool:
    if element.xpath(_CONTENT):
        return False
    return is_mostly_notice(part.text_content() for part in element)


def _asks_for_consent(text: str) -> bool:
    return bool(_ADDRESS.search(text) and _MATTER.search(text))
