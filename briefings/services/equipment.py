"""Equipment: the cast and the tools of a run."""

import uuid
from collections.abc import Iterable, Mapping

from django.conf import settings

from briefings.models import Run
from briefings.pipeline.agents.planner import ModelPlanner
from briefings.pipeline.agents.writer import ModelWriter
from briefings.pipeline.budget import Account, Amount, Budget
from briefings.pipeline.cast import Cast
from briefings.pipeline.extractive.planner import ExtractivePlanner
from briefings.pipeline.extractive.writer import ExtractiveWriter
from briefings.pipeline.limits import Limits
from briefings.pipeline.ports import Journal
from briefings.pipeline.production import Production, Review, Tools
from briefings.pipeline.stage import Patience
from briefings.services import children, plugs
from briefings.services.database import Database
from briefings.services.press import StoragePress


def casts(*, simplified: bool) -> Mapping[str, Cast]:
    """The casts by name. In simplified mode an answer that cannot be used is not asked for again."""
    repairs = 0 if simplified else 1
    return {
        "model": Cast(name="model", planner=ModelPlanner(repairs), writer=ModelWriter(repairs), invents=True),
        "extractive": Cast(name="extractive", planner=ExtractivePlanner(), writer=ExtractiveWriter(), invents=False),
    }


LONGEST_BEAT = 5.0
"""Seconds between two proofs of life of one call, or less where a run is given up early."""


def equip(run: Run, lease: uuid.UUID, journal: Journal, database: Database) -> Production:
    """Everything that `run`, carried under `lease`, needs on its way through the flow."""
    children.warm()
    models = settings.KYLE_MODELS if run.cast == "model" else {}
    return Production(
        brief=run.read_brief(),
        cast=casts(simplified=run.simplified)[run.cast],
        tools=Tools(
            search=plugs.search(),
            fetch=plugs.fetch(),
            provider=plugs.provider(),
            press=StoragePress(run, lease, database),
            models=models,
        ),
        journal=journal,
        limits=Limits(
            sources=settings.KYLE_MAX_SOURCES,
            chunk_characters=settings.KYLE_CHUNK_CHARACTERS,
            gate_characters=settings.KYLE_GATE_CHARACTERS,
        ),
        patience=Patience(
            retries=settings.KYLE_RETRIES,
            beat=min(LONGEST_BEAT, settings.KYLE_HEARTBEAT_TIMEOUT / 4),
            hands_back=run.waits < settings.KYLE_MAX_WAITS,
        ),
        account=_account(run, models.values()),
        review=Review(tuple(run.feedback), run.read_draft() if run.accepted else None),
        simplified=run.simplified,
    )


def _account(run: Run, models: Iterable[str]) -> Account:
    """The account of a run that asks `models`. What earlier attempts have spent counts."""
    budget = Budget(settings.KYLE_RUN_BUDGET_USD, settings.KYLE_RUN_BUDGET_TOKENS, settings.KYLE_BUDGET_WRITING_SHARE)
    spent = Amount(run.cost_usd, run.tokens_prompt + run.tokens_completion)
    return Account(budget.holding(models), spent)
