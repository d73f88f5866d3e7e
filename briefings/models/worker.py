"""Worker beats: proof that a worker is there, idle or not."""

from django.db import models
from django.utils import timezone


class WorkerBeat(models.Model):
    """The last sign of one worker process; `runs` is how many runs it was carrying."""

    name = models.CharField(max_length=120, unique=True, help_text="Host and process id.")
    beat_at = models.DateTimeField(default=timezone.now)
    runs = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name
