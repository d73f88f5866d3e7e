"""A run as JSON."""

import uuid

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.services import export
from briefings.views.requester import own_run


@require_safe
@never_cache
def state(request: HttpRequest, run: uuid.UUID) -> JsonResponse:
    return JsonResponse(export.state(own_run(request, run)))
