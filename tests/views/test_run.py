import re
import uuid

import pytest
from django.test import Client

from briefings.models import Run
from tests.factories import ArtifactFactory, ChunkRowFactory, RunFactory, SourceRowFactory, SpanRowFactory, document

pytestmark = pytest.mark.django_db


def page_of(client: Client, run: Run, tail: str = "", **query: str) -> str:
    response = client.get(f"/briefings/{run.pk}/{tail}", query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def running(guest: uuid.UUID) -> Run:
    run = RunFactory.create(guest=guest, running=True)
    SourceRowFactory.create(run=run, number=1, title="On furnaces")
    ChunkRowFactory.create(run=run, position=0)
    return run


@pytest.fixture
def delivered(guest: uuid.UUID) -> Run:
    run = RunFactory.create(guest=guest, degraded=True, cost_usd="0.0421", pricing_version="2026-11-30", unpriced=True)
    SourceRowFactory.create(run=run, number=1, title="On furnaces", cited=True)
    SpanRowFactory.create(run=run, fault="model.timeout", detail="after 120 s")
    ArtifactFactory.create(run=run, format="docx")
    return run


def test_progress_shows_stages_sources_and_what_is_written(owner: Client, running: Run):
    page = page_of(owner, running)
    assert re.search(r"stage--done[^>]*>Plan", page)
    assert re.search(r'stage--active" aria-current="step">Research', page)
    assert re.search(r"stage--waiting[^>]*>Write", page)
    assert "Reading sources" in page
    assert "2 of 5" in page
    assert "On furnaces" in page
    assert "Copper is smelted in a furnace." in page
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    assert 'role="status"' in page


@pytest.mark.parametrize("tail", ["", "progress/"])
def test_an_unfinished_run_is_polled(owner: Client, running: Run, tail: str):
    page = page_of(owner, running, tail)
    place = re.search(r'hx-get="([^"]+)" hx-trigger="every 1s" hx-swap="outerHTML"', page)
    assert place
    assert owner.get(place[1].replace("&amp;", "&")).status_code == 200


def test_a_poll_brings_only_what_is_new(owner: Client, running: Run):
    first = page_of(owner, running, "progress/")
    assert 'id="draft"' in first
    assert 'id="announcement"' in first
    again = page_of(owner, running, "progress/", standing="research", chunks="1")
    assert 'id="progress"' in again
    assert 'id="draft"' not in again
    assert 'id="announcement"' not in again


def test_a_poll_with_nonsense_brings_everything(owner: Client, running: Run):
    assert 'id="draft"' in page_of(owner, running, "progress/", standing="x", chunks="abc")


@pytest.mark.parametrize("state", ["success", "degraded", "failed", "rejected", "cancelled"])
def test_the_fragment_of_a_finished_run_ends_the_polling(owner: Client, guest: uuid.UUID, state: str):
    run = RunFactory.create(guest=guest, **{state: True})
    response = owner.get(f"/briefings/{run.pk}/progress/")
    fragment = response.content.decode()
    assert "hx-trigger" not in fragment
    assert "hx-get" not in fragment
    assert 'id="progress"' in fragment
    assert f'href="/briefings/{run.pk}/"' in fragment
    assert response["HX-Refresh"] == "true"
    assert "hx-trigger" not in page_of(owner, run)
    assert "http-equiv" not in page_of(owner, run)


def test_polling_a_run_that_is_gone_ends_in_a_fragment_without_trigger(client: Client):
    response = client.get(f"/briefings/{uuid.uuid4()}/progress/", headers={"HX-Request": "true"})
    assert response.status_code == 404
    fragment = response.content.decode()
    assert 'id="progress"' in fragment
    assert "hx-trigger" not in fragment
    assert "<html" not in fragment


def test_a_run_that_nobody_takes_says_so(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest)
    assert "No worker" not in page_of(owner, run)
    Run.objects.update(created_at="2026-01-02T00:00:00Z")
    assert "No worker has taken this briefing yet" in page_of(owner, run)


def test_a_run_that_waits_says_until_when_and_is_polled_less_often(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, waiting=True, not_before="2100-01-02T03:04:00Z")
    Run.objects.update(created_at="2026-01-02T00:00:00Z")
    for page in (page_of(owner, run), page_of(owner, run, "progress/")):
        assert "Waiting until 2 Jan 2100, 03:04 UTC" in page
        assert "The provider of the model asked Kyle to wait." in page
        assert "No worker" not in page
        interval = re.search(r'hx-trigger="every (\d+)s"', page)
        assert interval
        assert int(interval[1]) >= 10
    assert '<noscript><meta http-equiv="refresh" content="17"></noscript>' in page_of(owner, run)


def test_a_run_whose_wait_is_over_is_polled_as_ever(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, waiting=True, not_before="2026-01-02T03:04:00Z")
    page = page_of(owner, run)
    assert 'hx-trigger="every 1s"' in page
    assert "Waiting to go on" in page


def test_a_run_that_was_handed_back_says_that_nothing_is_lost(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, handed_back=True)
    Run.objects.update(created_at="2026-01-02T00:00:00Z")
    page = page_of(owner, run)
    assert "Back in the queue" in page
    assert re.search(r"stage--paused[^>]*>Research", page)
    assert "What was done so far is kept." in page
    assert "No worker has taken" not in page


def test_a_later_attempt_says_what_the_one_before_met(owner: Client, guest: uuid.UUID):
    attempts = [{"attempt": 1, "stage": "research", "silent_since": "2026-01-02T03:04:05Z"}]
    run = RunFactory.create(guest=guest, running=True, attempt=2, attempts=attempts)
    assert "Attempt 2 of at most 8: the worker of the one before fell silent in the stage “Research”" in page_of(
        owner, run
    )
    assert "Attempt" not in page_of(owner, RunFactory.create(guest=guest, running=True), "progress/")


def test_a_simplified_run_says_so_while_it_is_written(owner: Client, guest: uuid.UUID):
    assert "Simplified:" in page_of(owner, RunFactory.create(guest=guest, running=True, simplified=True))
    assert "Simplified:" not in page_of(owner, RunFactory.create(guest=guest, running=True))


def test_where_a_run_stands_is_announced_once(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, waiting=True)
    shown = re.search(r'hx-get="[^"]*\?standing=(\w*)&', page_of(owner, run))
    assert shown
    assert "Waiting until" in page_of(owner, run, "progress/", standing="research", chunks="0").split("announcement")[1]
    assert "announcement" not in page_of(owner, run, "progress/", standing=shown[1], chunks="0")


def test_a_failed_run_that_was_given_back_says_so(owner: Client, guest: uuid.UUID):
    given_back = RunFactory.create(guest=guest, failed=True, refunded=True)
    assert "It does not count towards your quota." in page_of(owner, given_back)
    assert "towards your quota" not in page_of(owner, RunFactory.create(guest=guest, failed=True))


def test_a_finished_run_shows_its_document_and_downloads(owner: Client, delivered: Run):
    page = page_of(owner, delivered)
    assert '<article class="document"' in page
    assert "Copper is smelted in a furnace." in page
    assert f'href="/briefings/{delivered.pk}/document.docx"' in page
    assert f'href="/briefings/{delivered.pk}/document.json"' in page
    assert f'href="/briefings/{delivered.pk}/document.pdf"' not in page
    assert len(re.findall("<h1", page)) == 1


def test_a_degraded_run_explains_itself(owner: Client, delivered: Run):
    page = page_of(owner, delivered)
    assert "badge--degraded" in page
    assert "Some of the research failed; the document rests on the rest." in page
    assert "A search engine refused to answer" in page
    assert "engine.example asked for a challenge" in page
    assert "Searched, as this topic requires: its wording points to a comparison." in page


def test_a_finished_run_accounts_for_itself(owner: Client, delivered: Run):
    page = page_of(owner, delivered)
    assert "$0.0421" in page
    assert "prices of 2026-11-30" in page
    assert "calls without a known price" in page
    assert "42 s" in page
    assert "model.timeout" in page
    assert "gpt-5-mini" in page
    assert f'href="/briefings/{delivered.pk}/sources/1/"' in page


def test_a_document_that_cannot_be_drawn_leaves_the_rest_of_the_page(owner: Client, guest: uuid.UUID):
    page = page_of(owner, RunFactory.create(guest=guest, success=True))  # its one citation has no source
    assert "The preview of this document cannot be shown" in page
    assert "document.json" in page


def test_a_failed_run_says_why_and_what_to_do(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, failed=True)
    page = page_of(owner, run)
    assert "No source on this topic was found." in page
    assert re.search(r"stage--stopped[^>]*>Research", page)
    assert "research.empty" in page
    assert "tried: gronkulation" in page
    assert "Check the spelling of the topic, word it more broadly" in page
    assert f'href="/?again={run.pk}"' in page


def test_an_address_that_is_no_web_address_is_no_link(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, failed=True)
    SourceRowFactory.create(run=run, url="javascript:alert(1)", title='"><script>alert(2)</script>')
    page = page_of(owner, run)
    assert "javascript:" not in page
    assert "<script>alert" not in page


@pytest.mark.parametrize("tail", ["", "progress/"])
@pytest.mark.parametrize("state", ["running", "success"])
def test_is_kept_by_no_cache(owner: Client, guest: uuid.UUID, state: str, tail: str):
    response = owner.get(f"/briefings/{RunFactory.create(guest=guest, **{state: True}).pk}/{tail}")
    assert "no-store" in response["Cache-Control"]
    assert tail or 'hx-history="false"' in response.content.decode()


def test_the_number_of_queries_does_not_grow(owner: Client, delivered: Run, django_assert_num_queries):
    SpanRowFactory.create_batch(20, run=delivered)
    SourceRowFactory.create_batch(20, run=delivered)
    with django_assert_num_queries(6):  # session, run, texts of the sources, files, sources, spans
        page_of(owner, delivered)


def test_a_poll_is_cheap(owner: Client, running: Run, django_assert_num_queries):
    SourceRowFactory.create_batch(20, run=running)
    with django_assert_num_queries(4):  # session, run, chunks, sources
        page_of(owner, running, "progress/", standing="research", chunks="1")


def test_sources_are_listed_under_the_numbers_of_their_references(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, success=True, document=document(source=2))
    SourceRowFactory.create(run=run, number=1, title="On mines")
    SourceRowFactory.create(run=run, number=2, title="On furnaces")
    table = page_of(owner, run).partition('aria-label="Sources"')[2]
    assert re.search(r"\[1\].*On furnaces.*not cited.*On mines", table, re.DOTALL)
    assert f'href="/briefings/{run.pk}/sources/2/"' in table


def test_sources_of_a_draft_are_listed_under_the_numbers_that_it_cites(owner: Client, guest: uuid.UUID):
    run = RunFactory.create(guest=guest, running=True)
    SourceRowFactory.create(run=run, number=1, title="On mines")
    SourceRowFactory.create(run=run, number=5, title="On furnaces")
    ChunkRowFactory.create(run=run, position=0, blocks=document(source=5)["blocks"][:2])
    listed = page_of(owner, run, "progress/").partition("Sources read so far")[2].partition("</ul>")[0]
    assert re.search(r"\[1\].*On furnaces.*On mines", listed, re.DOTALL)


NOTES = {"type": "pipeline_notes", "notes": [{"code": "search.network", "text": "An engine could not be reached."}]}


@pytest.mark.parametrize(("noted", "faulty"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_success_claims_no_more_than_its_notes_allow(owner: Client, guest: uuid.UUID, noted: bool, faulty: bool):
    given = document()
    given["blocks"] += [NOTES] if noted else []
    faults = [{"stage": "search", "cause": "network", "detail": ""}] if faulty else []
    run = RunFactory.create(guest=guest, success=True, document=given, faults=faults)
    SourceRowFactory.create(run=run, number=1)
    page = page_of(owner, run)
    assert ("No shortcoming" in page) is not (noted or faulty)
    assert ('href="#pipeline-notes"' in page) is noted
    assert ('href="#faults"' in page) is faulty


def test_a_topic_in_another_script_says_its_language(owner: Client, guest: uuid.UUID):
    assert re.search(
        r'<h1[^>]* lang="zh-Hans">铜', page_of(owner, RunFactory.create(guest=guest, topic="铜如何冶炼？"))
    )
    assert not re.search(r"<h1[^>]* lang=", page_of(owner, RunFactory.create(guest=guest)))
