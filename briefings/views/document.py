"""The document as a file."""

import uuid
from dataclasses import dataclass
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.domain.outcome import FAULTS
from briefings.models import Run, Status
from briefings.rendering.files import FILES
from briefings.services import export
from briefings.services.filenames import ascii_name, readable_name
from briefings.views.requester import own_run


@dataclass(frozen=True)
class Download:
    """A form of the document as it is offered: `size` in bytes where known, `problem` where it could not be made."""

    form: str
    size: int | None = None
    problem: str = ""


@require_safe
@never_cache
def document(request: HttpRequest, run: uuid.UUID, form: str) -> HttpResponse:
    own = own_run(request, run)
    if form not in export.DOWNLOADS:
        raise Http404
    if own.status != Status.DONE:
        return _plain(f"There is no document yet: this briefing is {own.get_status_display().lower()}.", status=409)
    try:
        content = export.download(own, form)
    except export.NotMade as error:
        return _plain(_problem(own, form) or str(error), status=404)
    return HttpResponse(content, content_type=_media_type(form), headers={"Content-Disposition": _names(own, form)})


def downloads(run: Run) -> list[Download]:
    """What a finished run offers, in the order of export.DOWNLOADS."""
    sizes = dict(run.artifacts.values_list("format", "size"))
    made = {form: Download(form, sizes.get(form)) for form in (*sizes, "json")}
    return [made.get(form) or Download(form, problem=_problem(run, form)) for form in export.DOWNLOADS]


def _problem(run: Run, form: str) -> str:
    """What the faults of the run say about the file in that format."""
    faults = [fault for fault in run.read_faults() if fault.code == f"render.{form}"]
    return " ".join(f"{FAULTS[fault.code]} {fault.detail}".strip() for fault in faults)


def _names(run: Run, form: str) -> str:
    """Content-Disposition with a name for every browser and one in the script of the topic (RFC 6266)."""
    readable = quote(readable_name(run, form), safe="")
    return f"attachment; filename=\"{ascii_name(run, form)}\"; filename*=UTF-8''{readable}"


def _media_type(form: str) -> str:
    return FILES[form].media_type if form in FILES else "application/json"


def _plain(text: str, status: int) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
