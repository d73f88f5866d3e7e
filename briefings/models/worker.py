"""Worker beats: proof that a worker is there, idle or not."""

from datetime import timedelta
from typing import Self

from django.db import models
from django.utils import timezone


class WorkerBeatQuerySet(models.QuerySet["WorkerBeat"]):
    def younger_than(self, seconds: float) -> Self:
        return self.filter(beat_at__gte=timezone.now() - timedelta(seconds=seconds))

    def older_than(self, seconds: float) -> Self:
        return self.filter(beat_at__lt=timezone.now() - timedelta(seconds=seconds))


class WorkerBeat(models.Model):
    """The last sign of one worker process; `runs` is how many runs it was carrying."""

    name = models.CharField(max_length=120, unique=True, help_text="Host and process id.")
    cluster = models.CharField(max_length=40, blank=True, help_text="The watched cluster that the process is part of.")
    beat_at = models.DateTimeField(default=timezone.now)
    runs = models.PositiveIntegerField(default=0)

    objects = WorkerBeatQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name
