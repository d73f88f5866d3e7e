"""Plain text out of what a writer wrote: no markup, no address or reference of its own, no talk about its work."""

from briefings.pipeline.hygiene.text import Tidied, tidy

__all__ = ["Tidied", "tidy"]
