"""Error pages. Whoever asked with htmx gets a fragment without a trigger: it takes the place of what asked."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from briefings.forms import BriefingForm
from briefings.views.landing import request_page

MOST_READ_OUT = 64 * 1024 * 1024
"""Bytes of a request that is too large which are taken before it is answered."""

_PIECE = 64 * 1024


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        _read_out(request)
        return _error(request, 413)
    return _error(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    # Without the request: what fills in a page may be what broke.
    return _unkept(HttpResponse(render_to_string(_template(request, 500)), status=500))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before signing in, say. Nothing was done; a briefing request is shown again as it was typed."""
    if request.path != reverse("runs") or _asked_by_htmx(request):
        return _error(request, 403, stale=True)
    typed = {
        name: field.bound_data(request.POST[name], field.initial)
        for name, field in BriefingForm.base_fields.items()
        if name in request.POST and name != "submission"
    }
    return _unkept(request_page(request, BriefingForm(initial=typed), status=403, stale=True))


def _read_out(request: HttpRequest) -> None:
    """Takes what is still on its way, within reason: a connection that is closed over unread data is reset, and the
    browser shows its own error and not the answer."""
    left = MOST_READ_OUT
    while left > 0 and (piece := request.read(_PIECE)):
        left -= len(piece)


def _error(request: HttpRequest, status: int, **context: bool) -> HttpResponse:
    return _unkept(render(request, _template(request, status), context, status=status))


def _template(request: HttpRequest, status: int) -> str:
    return f"{status}.html#fragment" if _asked_by_htmx(request) else f"{status}.html"


def _asked_by_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _unkept(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    patch_vary_headers(response, ["HX-Request"])
    return response
