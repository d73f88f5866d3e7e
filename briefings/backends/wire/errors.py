"""Why a request got no usable answer.

WireError
├── Unreachable       no connection, or one that broke
│   └── UnknownHost   the name service does not know the name
├── TimedOut          a limit of time was reached
├── TooLarge          the limit of size was reached, on the wire or unpacked
└── Garbled           a body that cannot be unpacked
"""


class WireError(Exception):
    """A request got no usable answer. The message says why, for a reader."""


class Unreachable(WireError):
    """The server could not be reached, or broke off."""


class UnknownHost(Unreachable):
    """The name service says that there is no such name."""


class TimedOut(WireError):
    """A limit of time was reached."""


class TooLarge(WireError):
    """The body is longer than allowed."""


class Garbled(WireError):
    """The body is packed in a way that was not asked for, or damaged."""
