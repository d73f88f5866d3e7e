"""Equipment: the cast and the tools of a run."""

import uuid

from django.conf import settings

from briefings.models import Run
from briefings.pipeline.agents.planner import ModelPlanner
from briefings.pipeline.agents.writer import ModelWriter
from briefings.pipeline.cast import Cast
from briefings.pipeline.extractive.planner import ExtractivePlanner
from briefings.pipeline.extractive.writer import ExtractiveWriter
from briefings.pipeline.limits import Limits
from briefings.pipeline.ports import Journal
from briefings.pipeline.production import Production, Tools
from briefings.pipeline.stage import Patience
from briefings.services import plugs
from briefings.services.database import Database
from briefings.services.press import StoragePress

CASTS = {
    "model": Cast(name="model", planner=ModelPlanner(), writer=ModelWriter(), invents=True),
    "extractive": Cast(name="extractive", planner=ExtractivePlanner(), writer=ExtractiveWriter(), invents=False),
}


def cast_name() -> str:
    """The cast that a run submitted now will use."""
    if settings.KYLE_CAST != "auto":
        return str(settings.KYLE_CAST)
    return "model" if settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL else "extractive"


def equip(run: Run, lease: uuid.UUID, journal: Journal, database: Database) -> Production:
    """Everything that `run`, carried under `lease`, needs on its way through the flow."""
    return Production(
        brief=run.read_brief(),
        cast=CASTS[run.cast],
        tools=Tools(
            search=plugs.search(),
            fetch=plugs.fetch(),
            provider=plugs.provider(),
            press=StoragePress(run, lease, database),
            models=settings.KYLE_MODELS if run.cast == "model" else {},
        ),
        journal=journal,
        limits=Limits(
            sources=settings.KYLE_MAX_SOURCES,
            chunk_characters=settings.KYLE_CHUNK_CHARACTERS,
            gate_characters=settings.KYLE_GATE_CHARACTERS,
        ),
        patience=Patience(retries=settings.KYLE_RETRIES, hands_back=run.waits < settings.KYLE_MAX_WAITS),
        simplified=run.simplified,
    )
