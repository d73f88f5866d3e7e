"""Pages for the tests of extraction, and what comes of them."""

from datetime import UTC, datetime

import pytest

from briefings.backends.fetch.extraction import Download, read_page
from briefings.domain.errors import FetchFailed
from briefings.domain.evidence import Page

FETCHED = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
TWO_SENTENCES = (
    "Two barrages came online in March and the regional grid took the first energy at the end of the month.",
    "Costs fell by nine per cent over the period according to the operator and the ministry.",
)


def read(
    body: str | bytes, media_type: str = "text/html", charset: str = "utf-8", url: str = "https://x.example/a"
) -> Page:
    raw = body.encode() if isinstance(body, str) else body
    return read_page(Download(url, media_type, charset, raw, FETCHED))


def article(inner: str = "", head: str = "", lang: str = "en") -> str:
    first, second = TWO_SENTENCES
    return (
        f"<html lang='{lang}'><head><title>Tidal power outlook</title>{head}</head><body><article>"
        f"<h1>Tidal power outlook</h1><p>{first}</p>{inner}<p>{second}</p></article></body></html>"
    )


def reason_against(body: str | bytes, media_type: str = "text/html") -> str:
    with pytest.raises(FetchFailed) as failed:
        read(body, media_type)
    assert (failed.value.fault.code, failed.value.permanent) == ("fetch.unusable", True)
    return failed.value.fault.detail
