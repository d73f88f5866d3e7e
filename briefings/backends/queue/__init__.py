"""Brokers of the queue. A cluster takes what is for any cluster, and what is addressed to it alone."""

from django_q.conf import Conf


def address(cluster: str) -> str:
    """The name of the queue that only the cluster of that name takes from."""
    return f"{Conf.CLUSTER_NAME}:{cluster}"
