"""The request form: from what a person typed to a Brief."""

import re
import uuid
from collections.abc import Callable
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator

from briefings.domain.brief import AUTO, Brief, Kind, Length
from briefings.domain.language import LANGUAGES, normalise
from briefings.domain.plain_text import clean, one_line
from briefings.pipeline.kinds import RECIPES
from briefings.pipeline.routing import mentions_supplied

# Control characters other than those that end a line or separate words.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f]")

LONGEST_TOPIC = 500
LONGEST_CHOICE = 30
_TEXT_CHARACTERS, _TEXT_SENTENCES = 200, 4
"""What a text has at least that was pasted where a topic belongs."""

_SENTENCE_END = re.compile(r"[.!][\"'”’)\]]*(?:\s|$)|[。！]")
_ASKS = re.compile(
    r"[?？]|\b(?:i|we|my|our|you|please|explain|describe|compare|cover|include|focus|write|summari[sz]e|discuss)\b|[请請我]",
    re.IGNORECASE,
)
_BELONGS_BELOW = "A text that the briefing should rest on belongs under “Your own material”."

LENGTHS = {
    Length.BRIEF: "Brief: the essentials",
    Length.STANDARD: "Standard",
    Length.EXTENDED: "Extended: more depth",
}


class TextField(forms.CharField):
    """Text of at most `longest` characters, and `advice` to whoever gives more. What is too long is shown again only up
    to `echo` of them."""

    def __init__(self, *, longest: int, echo: int, advice: str = "", **options: Any) -> None:
        super().__init__(**options)
        self._echo = echo
        too_long = f"At most %(limit_value)d characters, please: these are %(show_value)d. {advice}".strip()
        self.validators += [
            MaxLengthValidator(longest, too_long),
            MaxLengthValidator(echo, "Only the first %(limit_value)d of them are shown again."),
        ]

    def bound_data(self, data: object, initial: object) -> object:
        return data[: self._echo] if isinstance(data, str) else data


class LineField(TextField):
    """One line of plain text. Control characters are refused, what nobody sees is dropped."""

    widget = forms.Textarea(attrs={"rows": 2})

    def to_python(self, value: object) -> str:
        text = super().to_python(value) or ""
        if _CONTROL.search(text):
            raise ValidationError("This holds control characters. Please type the text anew.", code="control")
        return one_line(text)


class MaterialField(TextField):
    """Pasted text, which may well hold stray control characters: they are dropped."""

    widget = forms.Textarea(attrs={"rows": 5})

    def to_python(self, value: object) -> str:
        return clean(super().to_python(value) or "").strip()


class OptionField(forms.ChoiceField):
    """A choice that a client may leave out: then it is `initial`. `spelling` maps what may be sent to a choice."""

    def __init__(self, *, spelling: Callable[[str], str] = str, **options: Any) -> None:
        super().__init__(required=False, **options)
        self._spelling = spelling

    def to_python(self, value: object) -> str:
        sent = super().to_python(value) or str(self.initial)
        try:
            return self._spelling(sent)
        except ValueError:
            return sent

    def validate(self, value: str) -> None:
        """Names a wrong choice, but no more of it than a choice could be."""
        if not self.valid_value(value):
            shown = value if len(value) <= LONGEST_CHOICE else f"{value[:LONGEST_CHOICE]}…"
            raise ValidationError(self.error_messages["invalid_choice"], code="invalid_choice", params={"value": shown})

    def bound_data(self, data: object, initial: object) -> object:
        """What is shown again after an error: never a choice that does not exist, which nobody could mend if hidden."""
        sent = self.to_python(data)
        return sent if self.valid_value(sent) else initial


class TokenField(forms.Field):
    """The token that makes a double post one run; a missing or malformed one is replaced by a new one."""

    widget = forms.HiddenInput(attrs={"autocomplete": "off"})

    def __init__(self) -> None:
        super().__init__(required=False, initial=uuid.uuid4)

    def to_python(self, value: object) -> uuid.UUID:
        try:
            return uuid.UUID(str(value))
        except ValueError:
            return uuid.uuid4()

    def bound_data(self, data: object, initial: object) -> uuid.UUID:
        return self.to_python(data)


def _says_something(text: str) -> None:
    if not any(character.isalnum() for character in text):
        raise ValidationError("Please describe the topic in words.", code="wordless")


def _asks_something(text: str) -> None:
    """Refuses a text of several sentences that asks for nothing: searched for as it stands it would find itself."""
    sentences = len(_SENTENCE_END.findall(text))
    if sentences >= _TEXT_SENTENCES and len(text) >= _TEXT_CHARACTERS and not _ASKS.search(text):
        message = f"This reads like a text and not like a topic. {_BELONGS_BELOW} Say here what you want to know."
        raise ValidationError(message, code="text")


def _language(tag: str) -> str:
    return AUTO if tag == AUTO else normalise(tag)


class BriefingForm(forms.Form):
    """What may be asked for. Unknown fields of a post are ignored."""

    topic = LineField(
        longest=LONGEST_TOPIC,
        echo=20_000,
        advice=f"{_BELONGS_BELOW} Say here what you want to know.",
        validators=[
            MinLengthValidator(3, "Please describe the topic in at least %(limit_value)d characters."),
            _says_something,
            _asks_something,
        ],
        error_messages={"required": "What should the briefing be about?"},
        help_text="A question or a subject, in any language. 3 to 500 characters.",
    )
    kind = OptionField(
        choices=[(kind.value, kind.value) for kind in RECIPES], initial=Kind.STANDARD.value, widget=forms.HiddenInput
    )
    language = OptionField(
        label="Language of the document",
        choices=[(AUTO, "Same as the topic"), *LANGUAGES.items()],
        initial=AUTO,
        spelling=_language,
    )
    length = OptionField(
        choices=[(length.value, words) for length, words in LENGTHS.items()], initial=Length.STANDARD.value
    )
    audience = LineField(
        label="Who will read it",
        required=False,
        widget=forms.TextInput,
        longest=200,
        echo=5_000,
        help_text="For example: a board member without a technical background.",
    )
    supplied_text = MaterialField(
        label="Your own material",
        required=False,
        longest=200_000,
        echo=205_000,
        help_text="Paste text that the briefing should rest on. It becomes a source like any other.",
    )
    without_material = forms.BooleanField(label="I have no material: search instead.", required=False)
    submission = TokenField()

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        lacks_material = not given.get("supplied_text") and not given.get("without_material")
        if lacks_material and "supplied_text" not in self.errors and mentions_supplied(given.get("topic", "")):
            message = "The topic speaks of material, but none was pasted. Please paste it here."
            self.add_error("supplied_text", ValidationError(message, code="material"))
        return given

    @property
    def asks_for_material(self) -> bool:
        """Whether the topic speaks of material that is not there, so that going on without it is on offer."""
        return bool(self["without_material"].value()) or self.has_error("supplied_text", code="material")

    def brief(self, as_of: date) -> Brief:
        """What was asked for, as of that day. The form must be valid."""
        asked = {name: value for name, value in self.cleaned_data.items() if name in Brief.model_fields}
        return Brief(**asked, as_of=as_of)
