"""Names of downloads, from topics in any script."""

import re
import unicodedata

from briefings.models import Run

READABLE_BYTES = 80


def ascii_name(run: Run, extension: str) -> str:
    """A file name of plain ASCII letters, unlike that of any other run: what every browser and header takes."""
    plain = unicodedata.normalize("NFKD", run.topic).encode("ascii", "ignore").decode()
    words = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:50].strip("-")
    return f"{words or 'briefing'}-{run.pk.hex[:8]}.{extension}"


def readable_name(run: Run, extension: str) -> str:
    """The topic as a file name in its own script: no separators, no control characters, at most 100 bytes."""
    # Marks belong to the letters of many scripts, such as the vowel signs of Hindi, although they are not alphanumeric.
    words = "".join(
        letter if letter.isalnum() or unicodedata.category(letter).startswith("M") else " "
        for letter in unicodedata.normalize("NFC", run.topic)
    )
    name = "-".join(words.split())
    cut = name.encode()[:READABLE_BYTES].decode(errors="ignore").strip("-")
    return f"{cut or 'briefing'}-{run.pk.hex[:8]}.{extension}"
