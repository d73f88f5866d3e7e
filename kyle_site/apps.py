from django.apps import AppConfig


class KyleSiteConfig(AppConfig):
    name = "kyle_site"
    verbose_name = "Kyle"

    def ready(self) -> None:
        from kyle_site import checks  # noqa: F401  (registers the checks)
