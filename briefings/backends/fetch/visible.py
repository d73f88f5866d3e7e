"""Takes out of a page what its readers do not see, so that it cannot speak to a model behind their backs."""

import re

from lxml.html import HtmlElement

from briefings.backends.fetch.style import StyleSheets, hides

_UNSEEN = (
    "//template | //noscript | //*[@hidden] | //*[@aria-hidden='true'][not(self::main or self::article)]"
    " | //dialog[not(@open)] | //script[not(@type='application/ld+json')]"
)
_UNSEEN_CLASSES = frozenset(
    "sr-only visually-hidden visuallyhidden u-visually-hidden screen-reader-text screen-reader-only"
    " is-hidden offscreen off-screen".split()
)
_UNSEEN_UNLESS_WIDER = {
    "hidden": re.compile(r"(sm|md|lg|xl|2xl):(?!hidden)"),
    "d-none": re.compile(r"d-(sm|md|lg|xl|xxl)-(?!none)"),
}
"""Classes that hide an element, unless another one shows it on a wider screen."""


def remove_hidden(tree: HtmlElement) -> None:
    """Drops from `tree` what attributes, well-known classes, inline styles and the page's own style sheets hide.

    Style sheets in files of their own are not known here. `html` and `body` stay in any case.
    """
    hidden = dict.fromkeys([*StyleSheets(tree).hidden(), *tree.xpath(_UNSEEN)])
    for element in tree.iter("*"):
        verdict = hides(element.get("style", ""))
        if verdict or _has_hiding_class(element):
            hidden[element] = None
        elif verdict is False and element.get("hidden") is None:
            hidden.pop(element, None)
    for element in hidden:
        if element.tag not in ("html", "body") and element.getparent() is not None:
            element.drop_tree()


def _has_hiding_class(element: HtmlElement) -> bool:
    classes = set(element.get("class", "").lower().split())
    if classes & _UNSEEN_CLASSES:
        return True
    return any(
        name in classes and not any(shown.match(other) for other in classes)
        for name, shown in _UNSEEN_UNLESS_WIDER.items()
    )
