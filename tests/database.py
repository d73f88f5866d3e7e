"""The tests' database as processes beside the test are told of it."""

from urllib.parse import quote

from django.db import connection


def database_url() -> str:
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    credentials = ":".join(quote(values[name], safe="") for name in ("USER", "PASSWORD"))
    return (
        f"postgres://{credentials}@{quote(values['HOST'], safe='')}:{values['PORT']}/{quote(values['NAME'], safe='')}"
    )
