"""System checks: Kyle does not start on a setting that it cannot use."""

from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register
def environment(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """One error for every environment variable that could not be read."""
    return [
        Error(
            f"{problem.name} has the value {problem.value!r}, which cannot be used.", hint=problem.hint, id="kyle.E001"
        )
        for problem in settings.ENV.problems
    ]
