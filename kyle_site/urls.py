"""All addresses of the site."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

urlpatterns = [
    path("", include("briefings.urls")),
    path("dashboard/", include("dashboard.urls")),
    path("accounts/login/", LoginView.as_view(next_page="runs"), name="login"),
    path("accounts/logout/", LogoutView.as_view(next_page="landing"), name="logout"),
    path("admin/", admin.site.urls),
]

handler400 = "briefings.views.errors.bad_request"
handler403 = "briefings.views.errors.permission_denied"
handler404 = "briefings.views.errors.not_found"
handler500 = "briefings.views.errors.server_error"
