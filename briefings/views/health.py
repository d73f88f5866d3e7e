"""For whoever watches the installation: is it alive, and can it work."""

from typing import Any

from django.db import DatabaseError, connection
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefings.models import WorkerBeat

FRESH_SECONDS = 60.0


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Ready is who reaches the database: it can take requests, and no request is lost while no worker is there. How
    long ago a worker last showed itself stands beside it, for whoever watches the workers."""
    try:
        worker = _worker()
    except DatabaseError:
        return JsonResponse({"ready": False} | _ailment(), status=503)
    return JsonResponse({"ready": True, "database": "ok", "worker": worker})


def _ailment() -> dict[str, str]:
    """What keeps the database from answering, in a word, and what can be done about it."""
    try:
        with connection.cursor() as cursor:
            found = set(connection.introspection.table_names(cursor))
    except DatabaseError:
        return {"database": "unreachable", "hint": "The database does not answer: see DATABASE_URL and its server."}
    if WorkerBeat._meta.db_table not in found:
        return {"database": "no tables", "hint": "The database holds none of Kyle's tables: run manage.py migrate."}
    return {"database": "unusable", "hint": "The database answers but its tables do not fit: run manage.py migrate."}


def _worker() -> dict[str, Any] | None:
    """The newest beat with its age in seconds, and how many runs all workers carry; null when none ever beat."""
    newest = WorkerBeat.objects.order_by("-beat_at").first()
    if newest is None:
        return None
    runs = WorkerBeat.objects.younger_than(FRESH_SECONDS).aggregate(runs=Sum("runs", default=0))["runs"]
    age = max(0.0, (timezone.now() - newest.beat_at).total_seconds())
    beat_at = newest.beat_at.isoformat().replace("+00:00", "Z")
    return {"beat_at": beat_at, "age_s": round(age, 1), "runs": runs}
