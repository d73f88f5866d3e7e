"""Prompt templates: one Markdown file each in `prompts/`, with placeholders like $topic."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent / "prompts"


@dataclass(frozen=True)
class Prompt:
    """A template by its file name without the suffix."""

    name: str
    text: str

    @property
    def placeholders(self) -> frozenset[str]:
        return frozenset(Template(self.text).get_identifiers())

    def fill(self, **values: object) -> str:
        """The text with every placeholder filled. Raises ValueError when `values` are not exactly the placeholders."""
        if values.keys() != self.placeholders:
            raise ValueError(f"{self.name} has the placeholders {sorted(self.placeholders)}, not {sorted(values)}")
        return Template(self.text).substitute(values)


def load(name: str) -> Prompt:
    """The template in `prompts/<name>.md`."""
    return Prompt(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip())


def fingerprint(*prompts: Prompt) -> str:
    """Twelve hexadecimal digits that change when a template does."""
    return hashlib.sha256("\n".join(prompt.text for prompt in prompts).encode()).hexdigest()[:12]
