"""What a renderer gives back."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rendered:
    """The bytes of a file, and remarks for the reader on what the format could not show."""

    content: bytes
    notices: tuple[str, ...] = ()
