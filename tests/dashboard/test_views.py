import uuid
from decimal import Decimal

import pytest
from django.test import Client

from briefings.models import Run
from tests.factories import ChunkRowFactory, RunFactory, SourceRowFactory, SpanRowFactory, UserFactory, document

pytestmark = pytest.mark.django_db
PAGES = ["/dashboard/", "/dashboard/runs/", "/dashboard/demos/"]


def secretive(*, public: bool = False) -> tuple[Run, list[str]]:
    """A run with a word of its own in everything that is nobody's business, and those words."""
    secret = [f"secret{place}{uuid.uuid4().hex[:6]}" for place in range(12)]
    topic, reason, note, detail, says, title, host, text, step, span_detail, file, owner = secret
    run = RunFactory.create(
        degraded=True,
        is_public=public,
        topic=topic,
        note=note,
        owner=UserFactory.create(username=owner),
        guest=None,
        routing={
            "decision": "skip",
            "case": "creative",
            "triggers": [],
            "withheld": False,
            "justification": reason,
        },
        faults=[{"stage": "search", "cause": "blocked", "detail": detail}],
        document=document(topic, says=says),
        progress_message=file,
    )
    SourceRowFactory.create(
        run=run, number=1, title=title, url=f"https://{host}.example/", site=host, text=text, locator=file
    )
    SpanRowFactory.create(run=run, step=f"1/research/{step}/1", fault="search.blocked", detail=span_detail)
    ChunkRowFactory.create(run=run, blocks=document(topic, says=says)["blocks"])
    return run, secret


@pytest.mark.parametrize("path", PAGES)
def test_public_pages_are_there_without_a_single_run(client: Client, path: str):
    assert client.get(path).status_code == 200


def test_nothing_of_a_private_run_but_figures_is_public(client: Client):
    run, secret = secretive()
    for path in [*PAGES, f"/dashboard/runs/{run.pk}/"]:
        page = client.get(path).content.decode()
        assert not [word for word in secret if word in page], path
        assert "search.blocked" not in page


def test_the_words_of_a_private_run_are_not_even_loaded(client: Client):
    run, secret = secretive()
    for path in ["/dashboard/runs/", f"/dashboard/runs/{run.pk}/"]:
        context = client.get(path).context
        loaded = str(list(context.get("page", ())) + list(context.get("spans", ())) + [context.get("run")])
        assert str(run.pk) in loaded
        assert not [word for word in secret if word in loaded], path


def test_the_trace_of_a_private_run_has_its_figures(client: Client):
    run = RunFactory.create(success=True, cost_usd="0.0021", tokens_prompt=1200, tokens_completion=80)
    SpanRowFactory.create(run=run, stage="plan", agent="planner")
    page = client.get(f"/dashboard/runs/{run.pk}/").content.decode()
    for figure in ("Plan", "planner", "gpt-5-mini", "1,200", "$0.0021", "1.50", "42 s"):
        assert figure in page


def test_a_public_run_can_be_read_but_its_owner_is_not_named(client: Client):
    run, secret = secretive(public=True)
    topic, *_, owner = secret
    trace = client.get(f"/dashboard/runs/{run.pk}/").content.decode()
    assert '<article class="document"' in trace
    assert secret[4] in trace
    assert secret[5] in trace
    assert topic in client.get("/dashboard/runs/").content.decode()
    for path in [*PAGES, f"/dashboard/runs/{run.pk}/"]:
        assert owner not in client.get(path).content.decode()


def test_a_run_that_is_made_private_again_is_gone_from_the_public_pages(client: Client):
    run, secret = secretive(public=True)
    Run.objects.update(is_public=False)
    assert secret[0] not in client.get("/dashboard/runs/").content.decode()
    assert secret[0] not in client.get(f"/dashboard/runs/{run.pk}/").content.decode()


def test_an_unknown_run_is_not_found(client: Client):
    assert client.get(f"/dashboard/runs/{uuid.uuid4()}/").status_code == 404


def test_the_success_rate_keeps_degraded_apart_and_leaves_cancelled_out(client: Client):
    for state, number in {
        "success": 3,
        "degraded": 2,
        "failed": 1,
        "cancelled": 5,
        "rejected": 1,
        "running": 2,
    }.items():
        RunFactory.create_batch(number, **{state: True}, cost_usd=Decimal("0.50"))
    shown = client.get("/dashboard/").context
    assert shown["success_rate"] == 3 / 6
    assert shown["degraded_rate"] == 2 / 6
    assert (shown["runs"], shown["documents"]) == (14, 5)
    assert shown["cost"] == Decimal("7.00")
    assert shown["cost_per_document"] == Decimal("1.40")
    assert shown["median_duration"] == pytest.approx(42, abs=1)
    assert dict(shown["statuses"]) == {
        "queued": 0,
        "running": 2,
        "awaiting_approval": 0,
        "done": 5,
        "failed": 1,
        "rejected": 1,
        "cancelled": 5,
    }


def test_rates_of_nothing_are_unknown_not_zero(client: Client):
    RunFactory.create()
    shown = client.get("/dashboard/").context
    assert shown["success_rate"] is shown["cost_per_document"] is shown["median_duration"] is None


@pytest.mark.parametrize("page", ["abc", "-1", "999", "9" * 40])
def test_a_page_that_does_not_exist_is_no_error(client: Client, page: str):
    RunFactory.create_batch(51)
    assert client.get("/dashboard/runs/", {"page": page}).status_code == 200


def test_the_number_of_queries_does_not_grow(client: Client, django_assert_num_queries):
    run = RunFactory.create(success=True, public=True)
    for rows in (1, 20):
        RunFactory.create_batch(rows, success=True)
        SpanRowFactory.create_batch(rows, run=run)
        SourceRowFactory.create_batch(rows, run=run)
        for path, queries in {"/dashboard/": 4, "/dashboard/runs/": 2, f"/dashboard/runs/{run.pk}/": 5}.items():
            with django_assert_num_queries(queries):
                client.get(path)


@pytest.mark.parametrize("path", PAGES)
def test_only_reads(client: Client, path: str):
    assert client.post(path).status_code == 405
