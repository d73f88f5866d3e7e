"""A job that reaches for the database."""

from django.db import connection


def reach_for_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
