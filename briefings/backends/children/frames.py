"""Messages over a pipe: eight bytes of length, then the message."""

import os
import select
import struct
from collections.abc import Callable

Wait = Callable[[int, int], None]
"""Returns when a pipe is ready for select.POLLIN or select.POLLOUT."""

_LENGTH = struct.Struct("!Q")
_PIECE = 1 << 20


def at_once(pipe: int, event: int) -> None:
    """For a pipe whose reads and writes wait by themselves."""


def write(pipe: int, message: bytes, wait: Wait = at_once) -> None:
    """Raises BrokenPipeError when nobody reads any more."""
    rest = memoryview(_LENGTH.pack(len(message)) + message)
    while rest:
        wait(pipe, select.POLLOUT)
        rest = rest[os.write(pipe, rest) :]


def read(pipe: int, wait: Wait = at_once) -> bytes:
    """The next message. Raises EOFError when nobody will write any more."""
    (length,) = _LENGTH.unpack(_exactly(_LENGTH.size, pipe, wait))
    return _exactly(length, pipe, wait)


def _exactly(length: int, pipe: int, wait: Wait) -> bytes:
    message = bytearray()
    while len(message) < length:
        wait(pipe, select.POLLIN)
        piece = os.read(pipe, min(length - len(message), _PIECE))
        if not piece:
            raise EOFError("the other end of the pipe is closed")
        message += piece
    return bytes(message)
