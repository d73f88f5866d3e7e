"""The journal of a run: its durable steps, its spans, its chunks."""

from django.db import models

from briefings.domain.trace import Span
from briefings.models.run import Run


class Step(models.Model):
    """The journaled result of one durable step, or the fault it ended with in that attempt."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steps")
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    result = models.JSONField(null=True)
    fault = models.JSONField(null=True)
    permanent = models.BooleanField(default=False)
    series = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    replays = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "key", "digest"], name="step_unique_in_run")]

    def __str__(self) -> str:
        return self.key


class SpanRow(models.Model):
    """Telemetry of one call. A price change never rewrites it."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="spans")
    attempt = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=20)
    step = models.CharField(max_length=200)
    agent = models.CharField(max_length=20)
    call = models.CharField(max_length=10)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    fault = models.CharField(max_length=40, blank=True)
    detail = models.TextField(blank=True)
    model = models.CharField(max_length=100, blank=True)
    prompt = models.CharField(max_length=64, blank=True)
    tokens_prompt = models.PositiveIntegerField(default=0)
    tokens_cached = models.PositiveIntegerField(default=0)
    tokens_completion = models.PositiveIntegerField(default=0)
    tokens_reasoning = models.PositiveIntegerField(default=0)
    cost_usd = models.DecimalField(max_digits=12, decimal_places=8, null=True)
    pricing_version = models.CharField(max_length=20, blank=True)

    class Meta:
        db_table = "briefings_span"
        verbose_name = "span"
        ordering = ["started_at", "pk"]
        indexes = [models.Index(fields=["run", "started_at"])]

    def __str__(self) -> str:
        return f"{self.step} ({self.agent})"

    @classmethod
    def of(cls, run: Run, span: Span) -> "SpanRow":
        usage = {f"tokens_{name}": tokens for name, tokens in span.usage.model_dump().items()}
        return cls(run=run, attempt=run.attempt, **span.model_dump(exclude={"usage"}), **usage)

    @property
    def seconds(self) -> float:
        return (self.ended_at - self.started_at).total_seconds()


class ChunkRow(models.Model):
    """A piece of the document, saved when it was written."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="chunks")
    position = models.PositiveIntegerField()
    blocks = models.JSONField()

    class Meta:
        db_table = "briefings_chunk"
        verbose_name = "chunk"
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["run", "position"], name="chunk_position_unique_in_run")]

    def __str__(self) -> str:
        return f"chunk {self.position}"
