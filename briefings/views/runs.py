"""The requester's runs: the list, and the submission that adds one."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from briefings.forms import BriefingForm
from briefings.models import Run
from briefings.services.quota import OutOfQuota, today
from briefings.services.submit import submit
from briefings.views.landing import request_page
from briefings.views.redirects import SeeOther
from briefings.views.refusals import out_of_quota
from briefings.views.requester import identified, requester

PER_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def runs(request: HttpRequest) -> HttpResponse:
    return create(request) if request.method == "POST" else show(request)


def show(request: HttpRequest) -> HttpResponse:
    asks = requester(request)
    own = Run.objects.of(asks.user, asks.guest).defer("brief", "document")
    return render(request, "runs.html", {"page": Paginator(own, PER_PAGE).get_page(request.GET.get("page"))})


def create(request: HttpRequest) -> HttpResponse:
    form = BriefingForm(request.POST)
    if not form.is_valid():
        return request_page(request, form, status=422)
    brief = form.brief(as_of=today())
    try:
        run = submit(brief, identified(request), form.cleaned_data["submission"])
    except OutOfQuota as refusal:
        return out_of_quota(request, refusal, form=form)
    return SeeOther(reverse("run", kwargs={"run": run.pk}))
