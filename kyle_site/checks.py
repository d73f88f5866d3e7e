"""System checks: Kyle does not start on a setting that it cannot use.

What fetches and searches is imported by the checks that ask it: processes that check nothing need not hold it.
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register


@register
def environment(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """One error for every environment variable that could not be read."""
    return [
        Error(
            f"{problem.name} has the value {problem.value!r}, which cannot be used.", hint=problem.hint, id="kyle.E001"
        )
        for problem in settings.ENV.problems
    ]


@register
def unknown_names(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A misspelt setting would be ignored without a word, and its default used."""
    return [
        Warning(f"{name} is no setting of Kyle and is ignored.", hint=_nearest(name), id="kyle.W001")
        for name in settings.ENV.unknown()
    ]


@register
def search_backends(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A misspelt backend is an error, never a silent default."""
    from briefings.backends.search.combined import parse
    from briefings.services import plugs

    hint = "Name backends as in duckduckgo+wikipedia,knowledge: + asks together, a comma falls back."
    return _refused("KYLE_SEARCH", lambda: parse(settings.KYLE_SEARCH, plugs.backends()), hint, "kyle.E002")


@register
def fetch_allowances(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    from briefings.backends.fetch.guard import Guard

    hint = "Name hosts or networks, with a port where needed: 127.0.0.1:8123, 10.0.0.0/8, intranet.example."
    return _refused("KYLE_FETCH_ALLOW", lambda: Guard(settings.KYLE_FETCH_ALLOW), hint, "kyle.E003")


@register
def endpoints(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Addresses of search engines and models are complete web addresses."""
    hint = "Give a whole address that begins with http:// or https://."
    named = ("KYLE_DUCKDUCKGO_URL", "KYLE_WIKIPEDIA_URL", "OPENAI_BASE_URL")
    return [
        Error(f"{name} has the value {value!r}, which is no web address.", hint=hint, id="kyle.E004")
        for name, value in ((name, getattr(settings, name)) for name in named)
        if value and not _is_address(value.replace("{language}", "en"))
    ]


@register
def wikipedia_address(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """`{language}` is the one placeholder: whatever else stands in braces would go out as it is."""
    address = settings.KYLE_WIKIPEDIA_URL
    rest = address.replace("{language}", "en")
    if rest.isascii() and not any(sign in rest for sign in "{} "):
        return []
    found = f"KYLE_WIKIPEDIA_URL has the value {address!r}, which holds more than an address and {{language}}."
    return [
        Error(found, hint="Write {language} where the language's code belongs, and no other braces.", id="kyle.E008")
    ]


@register
def model_key(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A key travels in a header, which takes plain ASCII only: what was pasted from a text often is not."""
    if settings.OPENAI_API_KEY.isascii():
        return []
    found = "OPENAI_API_KEY holds a character that no key has, such as an ellipsis or a curly quote."
    return [Error(found, hint="Paste the key itself, exactly as your provider shows it.", id="kyle.E006")]


@register
def model_cast(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if settings.KYLE_CAST != "model" or settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL:
        return []
    found = "KYLE_CAST is model, but there is neither OPENAI_API_KEY nor OPENAI_BASE_URL."
    return [Error(found, hint="Name a key or an endpoint, or leave KYLE_CAST at auto.", id="kyle.E007")]


@register
def knowledge_directory(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if settings.KYLE_KNOWLEDGE_DIR.is_dir():
        return []
    found = f"KYLE_KNOWLEDGE_DIR names {str(settings.KYLE_KNOWLEDGE_DIR)!r}, which is no folder."
    return [Error(found, hint="Name a folder of Markdown and text files.", id="kyle.E005")]


def _nearest(name: str) -> str:
    near = get_close_matches(name.upper(), settings.ENV.names, n=1)
    return f"Did you mean {near[0]}?" if near else "docs/settings.md lists all settings."


def _is_address(value: str) -> bool:
    from briefings.backends.search.answers import endpoint

    try:
        endpoint(value)
    except ValueError:
        return False
    return True


def _refused(name: str, read: Callable[[], object], hint: str, number: str) -> list[CheckMessage]:
    try:
        read()
    except ValueError as error:
        return [Error(f"{name} cannot be used: {error}.", hint=hint, id=number)]
    return []
