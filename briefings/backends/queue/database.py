"""The queue in Kyle's own database."""

from django.conf import settings
from django.utils import timezone
from django_q.brokers.orm import ORM
from django_q.models import OrmQ

from briefings.backends.queue import address


class DatabaseBroker(ORM):  # type: ignore[misc]
    def dequeue(self) -> list[tuple[int, str]] | None:
        """One task for this cluster alone, else one for any cluster; null after a short sleep when there is none."""
        own = address(settings.KYLE_CLUSTER)
        if settings.KYLE_CLUSTER and OrmQ.objects.filter(key=own, lock__lt=timezone.now()).exists():
            return DatabaseBroker(own)._take()
        return self._take()

    def _take(self) -> list[tuple[int, str]] | None:
        taken: list[tuple[int, str]] | None = super().dequeue()
        return taken
