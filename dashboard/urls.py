"""The public dashboard."""

from django.urls import path

from dashboard import views

app_name = "dashboard"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("runs/", views.runs, name="runs"),
    path("runs/<uuid:run>/", views.trace, name="trace"),
    path("demos/", views.demos, name="demos"),
]
