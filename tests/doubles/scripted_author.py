"""A small scripted model that plays planner and writer, from nothing but the requests that it gets."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.doubles.openai_server import Json, completion, tool_call

_SOURCE = re.compile(r"<<source (\d+) \| (\w+)>>\n(.*?)\n<<end of source \1 \| \2>>", re.DOTALL)
_SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|[。！？]|$)")
_SECTIONS = re.compile(r"(\d+) to (\d+) sections")
_HEADINGS = {
    "en": ("Key points", "Background", "How it works", "Positions", "Effects", "Practice", "Open questions"),
    "zh": ("要点", "背景", "运作方式", "各方立场", "影响", "实践", "未决问题"),
}


@dataclass
class ScriptedAuthor:
    """Answers the tool calls that are asked of it, for any topic; skips the search whenever that is offered.

    It quotes its sources sentence by sentence and cites them. `requests` are those that it answered.
    """

    requests: list[Json] = field(default_factory=list)

    def __call__(self, request: Json) -> Json:
        self.requests.append(request)
        tools = {tool["function"]["name"]: tool["function"]["parameters"] for tool in request["tools"]}
        text = "\n\n".join(message["content"] or "" for message in request["messages"])
        usage = {"prompt_tokens": len(text) // 4, "completion_tokens": 80, "total_tokens": len(text) // 4 + 80}
        name, arguments = self._act(tools, text)
        return completion(tool_call(name, arguments, f"call_{len(self.requests)}"), usage=usage)

    def _act(self, tools: dict[str, Json], text: str) -> tuple[str, Json]:
        if "skip_search" in tools:
            case = tools["skip_search"]["properties"]["case"]["enum"][0]
            return "skip_search", {"case": case, "justification": f"The topic is a case of {case}."}
        if "web_search" in tools:
            topic = _after("Topic: ", text)
            return "web_search", {"queries": [topic, f"{topic} criticism"]}
        if "outline" in tools:
            return "outline", _outline(text)
        return "write_section", {"blocks": list(_blocks(text))}


def _outline(text: str) -> Json:
    topic = _after("on this topic: ", text)
    least, most = map(int, _last(_SECTIONS, text))
    known = _HEADINGS["zh" if re.search(r"[\u4e00-\u9fff]", topic) else "en"]
    headings = [*known[:-1], *(f"{known[2]} ({number})" for number in range(2, most))]
    chosen = [*headings[: max(1, least - 1)], known[-1]] if least > 1 else [topic]
    ids = [id_ for id_, _ in _sources(text)]
    sections = [{"heading": heading, "purpose": f"{heading}: {topic}", "sources": ids} for heading in chosen]
    return {"title": topic, "sections": sections}


def _blocks(text: str) -> Iterator[Json]:
    number = int(_last(re.compile(r"Section (\d+) of \d+"), text)[0])
    topic = _after("Topic as requested: ", text)
    said = [{"text": sentence, "cites": [id_]} for id_, body in _sources(text) for sentence in _sentences(body)]
    if not said:
        yield {"type": "paragraph", "sentences": [{"text": line, "cites": []} for line in _from_memory(topic)]}
        return
    start = (number - 1) * 4 % len(said)
    mine = [*said[start:], *said[:start]][:5]
    if number == 1:
        yield {"type": "list", "ordered": False, "items": mine}
    else:
        yield {"type": "paragraph", "sentences": mine}


def _from_memory(topic: str) -> list[str]:
    return [
        f"This part deals with {topic} as it is commonly understood, without going into cases that are in dispute.",
        "The idea rests on a few elements that belong together and explain each other when read in order.",
        "It matters in practice because it lets people who work with it describe what they see in the same words.",
    ]


def _sources(text: str) -> list[tuple[int, str]]:
    """Each source once, with the text below its head."""
    return [(int(id_), body.partition("\n\n")[2]) for id_, _, body in _SOURCE.findall(text)]


def _sentences(body: str) -> list[str]:
    lines = [line.strip() for line in body.splitlines() if line.strip() and not line.startswith(("## ", "- ", "[…]"))]
    found = [match.strip() for line in lines for match in _SENTENCE.findall(line)]
    return [sentence for sentence in found if 12 <= len(sentence) <= 400 and "http" not in sentence][:20]


def _after(label: str, text: str) -> str:
    return _last(re.compile(re.escape(label) + "(.+)"), text)[0]


def _last(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    *_, match = pattern.finditer(text)
    return match.groups()


def arguments_of(answer: Json) -> Any:
    """The decoded arguments of the first call in `answer`."""
    return json.loads(answer["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"])
