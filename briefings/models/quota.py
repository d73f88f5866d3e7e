"""Quota: how many briefings were asked for, by whom, on which day."""

from django.db import models


class QuotaDay(models.Model):
    """What one scope has used on one day of the site's zone.

    `scope` names whose quota it is: `user:<id>`, `guest:<uuid>`, `address:<hash>`, or `site`.
    """

    scope = models.CharField(max_length=80)
    day = models.DateField()
    used = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "day"], name="quota_day_unique")]

    def __str__(self) -> str:
        return f"{self.scope} {self.day}: {self.used}"
