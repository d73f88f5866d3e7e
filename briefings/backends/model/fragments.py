"""A message that arrives in pieces, grown into the one that an answer in one go would have carried."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from briefings.backends.model.answers import decoded

_INDEX = re.compile(r"[0-9]{1,4}")

Json = dict[str, Any]
Joins = Mapping[str, Callable[[str, str], str]]


def _add(known: str, piece: str) -> str:
    return known + piece


def _add_name(known: str, piece: str) -> str:
    return known if piece == known else known + piece


def _add_arguments(known: str, piece: str) -> str:
    """A whole object that comes once more is a repetition: nothing can follow a complete one."""
    return known if piece == known and _is_complete(known) else known + piece


def _is_complete(arguments: Any) -> bool:
    return isinstance(arguments, dict) or (isinstance(arguments, str) and isinstance(decoded(arguments), dict))


# Only these come in pieces. Any other text, a signature say, is opaque: the one that came last stands.
_OF_A_MESSAGE: Joins = dict.fromkeys(("content", "reasoning", "reasoning_content", "refusal"), _add)
_OF_A_FUNCTION: Joins = {"name": _add_name, "arguments": _add_arguments}
_OF_A_PART: Joins = dict.fromkeys(("text", "thinking", "summary"), _add)
_INSIDE: Mapping[str, Joins] = {"function": _OF_A_FUNCTION, "function_call": _OF_A_FUNCTION}


@dataclass
class _GrowingCall:
    index: int | None
    fields: Json = field(default_factory=dict)

    def add(self, fragment: Json) -> None:
        _merge(self.fields, _without("index", fragment), {})

    def is_another_than(self, fragment: Json) -> bool:
        """Whether `fragment`, which looks like the first of a call, must be the first of another call."""
        own, other = self.fields.get("id"), fragment.get("id")
        if own and other:
            return bool(own != other)
        return bool(_function(fragment).get("arguments")) and _is_complete(_function(self.fields).get("arguments"))


@dataclass
class GrowingMessage:
    """Takes the deltas of one choice in their order; `whole` is the message so far."""

    _fields: Json = field(default_factory=dict)
    _calls: list[_GrowingCall] = field(default_factory=list)

    def add(self, delta: Json) -> None:
        fragments = delta.get("tool_calls")
        if isinstance(fragments, list) and fragments:
            delta = _without("tool_calls", delta)
            for fragment in fragments:
                if isinstance(fragment, dict):
                    self._call_of(fragment).add(fragment)
        _merge(self._fields, delta, _OF_A_MESSAGE)

    @property
    def whole(self) -> Json:
        if not self._calls:
            return self._fields
        ordered = sorted(self._calls, key=lambda call: call.index or 0)
        return {**self._fields, "tool_calls": [call.fields for call in ordered]}

    def _call_of(self, fragment: Json) -> _GrowingCall:
        call = self._begun(fragment)
        if call is None:
            call = _GrowingCall(_index(fragment))
            self._calls.append(call)
        return call

    def _begun(self, fragment: Json) -> _GrowingCall | None:
        """The call that `fragment` goes on with; null where it begins one.

        The index should tell, but Gemini leaves it out, and Ollama and SGLang give every call the index 0. The id
        should be new with each call, but vLLM has made up one for each fragment. A name comes with the first fragment
        of a call as a rule.
        """
        index, id_ = _index(fragment), fragment.get("id")
        near = [call for call in self._calls if index is None or call.index == index]
        found = _with_id(near, id_)
        if not found and (_function(fragment).get("name") or (id_ and index is None)):
            found = [call for call in near[-1:] if not call.is_another_than(fragment)]
        elif not found:
            found = _with_id(self._calls, id_) or near[-1:] or ([] if id_ else self._at_place(index))
        return found[-1] if found else None

    def _at_place(self, index: int | None) -> list[_GrowingCall]:
        """For the rest of a call whose first fragment came under the index of the call before."""
        return [] if index is None else self._calls[index : index + 1]


def _with_id(calls: list[_GrowingCall], id_: Any) -> list[_GrowingCall]:
    return [call for call in calls if id_ and call.fields.get("id") == id_]


def _function(call: Json) -> Json:
    function = call.get("function")
    return function if isinstance(function, dict) else {}


def _index(fragment: Json) -> int | None:
    index = fragment.get("index")
    if isinstance(index, str) and _INDEX.fullmatch(index):
        return int(index)
    return index if isinstance(index, int) and not isinstance(index, bool) and index >= 0 else None


def _without(name: str, fields: Json) -> Json:
    return {key: value for key, value in fields.items() if key != name}


def _merge(fields: Json, more: Json, joins: Joins) -> None:
    """Grows `fields` by `more`: texts named in `joins` are joined, objects merged, lists continued. Of anything else
    the last that is not empty stands."""
    for name, value in more.items():
        known = fields.get(name)
        if known is None:
            fields[name] = value
        elif isinstance(known, dict) and isinstance(value, dict):
            _merge(known, value, _INSIDE.get(name, {}))
        elif name in joins and isinstance(known, str) and isinstance(value, str):
            fields[name] = joins[name](known, value)
        elif value:
            fields[name] = _continued(known, value, name in joins)


def _continued(known: Any, value: Any, in_pieces: bool) -> Any:
    if isinstance(known, list) and (isinstance(value, list) or in_pieces):
        return _extended(known, _parts(value))
    # Mistral's thinking models begin with parts and go on with plain text.
    return _extended(_parts(known), value) if isinstance(value, list) and in_pieces else value


def _parts(content: Any) -> list[Any]:
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if content else []


def _extended(parts: list[Any], more: list[Any]) -> list[Any]:
    grown = list(parts)
    for part in more:
        if grown and _goes_on(grown[-1], part):
            _merge(grown[-1], part, _OF_A_PART)
        else:
            grown.append(part)
    return grown


def _goes_on(last: Any, part: Any) -> bool:
    """Whether `part` is more of `last`: a text or an index to go by, and nothing that contradicts."""
    if not isinstance(last, dict) or not isinstance(part, dict):
        return False
    shared = last.keys() & part.keys()
    agreed = (last[name] == part[name] or None in (last[name], part[name]) for name in shared - _OF_A_PART.keys())
    return bool(shared & {"index", *_OF_A_PART}) and all(agreed)
