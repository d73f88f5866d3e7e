"""CPU-heavy work: pages are read and files are drawn in child processes, which cannot reach the database.

The children belong to the process that carries runs and die with it. Serving the web needs none.
"""

from collections.abc import Callable, Sequence
from functools import partial
from logging.config import dictConfig
from typing import TypeVar

from django.apps import apps
from django.conf import settings

from briefings.backends.children.errors import ChildError
from briefings.backends.children.pool import Pool
from briefings.backends.children.terms import Terms
from briefings.backends.fetch.extraction import Download, read_page
from briefings.domain.document import Document
from briefings.domain.errors import FetchFailed
from briefings.domain.evidence import Page, Source
from briefings.pipeline.ports import Alive
from briefings.rendering import files
from briefings.rendering.errors import RenderFailed
from briefings.rendering.rendered import Rendered
from briefings.services.rehearsal import rehearse

T = TypeVar("T")

_TEMPLATES = {
    "BACKEND": "django.template.backends.django.DjangoTemplates",
    "DIRS": [settings.BASE_DIR / "templates"],
    "OPTIONS": {
        "libraries": {"partials": "template_partials.templatetags.partials"},
        "loaders": [
            (
                "template_partials.loader.Loader",
                [("django.template.loaders.cached.Loader", ["django.template.loaders.filesystem.Loader"])],
            )
        ],
    },
}
"""Those of a document, which need nothing of any app but a library."""

_pools: dict[int, Pool] = {}


def read(download: Download, alive: Alive) -> Page:
    """The page of a download. Raises FetchFailed, also where that takes too long or too much memory."""
    try:
        return _do(partial(read_page, download), settings.KYLE_EXTRACTION_TIMEOUT, alive)
    except ChildError as error:
        raise FetchFailed("unusable", f"its text could not be extracted: {error}", permanent=True) from error


def render(file_format: str, document: Document, sources: Sequence[Source], alive: Alive) -> Rendered:
    """The file of `document`. Raises RenderFailed, also where that takes too long or too much memory."""
    work = partial(files.render, file_format, document, tuple(sources))
    try:
        return _do(work, settings.KYLE_RENDER_TIMEOUT, alive)
    except ChildError as error:
        raise RenderFailed(file_format, str(error)) from error


def warm() -> None:
    """Starts the children, so that they are ready when they are needed."""
    if settings.KYLE_CHILD_PROCESSES:
        _pool().warm()


def prepare() -> None:
    """What is done once for all children. Without rows and without a database they can hold no connection; without
    apps and addresses, which django.setup would see to, they take 20 MB less."""
    settings.DATABASES = {}
    settings.INSTALLED_APPS = []
    settings.TEMPLATES = [_TEMPLATES]
    dictConfig(settings.LOGGING)
    apps.populate([])
    rehearse()


def _do(work: Callable[[], T], limit: float, alive: Alive) -> T:
    if not settings.KYLE_CHILD_PROCESSES:
        return work()
    return _pool().do(work, limit=limit, alive=alive)


def _pool() -> Pool:
    """The one pool of this process and that size; it holds nothing until it is used."""
    size = settings.KYLE_CHILD_PROCESSES
    return _pools.get(size) or _pools.setdefault(size, Pool(size, Terms(prepare)))
