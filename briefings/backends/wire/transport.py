"""What carries httpx's requests: a pool of connections that go where Kyle says, for no longer than Kyle says.

httpx.HTTPTransport takes neither a say in which addresses a name stands for, so that TLS and the Host header keep the
name all the same, nor a limit of time that holds across reads. httpcore, the layer beneath it, takes both.
"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import httpcore
import httpx

from briefings.backends.wire.errors import TimedOut, Unreachable
from briefings.backends.wire.network import Network, Resolve

MOST_CONNECTIONS = 64


class Transport(httpx.BaseTransport):
    """Connects to what `resolve` names, within the deadline that is enforced. Raises WireError, also while the body
    is read."""

    def __init__(self, resolve: Resolve, tls: ssl.SSLContext | None = None) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=tls or _trust(),
            max_connections=MOST_CONNECTIONS,
            max_keepalive_connections=8,
            keepalive_expiry=15.0,
            network_backend=Network(resolve),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        with _failures_named():
            response = self._pool.handle_request(
                httpcore.Request(
                    request.method,
                    httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                    headers=request.headers.raw,
                    content=request.read(),
                    extensions=request.extensions,
                )
            )
        return _Response(response.status, headers=response.headers, stream=_Body(response))

    def close(self) -> None:
        self._pool.close()


class _Response(httpx.Response):
    @property
    def has_redirect_location(self) -> bool:
        """Never: even where it is not to follow, httpx would read the new address, and fail on one that is broken."""
        return False


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _failures_named():
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


@contextmanager
def _failures_named() -> Iterator[None]:
    try:
        yield
    except httpcore.TimeoutException as error:
        raise TimedOut(f"no answer in time ({type(error).__name__})") from error
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise Unreachable(f"the connection failed ({error or type(error).__name__})") from error


@cache
def _trust() -> ssl.SSLContext:
    """The certificates that httpx trusts; one context for all, as it takes some 50 ms to load them."""
    return httpx.create_ssl_context()
