"""Which cast the runs of this installation have."""

from django.conf import settings


def cast_name() -> str:
    """The cast that a run submitted now will use."""
    if settings.KYLE_CAST != "auto":
        return str(settings.KYLE_CAST)
    return "model" if settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL else "extractive"
