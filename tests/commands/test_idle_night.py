"""A worker that had nothing to do for so long that the database has dropped its connections."""

from django.db import connection

from briefings.models import Run, Status
from tests.processes import eventually

NAME = "kyle-idle"


def drop_sessions() -> int:
    """Cuts the sessions of the worker, where the database is a server; how many there were."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", [NAME])
        return len(cursor.fetchall())


def test_the_first_run_after_an_idle_night_is_carried(worker, ask):
    worker(PGAPPNAME=NAME)
    for _ in range(2):
        run = ask()
        done = Run.objects.filter(pk=run.pk, status=Status.DONE)
        assert eventually(done.exists, 60)
        assert drop_sessions() or connection.vendor == "sqlite"
    assert set(Run.objects.values_list("attempt", flat=True)) == {1}
