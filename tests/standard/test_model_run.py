"""A standard briefing by the model cast, every part of it real, over sockets."""

import io
import re
import threading
import zipfile

import pytest
from pypdf import PdfReader

from briefings.domain.document import texts
from briefings.services import export
from tests.doubles.openai_server import completion, tool_call
from tests.doubles.scripted_author import ScriptedAuthor

SIGNATURE = {"google": {"thought_signature": "CpQBAY+/=éxyz", "later_field": {"n": [1, 2.5, None]}}}


class Quirky(ScriptedAuthor):
    """Adds what only this provider knows to its first turn, and writes what a writer may not."""

    def __call__(self, request):
        answer = super().__call__(request)
        call = answer["choices"][0]["message"]["tool_calls"][0]
        if call["function"]["name"] == "web_search":
            call["extra_content"] = SIGNATURE
        return answer


class Liar(ScriptedAuthor):
    """Cites what nobody fetched, and makes up addresses."""

    def __call__(self, request):
        tools = [tool["function"]["name"] for tool in request["tools"]]
        if "write_section" not in tools:
            return super().__call__(request)
        sentences = [
            {
                "text": f"Tidal power is predictable for years ahead, as part {n} explains at some length here.",
                "cites": [1, 77],
            }
            for n in range(6)
        ]
        sentences.append({"text": "See https://made-up.example/report and www.fake.example for more.", "cites": [77]})
        return completion(tool_call("write_section", {"blocks": [{"type": "paragraph", "sentences": sentences}]}))


def test_a_topic_becomes_a_cited_document_through_every_stage(serve, briefing):
    world = serve()
    run = briefing()
    state = export.state(run)
    assert (state["status"], state["outcome"], state["cast"]) == ("done", "success", "model"), state["note"]
    assert [stage["name"] for stage in state["stages"]] == [
        "plan", "research", "outline", "write", "verify", "gate", "render",
    ]  # fmt: skip
    assert all(stage["finished_at"] for stage in state["stages"])
    assert {source["url"] for source in state["sources"]} == {
        world.site.url(f"/{name}") for name in ("barrage", "stream", "grid")
    }
    assert all(source["cited"] for source in state["sources"])
    assert state["tokens"]["prompt"] > 0
    assert set(state["document"].values()) != {None}


def test_no_page_is_requested_twice(serve, briefing):
    world = serve()
    briefing()
    pages = [request.path for request in world.site.requests if request.path in ("/barrage", "/stream", "/grid")]
    assert sorted(pages) == ["/barrage", "/grid", "/stream"]


def test_the_replayed_call_is_equal_in_its_unknown_fields(serve, briefing):
    world = serve(Quirky())
    briefing()
    outline = next(
        body for body in world.model.bodies if any(t["function"]["name"] == "outline" for t in body["tools"])
    )
    (replayed,) = [message for message in outline["messages"] if message["role"] == "assistant"]
    assert replayed["tool_calls"][0]["extra_content"] == SIGNATURE


def test_sections_are_written_at_the_same_time(serve, briefing):
    author = ScriptedAuthor()
    together = threading.Barrier(2, timeout=20)
    first_two = iter([True, True])

    def answer(request):
        writes = any(tool["function"]["name"] == "write_section" for tool in request["tools"])
        if writes and next(first_two, False):
            together.wait()
        return author(request)

    serve(answer)
    run = briefing()
    spans = list(run.spans.filter(stage="write", call="model"))
    assert any(
        one.pk != other.pk and one.started_at < other.ended_at and other.started_at < one.ended_at
        for one in spans
        for other in spans
    )


