"""What can go wrong while a document is drawn."""

from briefings.domain.errors import KyleError


class RenderFailed(KyleError):
    """A document could not be drawn as `form` (`html`, `docx`, `pdf` or `markdown`); `detail` says why."""

    def __init__(self, form: str, detail: str) -> None:
        super().__init__(f"{form}: {detail}")
        self.form = form
        self.detail = detail
