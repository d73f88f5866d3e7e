"""Bodies within a limit of size, on the wire and unpacked."""

import zlib
from collections.abc import Iterable, Iterator

from briefings.backends.wire.errors import Garbled, TooLarge

_GZIP = 16 + zlib.MAX_WBITS
_GZIP_MAGIC = b"\x1f\x8b"


def read(chunks: Iterable[bytes], packing: str, limit: int) -> bytes:
    """The body that comes in `chunks`. `packing` is its Content-Encoding; gzip is the only one that Kyle asks for.

    Raises TooLarge beyond `limit` bytes, packed or unpacked, and Garbled.
    """
    bounded = _within(chunks, limit)
    if packing in ("", "identity"):
        return b"".join(bounded)
    if packing in ("gzip", "x-gzip"):
        return _unpacked(bounded, limit)
    raise Garbled(f"the answer is packed as {packing[:40]}, which was not asked for")


def _within(chunks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise _too_large(limit)
        yield chunk


def _unpacked(chunks: Iterable[bytes], limit: int) -> bytes:
    body = bytearray()
    unzip = zlib.decompressobj(_GZIP)
    try:
        for chunk in chunks:
            packed = chunk
            while packed:
                # Never more than one byte over the limit comes out, however small the input.
                body += unzip.decompress(packed, limit + 1 - len(body))
                if len(body) > limit:
                    raise _too_large(limit)
                packed = unzip.unconsumed_tail
                if unzip.eof and unzip.unused_data.startswith(_GZIP_MAGIC):
                    packed, unzip = unzip.unused_data, zlib.decompressobj(_GZIP)
    except zlib.error as error:
        raise Garbled("the answer claims to be packed with gzip, and is not") from error
    if not unzip.eof:
        raise Garbled("the packed answer breaks off")
    return bytes(body)


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"too large: more than {limit:,} bytes")
