"""The plugs, wired from the settings. One of each configuration in a process: pools and caches are worth keeping."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from briefings.backends.fetch.guard import Guard
from briefings.backends.fetch.http import HttpFetch
from briefings.backends.model.openai_compatible import OpenAICompatible
from briefings.backends.search.combined import combine
from briefings.backends.search.duckduckgo import DuckDuckGo
from briefings.backends.search.knowledge import KnowledgeSearch
from briefings.backends.search.wikipedia import Wikipedia
from briefings.pipeline.ports import Provider, Search, Web
from briefings.services import children


def backends() -> Mapping[str, Callable[[], Search]]:
    """The search backends by the names that `KYLE_SEARCH` knows; each is made only when it is named."""
    allow = tuple(settings.KYLE_FETCH_ALLOW)
    timeout = settings.KYLE_SEARCH_TIMEOUT
    return {
        "duckduckgo": lambda: _duckduckgo(settings.KYLE_DUCKDUCKGO_URL, allow, timeout),
        "wikipedia": lambda: _wikipedia(settings.KYLE_WIKIPEDIA_URL, timeout),
        "knowledge": knowledge,
    }


def search() -> Search:
    return combine(settings.KYLE_SEARCH, backends())


def knowledge() -> KnowledgeSearch:
    return _knowledge(settings.KYLE_KNOWLEDGE_DIR)


def fetch() -> Web:
    return _fetch(tuple(settings.KYLE_FETCH_ALLOW), settings.KYLE_FETCH_TIMEOUT, settings.KYLE_FETCH_MAX_BYTES)


def provider() -> Provider:
    return _provider(settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL, settings.KYLE_MODEL_TIMEOUT)


@lru_cache(maxsize=4)
def _duckduckgo(url: str, allow: tuple[str, ...], timeout: float) -> Search:
    return DuckDuckGo(url, objection=Guard(allow).objection, timeout=timeout)


@lru_cache(maxsize=4)
def _wikipedia(url: str, timeout: float) -> Search:
    return Wikipedia(url, timeout=timeout)


@lru_cache(maxsize=4)
def _knowledge(directory: Path) -> KnowledgeSearch:
    return KnowledgeSearch(directory)


@lru_cache(maxsize=4)
def _fetch(allow: tuple[str, ...], timeout: float, max_bytes: int) -> Web:
    return HttpFetch(allow, timeout=timeout, max_bytes=max_bytes, read=children.read)


@lru_cache(maxsize=4)
def _provider(key: str, base_url: str, timeout: float) -> Provider:
    return OpenAICompatible(api_key=key, base_url=base_url, timeout=timeout)
