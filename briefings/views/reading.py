"""One source of a run as a page: where it comes from, and its text as it was read."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.rendering.presentation import reference_numbers
from briefings.rendering.source_text import parts
from briefings.views.requester import own_run


@require_safe
@never_cache
def reading(request: HttpRequest, run: uuid.UUID, number: int) -> HttpResponse:
    own = own_run(request, run)
    source = get_object_or_404(own.sources, number=number)
    document = own.read_document()
    told = {
        "run": own,
        "source": source,
        "reference": reference_numbers(document).get(number) if document else None,
        "parts": list(parts(source.text)),
    }
    return render(request, "reading.html", told)