def test_what_was_never_fetched_reaches_no_format(serve, briefing):
    serve(Liar())
    run = briefing()
    assert run.outcome == "degraded"
    assert "cited_unfetched" in run.reasons
    document = run.read_document()
    assert 77 not in document.cited
    archive = zipfile.ZipFile(io.BytesIO(export.download(run, "docx")))
    forms = {
        "document": " ".join(text for block in document.blocks for text in texts(block)),
        "docx": archive.read("word/document.xml").decode() + archive.read("word/_rels/document.xml.rels").decode(),
        "md": export.download(run, "md").decode(),
        "pdf": " ".join(page.extract_text() for page in PdfReader(io.BytesIO(export.download(run, "pdf"))).pages),
    }
    for name, text in forms.items():
        assert "made-up.example" not in text, name
        assert "fake.example" not in text, name
        assert not re.search(r"\b77\b", text), name


def test_a_search_that_fails_over_is_noted_and_not_degraded(serve, briefing, settings):
    serve()
    run = briefing()
    assert run.outcome == "success"
    codes = {fault["stage"] + "." + fault["cause"] for fault in run.faults}
    assert codes == {"search.empty"}
    notes = run.read_document().blocks[-1].notes
    assert [note.code for note in notes if note.code] == ["search.empty"]


def test_a_skip_that_code_allows_is_unresearched_and_says_so_first(serve, briefing):
    world = serve()
    run = briefing("What is a mutex?")
    assert run.routing["decision"] == "skip"
    assert (run.status, run.outcome, run.reasons) == ("done", "degraded", ["unresearched"])
    assert run.document["blocks"][0]["type"] == "callout"
    assert run.faults == []
    assert world.requests("/barrage") == []


def test_a_model_without_any_source_is_delivered_with_a_caution_first(serve, briefing, settings, site):
    serve()
    settings.KYLE_SEARCH = "duckduckgo"
    for name in ("barrage", "stream", "grid"):
        del site.pages[f"/{name}"]
    run = briefing()
    assert (run.status, run.outcome) == ("done", "degraded"), run.note
    assert "unresearched" in run.reasons
    assert run.document["blocks"][0]["tone"] == "caution"
    assert {f"{fault['stage']}.{fault['cause']}" for fault in run.faults} >= {"fetch.failed", "research.empty"}


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ((401, {}, {"error": {"message": "Incorrect API key provided: sk-12"}}), "model.auth"),
        (completion(content="I would rather not."), "model.invalid_output"),
        ((200, {"Content-Type": "text/html"}, "<html>502 Bad Gateway</html>"), "model.unavailable"),
    ],
)
def test_a_model_that_fails_for_good_fails_the_run_with_a_note(serve, briefing, settings, answer, fault):
    settings.KYLE_RETRIES = 0
    serve(lambda request: answer)
    run = briefing()
    assert run.status == "failed"
    assert run.outcome == "failed"
    assert fault in {f"{f['stage']}.{f['cause']}" for f in run.faults}
    assert run.note
    assert "Traceback" not in run.note


def test_an_endpoint_that_nobody_listens_at_fails_the_run_with_a_note(serve, briefing, settings):
    settings.KYLE_RETRIES = 0
    serve()
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    run = briefing()
    assert run.status == "failed"
    assert "model.unavailable" in {f"{f['stage']}.{f['cause']}" for f in run.faults}


def test_language_audience_and_length_reach_the_model(serve, briefing):
    world = serve()
    briefing(language="zh-Hans", audience="port authorities", length="brief")
    writing = [
        body for body in world.model.bodies if any(t["function"]["name"] == "write_section" for t in body["tools"])
    ]
    assert writing
    for body in writing:
        said = str(body["messages"])
        assert "Chinese" in said
        assert "port authorities" in said
    assert len(writing) <= 4


def test_supplied_text_is_a_source_with_an_id_and_is_cited(serve, briefing):
    serve()
    text = "Our own survey of 2026 counted 41 tidal sites. They lie in nine estuaries. Each site was visited twice. "
    run = briefing("Summarise the text that I pasted below", supplied_text=text * 4)
    assert run.routing["decision"] == "skip"
    (source,) = run.sources.all()
    assert (source.number, source.url, source.origin, source.cited) == (1, None, "supplied", True)
    assert run.outcome == "success"
