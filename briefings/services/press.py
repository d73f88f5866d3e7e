"""The press: makes the files of a document and keeps them in Django's storage."""

import hashlib
import uuid
from collections.abc import Sequence

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from briefings.domain.document import Document
from briefings.domain.errors import LeaseLost, PressFailed
from briefings.domain.evidence import Source
from briefings.models import Artifact, Run
from briefings.pipeline.ports import Alive, Drawn
from briefings.rendering import files
from briefings.rendering.errors import RenderFailed
from briefings.services import children, fencing
from briefings.services.database import Database


class StoragePress:
    """Implements pipeline.ports.Press. The lease is part of every name, and a file is linked only under it."""

    formats = tuple(files.FILES)

    def __init__(self, run: Run, lease: uuid.UUID, database: Database) -> None:
        self._run = run
        self._lease = lease
        self._database = database

    def draw(self, file_format: str, document: Document, sources: Sequence[Source], *, alive: Alive) -> Drawn:
        try:
            file = children.render(file_format, document, sources, alive)
        except RenderFailed as error:
            raise PressFailed(file_format, str(error), permanent=True) from error
        return Drawn(file.content, file.notices)

    def keep(self, file_format: str, content: bytes) -> None:
        self._database.do(lambda: self._keep(file_format, content))

    def _keep(self, file_format: str, content: bytes) -> None:
        name = f"{self._run.pk}/{self._lease}/briefing.{files.FILES[file_format].extension}"
        fencing.write(self._run.pk, self._lease, heartbeat_at=timezone.now())
        stored = default_storage.save(name, ContentFile(content))
        try:
            self._link(file_format, stored, content)
        except LeaseLost:
            default_storage.delete(stored)
            raise

    def _link(self, file_format: str, stored: str, content: bytes) -> None:
        with transaction.atomic():
            fencing.write(self._run.pk, self._lease, heartbeat_at=timezone.now())
            Artifact.objects.update_or_create(
                run=self._run,
                format=file_format,
                defaults={"file": stored, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()},
            )
