"""What a call of a model costs, from the versioned table in prices.toml."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from briefings.domain.trace import Usage

_MILLION = Decimal(1_000_000)
_PLACES = Decimal("0.00000001")


class Price(BaseModel):
    """USD per million tokens. Without a price for cached input that costs as much as any other input."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached: Decimal | None = Field(None, ge=0)
    aliases: tuple[str, ...] = ()

    def cost(self, usage: Usage) -> Decimal | None:
        """USD, to eight places; null when `usage` contradicts itself."""
        if usage.cached > usage.prompt:
            return None
        cached = self.input if self.cached is None else self.cached
        total = (usage.prompt - usage.cached) * self.input + usage.cached * cached + usage.completion * self.output
        return (total / _MILLION).quantize(_PLACES)


class PriceTable(BaseModel):
    """Prices by model name. A dated or otherwise variant name has a price only as an explicit alias."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    models: dict[str, Price]

    @model_validator(mode="after")
    def _names_are_unique(self) -> Self:
        names = [*self.models, *(alias for price in self.models.values() for alias in price.aliases)]
        doubled = {name for name in names if names.count(name) > 1}
        if doubled:
            raise ValueError(f"priced more than once: {', '.join(sorted(doubled))}")
        return self

    def price(self, model: str) -> Price | None:
        """The price of `model`, or null when it has no row."""
        by_alias = (price for price in self.models.values() if model in price.aliases)
        return self.models.get(model) or next(by_alias, None)

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        """USD for one call, or null when it is unknown: never a zero or a default in place of a price."""
        price = self.price(model)
        return price.cost(usage) if price else None


def read_table(text: str) -> PriceTable:
    """The table in `text`, TOML. Raises ValueError when it is not a proper one."""
    return PriceTable.model_validate(tomllib.loads(text, parse_float=Decimal))


TABLE = read_table((Path(__file__).parent / "prices.toml").read_text(encoding="utf-8"))
VERSION = TABLE.version


def cost(model: str, usage: Usage) -> Decimal | None:
    """USD for one call of `model` at today's table, or null when it is unknown."""
    return TABLE.cost(model, usage)
