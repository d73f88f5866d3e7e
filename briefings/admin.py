"""The operator's view of what Kyle keeps. Rows are read-only: history does not change here."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from briefings.models import QuotaDay, Run, SourceRow, SpanRow, User, WorkerBeat

admin.site.site_header = admin.site.site_title = "Kyle"
admin.site.index_title = "What Kyle keeps"

BULKY = ("brief", "document", "stages", "faults", "reasons", "routing")
"""Columns of a run that no list shows."""


class ReadOnly:
    """For the admin of rows that only Kyle itself writes."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


# Django's admin classes are generic in their stubs only.
class SourceInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = SourceRow
    fields = ("number", "title", "url", "tier", "origin", "cited", "fetched_at")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[SourceRow]:
        return super().get_queryset(request).defer("text")


class SpanInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = SpanRow
    fields = ("stage", "step", "agent", "call", "model", "fault", "detail", "cost_usd", "started_at", "ended_at")


@admin.register(Run)
class RunAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("topic", "status", "outcome", "kind", "cast", "owner", "cost_usd", "created_at", "finished_at")
    list_filter = ("status", "outcome", "kind", "cast", "is_public", "created_at")
    list_select_related = ("owner",)
    search_fields = ("id", "topic", "owner__username")
    date_hierarchy = "created_at"
    inlines = (SourceInline, SpanInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        return super().get_queryset(request).defer(*BULKY)


class OfRun(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The admin of rows that belong to a run."""

    list_select_related = ("run",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*(f"run__{column}" for column in BULKY))


@admin.register(SourceRow)
class SourceAdmin(OfRun):
    list_display = ("number", "title", "run", "tier", "origin", "site", "cited", "fetched_at")
    list_display_links = ("title",)
    list_filter = ("tier", "origin", "cited")
    search_fields = ("title", "url", "run__id")


@admin.register(SpanRow)
class SpanAdmin(OfRun):
    list_display = ("step", "run", "agent", "call", "model", "fault", "cost_usd", "started_at", "ended_at")
    list_filter = ("stage", "agent", "call", "fault", "model")
    search_fields = ("step", "detail", "run__id")


@admin.register(QuotaDay)
class QuotaDayAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("scope", "day", "used")
    list_filter = ("day",)
    search_fields = ("scope",)
    ordering = ("-day", "-used")


@admin.register(WorkerBeat)
class WorkerBeatAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "beat_at", "runs")
    search_fields = ("name",)
    ordering = ("-beat_at",)


admin.site.register(User, UserAdmin)
