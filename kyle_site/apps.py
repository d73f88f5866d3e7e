import gc
import os

from django.apps import AppConfig


class KyleSiteConfig(AppConfig):
    name = "kyle_site"
    verbose_name = "Kyle"

    def ready(self) -> None:
        from kyle_site import checks  # noqa: F401  (registers the checks)

        # The queue's processes are forked from one. What is there before is shared as long as no collector marks it.
        os.register_at_fork(before=gc.freeze)
