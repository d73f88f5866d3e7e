import pytest
from django.test import Client
from factory.django import DjangoModelFactory

from tests.factories import (
    QuotaDayFactory,
    RunFactory,
    SourceRowFactory,
    SpanRowFactory,
    UserFactory,
    WorkerBeatFactory,
)

pytestmark = pytest.mark.django_db
LISTS = ["run", "sourcerow", "spanrow", "user", "quotaday", "workerbeat"]
HOSTILE = [
    '"><img src=a onerror=alert(document.domain)>',
    "<script>alert(1)</script>",
    '<a href="javascript:alert(1)">x</a>',
]


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(UserFactory.create(operator=True))
    return client


@pytest.mark.parametrize("model", LISTS)
def test_the_lists_can_be_searched_and_filtered(operator: Client, model: str):
    SpanRowFactory.create(run=SourceRowFactory.create(run=RunFactory.create(failed=True)).run)
    assert operator.get(f"/admin/briefings/{model}/", {"q": "copper"}).status_code == 200


@pytest.mark.parametrize(
    "choice", [{"status": "failed"}, {"outcome": "failed"}, {"kind": "standard"}, {"cast": "extractive"}]
)
def test_runs_are_filtered(operator: Client, choice: dict[str, str]):
    RunFactory.create(failed=True, topic="A failed one")
    page = operator.get("/admin/briefings/run/", choice).content.decode()
    assert "A failed one" in page


@pytest.mark.parametrize("factory", [RunFactory, SourceRowFactory, SpanRowFactory, QuotaDayFactory, WorkerBeatFactory])
def test_history_cannot_be_changed(operator: Client, factory: type[DjangoModelFactory]):
    row = factory.create()
    model = row._meta.model_name
    place = f"/admin/briefings/{model}/{row.pk}"
    assert operator.get(f"{place}/change/").status_code == 200
    assert operator.post(f"{place}/change/", {"topic": "As I like it"}).status_code == 403
    assert operator.post(f"{place}/delete/", {"post": "yes"}).status_code == 403
    assert operator.get(f"/admin/briefings/{model}/add/").status_code == 403


def test_what_was_used_and_who_works_can_be_searched(operator: Client):
    for scope in ("user:1", "site"):
        QuotaDayFactory.create(scope=scope)
    for name in ("harbour:12", "estuary:7"):
        WorkerBeatFactory.create(name=name)
    used = operator.get("/admin/briefings/quotaday/", {"q": "user:"}).content.decode()
    assert "user:1" in used
    assert ">site<" not in used
    beats = operator.get("/admin/briefings/workerbeat/", {"q": "harbour"}).content.decode()
    assert "harbour:12" in beats
    assert "estuary" not in beats


def test_a_run_shows_its_sources_and_spans(operator: Client):
    run = RunFactory.create(success=True)
    SourceRowFactory.create(run=run, title="On furnaces")
    SpanRowFactory.create(run=run, fault="model.timeout", detail="after 120 s")
    page = operator.get(f"/admin/briefings/run/{run.pk}/change/").content.decode()
    assert "On furnaces" in page
    assert "after 120 s" in page


@pytest.mark.parametrize("text", HOSTILE)
def test_what_others_wrote_is_shown_as_text(operator: Client, text: str):
    run = RunFactory.create(
        failed=True, topic=text, note=text, faults=[{"stage": "model", "cause": "refused", "detail": text}]
    )
    source = SourceRowFactory.create(run=run, title=text, site=text, url=f"https://x.example/{text}")
    span = SpanRowFactory.create(run=run, detail=text, model=text)
    places = [f"/admin/briefings/{model}/" for model in LISTS]
    places += [
        f"/admin/briefings/{model}/{row.pk}/change/" for model, row in zip(LISTS, (run, source, span), strict=False)
    ]
    for place in places:
        assert text not in operator.get(f"/admin/briefings/{place}").content.decode(), place


@pytest.mark.parametrize("model", LISTS)
def test_the_number_of_queries_does_not_grow(operator: Client, model: str, django_assert_max_num_queries):
    def fill(rows: int) -> None:
        for _ in range(rows):
            run = RunFactory.create(owner=UserFactory.create(), guest=None, success=True)
            SourceRowFactory.create(run=run)
            SpanRowFactory.create(run=run)
            QuotaDayFactory.create()
            WorkerBeatFactory.create()

    fill(1)
    with django_assert_max_num_queries(20) as few:
        operator.get(f"/admin/briefings/{model}/")
    fill(15)
    with django_assert_max_num_queries(len(few)):
        operator.get(f"/admin/briefings/{model}/")


def test_the_operators_pages_bear_the_name_of_the_site(admin_client: Client):
    page = admin_client.get("/admin/").content.decode()
    assert "Django administration" not in page
    assert "What Kyle keeps" in page
