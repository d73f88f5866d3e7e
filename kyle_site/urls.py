"""All addresses of the site."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import include, path


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look on their own account, on pages that name no icon."""
    return HttpResponseRedirect(static("favicon.svg"))


# Here, and not when Django starts: only processes that serve the web have a use for the admin's pages.
admin.autodiscover()

urlpatterns = [
    path("", include("briefings.urls")),
    path("favicon.ico", favicon),
    path("dashboard/", include("dashboard.urls")),
    path("accounts/login/", LoginView.as_view(next_page="runs"), name="login"),
    path("accounts/logout/", LogoutView.as_view(next_page="landing"), name="logout"),
    path("admin/", admin.site.urls),
]

handler400 = "briefings.views.errors.bad_request"
handler403 = "briefings.views.errors.permission_denied"
handler404 = "briefings.views.errors.not_found"
handler500 = "briefings.views.errors.server_error"
