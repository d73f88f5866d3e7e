"""How good a finished run is, and the taxonomy of what went wrong on the way."""

from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator


class Outcome(StrEnum):
    """How good a finished run is. Where a run stands is its status, another field."""

    SUCCESS = "success"
    DEGRADED = "degraded"
    FAILED = "failed"


class Reason(StrEnum):
    """Why a delivered document is degraded."""

    UNRESEARCHED = "unresearched"
    UNCITED = "uncited"
    CITED_UNFETCHED = "cited_unfetched"
    PARTIAL_RESEARCH = "partial_research"
    UNSUPPORTED_CLAIMS = "unsupported_claims"
    UNVETTED = "unvetted"
    UNCRITIQUED = "uncritiqued"
    CRITIQUE_UNRESOLVED = "critique_unresolved"
    LINKS_UNCHECKED = "links_unchecked"
    LINKS_DEAD = "links_dead"
    SIMPLIFIED = "simplified"
    BUDGET = "budget"


REASONS: dict[Reason, str] = {
    Reason.UNRESEARCHED: "No source was used for this document: it rests on what the model knows.",
    Reason.UNCITED: "Sources were found, but no sentence of this document cites one.",
    Reason.CITED_UNFETCHED: "The writer cited sources that were never fetched; those citations were removed.",
    Reason.PARTIAL_RESEARCH: "Some of the research failed; the document rests on the rest.",
    Reason.UNSUPPORTED_CLAIMS: "Some figures, quotes or attributions are not in the cited sources; they are marked.",
    Reason.UNVETTED: "The sources could not be vetted.",
    Reason.UNCRITIQUED: "The findings could not be critiqued.",
    Reason.CRITIQUE_UNRESOLVED: "The critic still asked for more research when the revisions were spent.",
    Reason.LINKS_UNCHECKED: "The links of the cited sources could not be checked.",
    Reason.LINKS_DEAD: "A cited link no longer works.",
    Reason.SIMPLIFIED: "Kyle worked in simplified mode.",
    Reason.BUDGET: "The budget of this run was reached; the document was written with what there was.",
}

FAULTS: dict[str, str] = {
    "search.empty": "A search answered properly and had nothing.",
    "search.blocked": "A search engine refused to answer: a challenge, or too many requests.",
    "search.filtered": "A search had results, but none of them may be used.",
    "search.layout_unknown": "A search page could not be read: its layout is not the known one.",
    "search.network": "A search engine could not be reached.",
    "fetch.failed": "A page could not be fetched.",
    "fetch.refused": "A page was not fetched because its address or its kind is not allowed.",
    "fetch.unusable": "A page was fetched but holds no text that could be cited.",
    "research.empty": "The research ended without a single source.",
    "model.rate_limited": "The model's provider is limiting requests.",
    "model.timeout": "The model did not answer in time.",
    "model.unavailable": "The model's provider could not be reached or reported an error.",
    "model.invalid_output": "The model's answer could not be used, also after asking again.",
    "model.refused": "The model's provider refused to answer this request.",
    "model.auth": "The model's provider rejected the API key.",
    "model.context_length": "The request was longer than the model can read.",
    "budget.exhausted": "The budget of this run was used up.",
    "plan.failed": "The planning stage could not be completed.",
    "outline.failed": "The outline could not be completed.",
    "write.failed": "The writing could not be completed.",
    "verify.failed": "The verification of the document could not be completed.",
    "gate.failed": "The checks of the save gate could not be completed.",
    "gate.too_short": "The document was too short to be accepted.",
    "gate.no_sources": "Sources were found, but the document cites none of them.",
    "gate.too_few_links": "The document has too few working links for further reading.",
    "render.incomplete": "A file could not show everything that the document says.",
    "render.docx": "The DOCX file could not be made.",
    "render.pdf": "The PDF file could not be made.",
    "render.md": "The Markdown file could not be made.",
    "deliver.upload": "A file could not be stored.",
    "worker.error": "The worker met an unexpected error.",
    "worker.orphaned": "The worker that carried this run went silent.",
}


class Fault(BaseModel):
    """One entry of the failure taxonomy: `stage.cause` is a key of `FAULTS`, `detail` says what happened this time."""

    model_config = ConfigDict(frozen=True)

    stage: str
    cause: str
    detail: str = ""

    @property
    def code(self) -> str:
        return f"{self.stage}.{self.cause}"

    @property
    def sentence(self) -> str:
        """What the code means, and what happened this time."""
        return f"{FAULTS[self.code]} {self.detail}".strip()

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if self.code not in FAULTS:
            raise ValueError(f"{self.code} is not in the failure taxonomy")
        return self
