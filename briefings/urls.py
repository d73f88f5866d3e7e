"""Kyle's own addresses. Everything below /briefings/<uuid> exists for the requester of that run alone."""

from django.urls import path

from briefings.views.cancel import cancel
from briefings.views.document import document
from briefings.views.health import healthz, readyz
from briefings.views.landing import landing
from briefings.views.reading import reading
from briefings.views.retry import retry
from briefings.views.run import progress, run
from briefings.views.runs import runs
from briefings.views.source import source
from briefings.views.state import state
from briefings.views.visibility import visibility

urlpatterns = [
    path("", landing, name="landing"),
    path("briefings/", runs, name="runs"),
    path("briefings/<uuid:run>/", run, name="run"),
    path("briefings/<uuid:run>/progress/", progress, name="progress"),
    path("briefings/<uuid:run>.json", state, name="state"),
    path("briefings/<uuid:run>/document.<slug:form>", document, name="document"),
    path("briefings/<uuid:run>/sources/<int:number>.json", source, name="source"),
    path("briefings/<uuid:run>/sources/<int:number>/", reading, name="reading"),
    path("briefings/<uuid:run>/cancel/", cancel, name="cancel"),
    path("briefings/<uuid:run>/retry/", retry, name="retry"),
    path("briefings/<uuid:run>/visibility/", visibility, name="visibility"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
