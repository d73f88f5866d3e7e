"""What CSS hides: declarations, and the simple rules of a page's own style sheets."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from lxml.html import HtmlElement

_HIDING = {
    "display": re.compile(r"none"),
    "visibility": re.compile(r"hidden|collapse"),
    "opacity": re.compile(r"0(\.0*)?%?|\.0+"),
    "font-size": re.compile(r"[01](\.\d+)?(px|pt)?|0[a-z%]*"),
    "text-indent": re.compile(r"-\d{3,}.*"),
    "left": re.compile(r"-\d{3,}.*"),
    "right": re.compile(r"-\d{3,}.*"),
    "top": re.compile(r"-\d{3,}.*"),
    "bottom": re.compile(r"-\d{3,}.*"),
    "margin-left": re.compile(r"-\d{4,}.*"),
    "clip": re.compile(r"rect\(\s*[01](px)?[\s,].*"),
    "clip-path": re.compile(r"inset\(\s*(50|100)%.*|circle\(\s*0.*"),
    "transform": re.compile(r"scale\(\s*0\s*\)|translate.*-\d{4,}.*"),
}
_SHOWING = ("display", "visibility", "opacity")
_ZERO = re.compile(r"0[a-z%]*")
_SHORT_COLOUR = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])")

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_PUNCTUATION = re.compile(r"[{};]")
_MAX_TRIALS = 300_000
"""How often an element is held against a selector: enough for real pages, and an end for hostile ones."""

_COMPOUND = re.compile(r"([a-z][a-z0-9-]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)


def hides(style: str) -> bool | None:
    """True where a block of declarations hides its element, False where it shows it, None where it says neither."""
    if not style:
        return None
    declarations = _declarations(style)
    if any(pattern.fullmatch(declarations.get(name, "-")) for name, pattern in _HIDING.items()):
        return True
    if _is_flat(declarations) or _is_drawn_in_nothing(declarations):
        return True
    return False if any(name in declarations for name in _SHOWING) else None


def _declarations(style: str) -> dict[str, str]:
    """Property → value, in lower case, without `!important`."""
    pairs = (declaration.partition(":") for declaration in style.lower().split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs if value.strip()}


def _is_flat(declarations: dict[str, str]) -> bool:
    sizes = (declarations.get(name, "") for name in ("height", "max-height", "width", "max-width"))
    return declarations.get("overflow") == "hidden" and any(_ZERO.fullmatch(size) for size in sizes)


def _is_drawn_in_nothing(declarations: dict[str, str]) -> bool:
    """In no colour, or in the colour of its background. A background that is cut out by the text draws it after all."""
    if any(name.endswith("background-clip") for name in declarations):
        return False
    ink = _colour(declarations.get("color", ""))
    paper = _colour(declarations.get("background-color") or declarations.get("background", ""))
    return bool(ink) and ink in ("transparent", paper)


def _colour(value: str) -> str:
    named = {"white": "#ffffff", "black": "#000000"}.get(value, value.replace(" ", ""))
    short = _SHORT_COLOUR.fullmatch(named)
    return "#" + "".join(digit * 2 for digit in short.groups()) if short else named


@dataclass(frozen=True)
class _Compound:
    """One step of a selector: `p.note#first`."""

    tag: str
    classes: frozenset[str]
    id: str

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = _COMPOUND.fullmatch(text)
        if match is None:
            return None
        names = re.findall(r"[.#][\w-]+", match[2])
        ids = [name[1:] for name in names if name[0] == "#"]
        classes = frozenset(name[1:] for name in names if name[0] == ".")
        return cls((match[1] or "*").lower(), classes, ids[0] if ids else "")

    def fits(self, element: HtmlElement) -> bool:
        return (
            self.tag in ("*", element.tag)
            and (not self.id or element.get("id") == self.id)
            and self.classes <= set(element.get("class", "").split())
        )


class StyleSheets:
    """The `<style>` elements of a page. Later rules win over earlier ones.

    Left out, as they hold for some readers or at some moments only: rules under a condition (`@media`) and selectors
    with pseudo-classes; also any selector beyond tags, classes and ids, one inside the other.
    """

    def __init__(self, tree: HtmlElement) -> None:
        self._css = "\n".join(style.text_content() for style in tree.iter("style"))
        self._by_key: dict[str, list[HtmlElement]] = defaultdict(list)
        self._trials = 0
        if self._css:
            self._index(tree)

    def _index(self, tree: HtmlElement) -> None:
        for element in tree.iter("*"):
            keys = [element.tag, "#" + element.get("id", "")]
            keys += ["." + name for name in element.get("class", "").split()]
            for key in keys:
                self._by_key[key].append(element)

    def hidden(self) -> Iterator[HtmlElement]:
        """The elements that the rules hide."""
        found: dict[HtmlElement, None] = {}
        for selectors, block in _unconditional_rules(self._css):
            verdict = hides(block)
            for selector in selectors.split(",") if verdict is not None else ():
                for element in self._selected(selector):
                    if verdict:
                        found[element] = None
                    else:
                        found.pop(element, None)
        yield from found

    def _selected(self, selector: str) -> Iterator[HtmlElement]:
        steps = [_Compound.parse(compound) for compound in selector.split()]
        path = [step for step in steps if step]
        if not path or len(path) < len(steps):
            return
        for element in self._candidates(path[-1]):
            if path[-1].fits(element) and _stands_in(element, path[:-1]):
                yield element

    def _candidates(self, step: _Compound) -> Sequence[HtmlElement]:
        keys = ["#" + step.id] if step.id else ["." + name for name in step.classes] or [step.tag]
        candidates = min((self._by_key.get(key, []) for key in keys), key=len)
        self._trials += len(candidates)
        return candidates if self._trials <= _MAX_TRIALS else []


def _unconditional_rules(css: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of the rules that stand outside of any at-rule."""
    css = _COMMENT.sub("", css)
    opened: list[str] = []
    start = 0
    for mark in _PUNCTUATION.finditer(css):
        if mark[0] == ";" and opened and not opened[-1].startswith("@"):
            continue
        piece = css[start : mark.start()].strip()
        start = mark.end()
        if mark[0] == "{":
            opened.append(piece)
        elif mark[0] == "}" and opened:
            selectors = opened.pop()
            if not any(prelude.startswith("@") for prelude in (selectors, *opened)):
                yield selectors, piece


def _stands_in(element: HtmlElement, path: Sequence[_Compound]) -> bool:
    ancestors = element.iterancestors()
    return all(any(step.fits(ancestor) for ancestor in ancestors) for step in reversed(path))
