"""Who asks: an account, or a guest whose identity lives in the session."""

import uuid

from django.http import Http404, HttpRequest

from briefings.models import Run
from briefings.services.quota import Requester

GUEST = "guest"


def requester(request: HttpRequest) -> Requester:
    """Who asks. Somebody without an account who never submitted anything has no identity at all."""
    if request.user.is_authenticated:
        return Requester(user=request.user.pk)
    return Requester(guest=_guest(request))


def identified(request: HttpRequest) -> Requester:
    """Who asks, a guest being given an identity where there is none yet."""
    known = requester(request)
    if known.user is None and known.guest is None:
        request.session[GUEST] = str(uuid.uuid4())
        return requester(request)
    return known


def own_run(request: HttpRequest, run: uuid.UUID) -> Run:
    """The requester's own run. Raises Http404 for anybody else, as if there were none."""
    found = Run.objects.filter(pk=run).first()
    if found is None or not found.belongs_to(request.user, _guest(request)):
        raise Http404
    return found


def _guest(request: HttpRequest) -> uuid.UUID | None:
    identity = request.session.get(GUEST)
    return uuid.UUID(identity) if identity else None
