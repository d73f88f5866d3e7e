"""Brokers of the queue. A cluster takes what is for any cluster, and what is addressed to it alone."""

from django.conf import settings
from django_q.conf import Conf


def address(cluster: str) -> str:
    """The name of the queue that only the cluster of that name takes from."""
    return f"{Conf.CLUSTER_NAME}:{cluster}"


def out_of_reach() -> tuple[type[Exception], ...]:
    """What a broker raises when its server is not there; the one in the database raises what the database does."""
    if not settings.REDIS_URL:
        return ()
    # 5 MB that nobody needs who has no Redis.
    from redis.exceptions import RedisError

    return (RedisError,)
