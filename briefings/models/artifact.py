"""Artifacts: the files of a finished document."""

from django.db import models

from briefings.models.run import Run


class Artifact(models.Model):
    """One file of a run. `file` carries the lease in its name, so that no two carriers write to the same place."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="artifacts")
    format = models.CharField(max_length=10)
    file = models.FileField(max_length=200)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "format"], name="artifact_format_unique_in_run")]

    def __str__(self) -> str:
        return str(self.file.name)
