"""Code in running text, kept as it is: `arr[1]` is an array access, no citation."""

import re

_FIRST_STAND_IN = 0x10F000
"""In a private plane of Unicode, which no text uses."""

_SPAN = re.compile(r"```[\w+-]*\n?(?P<fenced>.*?)\n?```|``(?P<double>[^\n]+?)``|`(?P<inline>[^`\n]+)`", re.DOTALL)
_LITERAL = re.compile(
    r"=\s*\[[^\[\]\n]*\]|(?<=\w)\(\[[^\[\]\n]*\]|\b(?:interval|range|segment)\s+\[[^\[\]\n]+,[^\[\]\n]+\]"
    r"|(?:区间|范围|∈)\s*\[[^\[\]\n]+[,，][^\[\]\n]+\]"
)
_ACCESS = re.compile(
    r"(?<![\w.])(?P<name>[A-Za-z_][\w.]*)(?P<call>\([^()\s]*\))?(?P<index>(?:\[[^\[\]\n]{1,40}\])+)(?!\()", re.ASCII
)
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


def protect(text: str) -> tuple[str, list[str], int]:
    """`text` with stand-ins for its code, the code, and how many pairs of code marks were taken off."""
    kept: list[str] = []

    def keep(code: str) -> str:
        kept.append(code)
        return chr(_FIRST_STAND_IN + len(kept) - 1)

    text, marks = _SPAN.subn(lambda span: keep(span["fenced"] or span["double"] or span["inline"] or ""), text)
    text = _LITERAL.sub(lambda literal: keep(literal[0]), text)
    computing = bool(_COMPUTING.search(text))
    text = _ACCESS.sub(lambda access: keep(access[0]) if computing or _is_index(access) else access[0], text)
    return text, kept, marks


def restore(text: str, kept: list[str]) -> str:
    """`text` with its code back in place; later pieces may hold earlier ones."""
    for number, code in reversed(list(enumerate(kept))):
        text = text.replace(chr(_FIRST_STAND_IN + number), code)
    return text


def _is_index(access: re.Match[str]) -> bool:
    """Whether a bracket that touches a word is an index rather than a citation marker."""
    name = access["name"]
    if access["call"] or not _MARKERS.match(access["index"]):
        return True
    return len(name) < _SHORTEST_WORD or name.lower() in _NAMES or "_" in name or "." in name.strip(".")
