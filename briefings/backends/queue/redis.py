"""The queue in Redis. It is fast and forgets: a task that was taken by a worker that died is gone, the run is not."""

from django.conf import settings
from django_q.brokers.redis_broker import Redis

from briefings.backends.queue import address

WAIT_SECONDS = 1


class RedisBroker(Redis):  # type: ignore[misc]
    def dequeue(self) -> list[tuple[None, bytes]] | None:
        """One task for this cluster alone, else one for any cluster; null after a wait when there is none."""
        own = RedisBroker(address(settings.KYLE_CLUSTER)).list_key if settings.KYLE_CLUSTER else self.list_key
        taken = self.connection.blpop([own, self.list_key], WAIT_SECONDS)
        return [(None, taken[1])] if taken else None
