"""HTML in a text: taken out, however often it was escaped."""

import html
import re

from briefings.domain.plain_text import clean

_MOST_ROUNDS = 8
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_NAMES = """a abbr acronym address animate animatemotion animatetransform answer applet area article aside audio b base
    basefont bdi bdo bgsound big blink blockquote body br button canvas caption center circle cite clippath code col
    colgroup command content data datalist dd defs del desc details dfn dialog dir div dl dt element ellipse em embed
    fieldset figcaption figure filter font footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header
    hgroup hr html i iframe image img input ins isindex kbd keygen label legend li line lineargradient link listing
    main map mark marker marquee mask math menu menuitem meta metadata meter mfrac mglyph mi mn mo mpath mrow ms
    mspace msqrt mstyle msub msup mtext multicol nav nobr noembed noframes noscript object ol optgroup option output p
    param path pattern picture plaintext polygon polyline portal pre progress q radialgradient rb rect ref response
    result rp rt rtc ruby s samp script search section select semantics set shadow slot small source spacer span stop
    strike strong style sub summary sup svg switch symbol table tbody td template text textarea textpath tfoot th
    thead think thinking time title tr track tspan tt u ul use var video view wbr xmp reasoning""".split()
"""The elements of HTML, old ones too, of SVG and of MathML, and the tags by which models mark their thoughts."""

_WITH_ITS_TEXT = r"think|thinking|reasoning|script|style"
# What an element holds ends where the next of its name begins: else every start would look for an end of its own.
_ELEMENT = re.compile(
    rf"<({_WITH_ITS_TEXT})\b[^<>]*>(?:(?!<\1\b).)*?</\1\s*>|<!--(?:(?!<!--).)*?-->", re.DOTALL | re.IGNORECASE
)
_LEFT_OPEN = re.compile(r"<!--|<\|[^|<>]{0,80}\|>|\[cite_(?:start|end)\]|<[!?][a-z\[][^<>]*>", re.IGNORECASE)
_TAG = re.compile(
    rf"</?(?P<name>{'|'.join(sorted(_NAMES, key=len, reverse=True))})(?=[\s/>])"
    r"(?P<rest>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+|[^<>]*)>",
    re.IGNORECASE,
)
_UNKNOWN_TAG = re.compile(r"<[a-z][\w:.-]{0,60}[\s/]+[\w:@.-]{1,60}\s*=[^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_RAISED = re.compile(r"<sup>\s*(\d{1,20})\s*</sup>", re.IGNORECASE)
_LOWERED = re.compile(r"<sub>\s*(\d{1,20})\s*</sub>", re.IGNORECASE)
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)
_OPENING = re.compile(r"<+(?=[a-zA-Z/!?])")


def strip_html(text: str) -> tuple[str, int]:
    """`text` without HTML, its entities resolved, and how many pieces there were. Type parameters, `Arc<T>`, stay."""
    count = 0
    for _ in range(_MOST_ROUNDS):
        stripped, found = _round(text)
        if stripped == text:
            return text, count
        text, count = stripped, count + found
    # Only what was nested to hide has still not come to an end.
    return _OPENING.sub("", text), count


def _round(text: str) -> tuple[str, int]:
    """One layer of escapes and tags less."""
    text, entities = _ENTITY.subn(lambda entity: html.unescape(entity[0]), text)
    if entities:
        text = clean(text)
    text, elements = _ELEMENT.subn("", text)
    text, left_open = _LEFT_OPEN.subn("", text)
    text, raised = _RAISED.subn(lambda figures: figures[1].translate(_SUPERSCRIPT), text)
    text, lowered = _LOWERED.subn(lambda figures: figures[1].translate(_SUBSCRIPT), text)
    text, breaks = _BREAK.subn(" ", text)
    tags = 0

    def take(tag: re.Match[str]) -> str:
        nonlocal tags
        if not _is_markup(tag):
            return tag[0]
        tags += 1
        return ""

    text = _TAG.sub(take, text)
    text, unknown = _UNKNOWN_TAG.subn("", text)
    return text, entities + elements + left_open + raised + lowered + breaks + tags + unknown


def _is_markup(tag: re.Match[str]) -> bool:
    """Whether it is a tag rather than a type parameter, `List<Object>`, or a comparison, `i<p and q>r`."""
    before = tag.string[tag.start() - 1 : tag.start()]
    if not (before.isalnum() or before == "_") or tag[0].startswith("</"):
        return True
    rest = tag["rest"].strip(" /")
    is_type = not rest and tag["name"].istitle() and len(tag["name"]) > 1
    return not is_type and (not rest or "=" in rest)
