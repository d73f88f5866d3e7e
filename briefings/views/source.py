"""One source of a run as JSON, with the text as it was read."""

import uuid

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.services import export
from briefings.views.requester import own_run


@require_safe
@never_cache
def source(request: HttpRequest, run: uuid.UUID, number: int) -> JsonResponse:
    return JsonResponse(export.source(get_object_or_404(own_run(request, run).sources, number=number)))
