"""The run: one request on its way to a document. Its row is the only truth about it."""

import uuid
from typing import Any, Self

from django.conf import settings
from django.db import connections, models, transaction
from django.db.models import Case, Q, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from briefings.domain.brief import Brief, Kind
from briefings.domain.document import Document
from briefings.domain.draft import Draft
from briefings.domain.outcome import Fault, Outcome


class Status(models.TextChoices):
    """Where a run stands. How good it is, is its outcome."""

    QUEUED = "queued"
    RUNNING = "running"
    AWAITING_APPROVAL = "awaiting_approval", "awaiting approval"
    DONE = "done"
    FAILED = "failed"
    REJECTED = "rejected"
    CANCELLED = "cancelled"


FINISHED = (Status.DONE, Status.FAILED, Status.REJECTED, Status.CANCELLED)


class RunQuerySet(models.QuerySet["Run"]):
    """Every transition is one conditional UPDATE that names the state it expects; its row count is the answer."""

    def claimable(self) -> Self:
        """Queued runs whose time has come, oldest first."""
        ready = Q(not_before=None) | Q(not_before__lte=timezone.now())
        return self.filter(ready, status=Status.QUEUED).order_by("created_at")

    def claim(self, lease: uuid.UUID, *, simplified_from: int) -> Self:
        """The oldest claimable run, now running under `lease`, as a query set of one; empty when there is none.

        An attempt numbered `simplified_from` or higher runs in simplified mode.
        """
        while True:
            with transaction.atomic(using=self.db):
                queue = self.claimable()
                if connections[self.db].features.has_select_for_update_skip_locked:
                    queue = queue.select_for_update(skip_locked=True)
                first = queue.values_list("pk", flat=True).first()
                if first is None:
                    return self.none()
                if self.filter(pk=first).begin(lease, simplified_from=simplified_from):
                    return self.filter(pk=first)

    def begin(self, lease: uuid.UUID, *, simplified_from: int) -> int:
        """queued → running, for the rows of this query set."""
        now = timezone.now()
        return self.filter(status=Status.QUEUED).update(
            status=Status.RUNNING,
            lease=lease,
            heartbeat_at=now,
            started_at=Coalesce("started_at", models.Value(now)),
            simplified=Case(When(attempt__gte=simplified_from, then=True), default=False),
            not_before=None,
        )

    def carried(self, run: uuid.UUID, lease: uuid.UUID) -> Self:
        """The run if it is still carried under `lease`: the filter of every write by a worker."""
        return self.filter(pk=run, status=Status.RUNNING, lease=lease)

    def of(self, owner: int | None, guest: uuid.UUID | None) -> Self:
        """The runs of the user with that primary key, or of a guest."""
        if owner is not None:
            return self.filter(owner_id=owner)
        return self.filter(owner=None, guest=guest) if guest else self.none()


class Run(models.Model):
    """One briefing request with everything that became of it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="runs"
    )
    guest = models.UUIDField(null=True, blank=True, help_text="Identity of a requester without an account.")
    submission = models.UUIDField(unique=True, help_text="Token of the form: a double click is one run.")
    is_public = models.BooleanField(default=False)

    topic = models.CharField(max_length=500)
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.value) for kind in Kind], default=Kind.STANDARD)
    cast = models.CharField(max_length=20)
    brief = models.JSONField(help_text="The whole request, frozen at submission.")

    status = models.CharField(max_length=20, choices=Status.choices, default=Status.QUEUED)
    lease = models.UUIDField(null=True, blank=True, help_text="Fencing token of whoever carries the run now.")
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    series = models.PositiveSmallIntegerField(default=1, help_text="Raised by a retry of a failed run.")
    attempts = models.JSONField(default=list, help_text="What each lost attempt met: [{attempt, stage, silent_since}].")
    not_before = models.DateTimeField(null=True, blank=True, help_text="A handed-back run is not claimed earlier.")
    waits = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was handed back to wait for a provider."
    )
    simplified = models.BooleanField(default=False)

    stage = models.CharField(max_length=20, blank=True)
    stages = models.JSONField(default=list, help_text="[{name, started_at, finished_at}] in order.")
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    progress_message = models.CharField(max_length=500, blank=True)

    outcome = models.CharField(
        max_length=20, blank=True, choices=[(outcome.value, outcome.value) for outcome in Outcome]
    )
    reasons = models.JSONField(default=list)
    faults = models.JSONField(default=list, help_text="[{stage, cause, detail}]")
    note = models.TextField(blank=True, help_text="What the reader of the run page is told.")
    routing = models.JSONField(null=True, blank=True)
    document = models.JSONField(null=True, blank=True)

    draft = models.JSONField(null=True, blank=True, help_text="What a human decides on, and delivery goes by, frozen.")
    draft_digest = models.CharField(max_length=64, blank=True, help_text="Names the draft: who decides names it, too.")
    accepted = models.BooleanField(default=False, help_text="The draft was accepted: what is left is to deliver it.")
    feedback = models.JSONField(default=list, help_text="What humans asked for, once for each pass sent back: [text].")

    cost_usd = models.DecimalField(max_digits=12, decimal_places=8, default=0)
    unpriced = models.BooleanField(default=False)
    pricing_version = models.CharField(max_length=20, blank=True)
    tokens_prompt = models.PositiveBigIntegerField(default=0)
    tokens_cached = models.PositiveBigIntegerField(default=0)
    tokens_completion = models.PositiveBigIntegerField(default=0)
    tokens_reasoning = models.PositiveBigIntegerField(default=0)

    quota_day = models.DateField(null=True, blank=True, help_text="The day whose quota this run was taken from.")
    quota_scopes = models.JSONField(default=list, help_text="The scopes that were charged for it.")
    refunded = models.BooleanField(default=False)
    called = models.BooleanField(default=False, help_text="Whether a model, a search or a page was ever asked for it.")

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["status", "created_at"]),
            models.Index(fields=["owner", "-created_at"]),
            models.Index(fields=["guest", "-created_at"]),
            models.Index(fields=["-created_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.topic[:60]} ({self.status})"

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED

    def read_brief(self) -> Brief:
        return Brief.model_validate(self.brief)

    def read_document(self) -> Document | None:
        return Document.model_validate(self.document) if self.document else None

    def read_draft(self) -> Draft | None:
        return Draft.model_validate(self.draft) if self.draft else None

    def read_faults(self) -> list[Fault]:
        return [Fault.model_validate(fault) for fault in self.faults]

    def belongs_to(self, user: Any, guest: uuid.UUID | None) -> bool:
        """Whether this run was submitted by that signed-in user or that guest."""
        if self.owner_id is not None:
            return bool(user.is_authenticated and user.pk == self.owner_id)
        return self.guest is not None and self.guest == guest
