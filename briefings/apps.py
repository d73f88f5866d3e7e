from django.apps import AppConfig


class BriefingsConfig(AppConfig):
    name = "briefings"
    default_auto_field = "django.db.models.BigAutoField"
