"""Code in running text, kept as it is: `arr[1]` is an array access, no citation."""

import re
from collections.abc import Mapping

_STAND_INS = range(0x100000, 0x10FFFE)
"""A private plane of Unicode, less its noncharacters."""
_STAND_IN = re.compile("[\U00100000-\U0010fffd]")
_DEEPEST = 3
"""Code of one kind may lie inside code of another: a literal that holds a marked span, an access that holds both."""

_SPAN = re.compile(r"```[\w+-]*\n?(?P<fenced>.*?)\n?```|``(?P<double>[^\n]+?)``|`(?P<inline>[^`\n]+)`", re.DOTALL)
_LITERAL = re.compile(
    r"=\s*\[[^\[\]\n]*\]|(?<=\w)\(\[[^\[\]\n]*\]|\b(?:interval|range|segment)\s+\[[^\[\]\n]{1,40},[^\[\]\n]{1,40}\]"
    r"|(?:区间|范围|∈)\s*\[[^\[\]\n]{1,40}[,，][^\[\]\n]{1,40}\]"
)
_ACCESS = re.compile(
    r"(?<![\w.])(?P<name>[A-Za-z_][\w.]*)(?P<call>\([^()\s]*\))?(?P<index>(?:\[(?!(?:\.|:|dot)\][\w/])[^\[\]\n]{1,40}\])+)(?!\()",
    re.ASCII,
)
"""Not the brackets that take the edge off an address: `https[:]//evil[.]example`."""
_MARKERS = re.compile(r"(?:\[\^?\d{1,3}(?:\s*[,;-]\s*\d{1,3})*\])+$")
_NAMES = frozenset(
    """arr array args argv buf buffer cols columns data dict items list lst map mat matrix nums ptr rows row stack str
    string tmp tuple values vals vec vector words tokens input output memory bytes chars cell cells""".split()
)
_COMPUTING = re.compile(
    r"\b(?:arrays?|subscript|tuple|pointer|python|javascript|zero-based|syntax)\b|[=}]|\(\)|;\s*$|数组|下标",
    re.IGNORECASE,
)
_SHORTEST_WORD = 3


def protect(text: str) -> tuple[str, dict[str, str], int]:
    """`text` with stand-ins for its code, the code by its stand-in, and how many pairs of code marks were taken off.

    Code for which no stand-in is left stays in its place.
    """
    kept: dict[str, str] = {}
    used = frozenset(text)
    free = (chr(point) for point in _STAND_INS if chr(point) not in used)

    def keep(code: str) -> str:
        stand_in = next(free, None)
        if stand_in is None:
            return code
        kept[stand_in] = code
        return stand_in

    text, marks = _SPAN.subn(lambda span: keep(span["fenced"] or span["double"] or span["inline"] or ""), text)
    text = _LITERAL.sub(lambda literal: keep(literal[0]), text)
    computing = bool(_COMPUTING.search(text))
    text = _ACCESS.sub(lambda access: keep(access[0]) if computing or _is_index(access) else access[0], text)
    return text, kept, marks


def restore(text: str, kept: Mapping[str, str]) -> str:
    """`text` with its code back in place."""
    for _ in range(_DEEPEST):
        text = _STAND_IN.sub(lambda stand_in: kept.get(stand_in[0], stand_in[0]), text)
    return text


def _is_index(access: re.Match[str]) -> bool:
    """Whether a bracket that touches a word is an index rather than a citation marker."""
    name = access["name"]
    if access["call"] or not _MARKERS.match(access["index"]):
        return True
    return len(name) < _SHORTEST_WORD or name.lower() in _NAMES or "_" in name or "." in name.strip(".")
