"""Who asks: an account, or a guest whose identity lives in the session."""

import uuid

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.crypto import salted_hmac

from briefings.models import Run
from briefings.services.quota import Requester
from briefings.views.address import counted_address

GUEST = "guest"


def requester(request: HttpRequest) -> Requester:
    """Who asks. Somebody without an account who never submitted anything has no identity at all."""
    if request.user.is_authenticated:
        return Requester(user=request.user.pk)
    return Requester(guest=_guest(request), address=counted_address(request))


def identified(request: HttpRequest) -> Requester:
    """Who asks, a guest being given an identity where there is none yet."""
    asks = prospective(request)
    if asks.guest not in (None, _guest(request)):
        request.session[GUEST] = str(asks.guest)
    return asks


def prospective(request: HttpRequest) -> Requester:
    """Who would be charged if this request were a submission. Nothing is kept."""
    if request.user.is_authenticated:
        return requester(request)
    return Requester(guest=_guest(request) or _newcomer(request), address=counted_address(request))


def own_run(request: HttpRequest, run: uuid.UUID) -> Run:
    """The requester's own run. Raises Http404 for anybody else, as if there were none."""
    found = Run.objects.filter(pk=run).first()
    if found is None or not found.belongs_to(request.user, _guest(request)):
        raise Http404
    return found


def _guest(request: HttpRequest) -> uuid.UUID | None:
    identity = request.session.get(GUEST)
    return uuid.UUID(identity) if identity else None


def _newcomer(request: HttpRequest) -> uuid.UUID:
    """An identity for a browser that has no session yet.

    What it posts at once on its first visit, in several tabs or by a double click, must come from one guest. All of it
    carries the browser's random CSRF cookie, so the identity follows from that.
    """
    cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    if not cookie:
        return uuid.uuid4()
    return uuid.UUID(bytes=salted_hmac("briefings.guest", cookie, algorithm="sha256").digest()[:16], version=4)
