"""Answers to an action that cannot be done: there is no quota left, or the run is not in a state for it."""

import math
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from briefings.models import Run
from briefings.services.quota import OutOfQuota


def out_of_quota(request: HttpRequest, refusal: OutOfQuota, **context: Any) -> HttpResponse:
    """429, with what was typed as `form` or the run in question as `run`."""
    told = {"room": refusal.room, "for_account": settings.KYLE_DAILY_QUOTA, **context}
    response = render(request, "429.html", told, status=429)
    wait = (refusal.room.renews_at - timezone.now()).total_seconds()
    response["Retry-After"] = str(max(1, math.ceil(wait)))
    return response


def conflict(request: HttpRequest, run: Run, action: str) -> HttpResponse:
    """409: `action`, one of `cancel` and `retry`, does not fit where the run is now."""
    run.refresh_from_db(fields=["status", "outcome"])
    return render(request, "409.html", {"run": run, "action": action}, status=409)
