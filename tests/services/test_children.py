"""Pages and files made in real child processes: the same as in this process, within limits, without a database."""

import io
import os
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

from briefings.backends.children.pool import Pool
from briefings.backends.children.terms import Terms
from briefings.backends.fetch.extraction import Download, read_page
from briefings.domain.document import Document
from briefings.domain.errors import FetchFailed
from briefings.domain.evidence import Source
from briefings.rendering import files
from briefings.rendering.errors import RenderFailed
from briefings.rendering.rendered import Rendered
from briefings.services import children
from tests.factories import ArtifactFactory, RunFactory, UserFactory
from tests.processes import children_of
from tests.rendering.documents import CHINESE, EVERY_BLOCK, LONG_TABLE, SOURCES
from tests.rendering.reading import pdf_jumps, pdf_links, pdf_text
from tests.services.database_job import reach_for_the_database

ARTICLE = (
    "<html lang='fr'><head><title>Le prix des marées</title></head><body><article><h1>Le prix des marées</h1>"
    "<p>Deux barrages ont été mis en service en mars et le réseau a reçu leur première énergie à la fin du mois.</p>"
    "<p>Les coûts ont baissé de neuf pour cent pendant cette période selon l'exploitant et le ministère.</p>"
    "</article></body></html>"
)


def unheard() -> None:
    """For a test that does not ask for signs of life."""


def in_child(file_format: str, document: Document, sources: Sequence[Source]) -> Rendered:
    return children.render(file_format, document, sources, unheard)


def download(body: str) -> Download:
    moment = datetime(2026, 3, 9, tzinfo=UTC)
    return Download("https://tides.example/prix", "text/html", "utf-8", body.encode(), moment)


@pytest.fixture
def in_children(settings):
    settings.KYLE_CHILD_PROCESSES = 2
    return settings


def test_a_page_is_read_as_in_this_process(in_children):
    page = children.read(download(ARTICLE), unheard)
    assert page == read_page(download(ARTICLE))
    assert page.language == "fr"


def test_a_page_without_a_text_fails_as_in_this_process(in_children):
    empty = download("<html><body><p>Hello.</p></body></html>")
    with pytest.raises(FetchFailed) as here:
        read_page(empty)
    with pytest.raises(FetchFailed) as there:
        children.read(empty, unheard)
    assert (there.value.fault, there.value.permanent) == (here.value.fault, here.value.permanent)


def test_a_page_that_takes_too_long_is_unusable(in_children):
    in_children.KYLE_EXTRACTION_TIMEOUT = 0.05
    with pytest.raises(FetchFailed, match=r"could not be extracted: not finished within 0\.05 s") as failed:
        children.read(download(ARTICLE.replace("<p>", "<p>" + "Une phrase de plus. " * 100_000)), unheard)
    assert (failed.value.fault.code, failed.value.permanent) == ("fetch.unusable", True)


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


CONTENTS = {
    "docx": parts,
    "pdf": lambda content: (pdf_text(content), pdf_links(content), pdf_jumps(content)),
    "md": bytes.decode,
}
"""What files of one document have in common, whenever they are made: some tell the time of it."""


@pytest.mark.parametrize("file_format", files.FILES)
@pytest.mark.parametrize("document", [EVERY_BLOCK, CHINESE], ids=["every block", "chinese"])
def test_a_file_is_drawn_as_in_this_process(in_children, file_format, document):
    there, here = (render(file_format, document, SOURCES) for render in (in_child, files.render))
    assert CONTENTS[file_format](there.content) == CONTENTS[file_format](here.content)
    assert there.notices == here.notices


def test_a_file_that_takes_too_long_is_not_made(in_children):
    in_children.KYLE_RENDER_TIMEOUT = 0.05
    with pytest.raises(RenderFailed, match=r"pdf: not finished within 0\.05 s") as failed:
        in_child("pdf", LONG_TABLE, SOURCES)
    assert failed.value.form == "pdf"


def test_what_cannot_be_drawn_says_so_as_in_this_process(in_children):
    with pytest.raises(RenderFailed, match="source 1") as here:
        files.render("docx", EVERY_BLOCK, ())
    with pytest.raises(RenderFailed) as there:
        in_child("docx", EVERY_BLOCK, ())
    assert (str(there.value), there.value.form) == (str(here.value), here.value.form)


def test_a_child_cannot_reach_the_database():
    with Pool(1, Terms(children.prepare)) as pool, pytest.raises(ImproperlyConfigured):
        pool.do(reach_for_the_database, limit=30, alive=unheard)


def test_without_children_the_work_is_done_here(settings):
    before = children_of(os.getpid())
    settings.KYLE_CHILD_PROCESSES = 0
    children.warm()
    assert in_child("md", EVERY_BLOCK, SOURCES) == files.render("md", EVERY_BLOCK, SOURCES)
    assert children.read(download(ARTICLE), unheard) == read_page(download(ARTICLE))
    assert set(children_of(os.getpid())) <= set(before)


@pytest.mark.django_db
def test_serving_the_web_starts_no_child(settings, client):
    settings.KYLE_CHILD_PROCESSES = 3
    before = children_of(os.getpid())
    user = UserFactory.create()
    client.force_login(user)
    run = RunFactory.create(success=True, owner=user)
    for form in files.FILES:
        ArtifactFactory.create(run=run, format=form, content=b"content")
        assert client.get(reverse("document", kwargs={"run": run.pk, "form": form})).content == b"content"
    assert run.document
    assert run.document["title"] in client.get(reverse("run", kwargs={"run": run.pk})).content.decode()
    assert client.post(reverse("runs"), {"topic": "Costs of tidal power"}).status_code == 303
    assert set(children_of(os.getpid())) <= set(before)
