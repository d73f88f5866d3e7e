"""Sources: what a run really read, frozen."""

from django.db import models

from briefings.domain.evidence import Basis, Origin, Page, Source, Tier
from briefings.models.run import Run


class SourceRow(models.Model):
    """A source of a run; `number` is its source id."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="sources")
    number = models.PositiveIntegerField()
    question = models.CharField(max_length=50)
    url = models.TextField(null=True, blank=True)  # noqa: DJ001  (null says: not on the web)
    title = models.TextField()
    author = models.TextField(blank=True)
    site = models.TextField(blank=True)
    published = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=20, blank=True)
    locator = models.TextField(blank=True)
    basis = models.JSONField(default=list, blank=True)
    origin = models.CharField(max_length=20, choices=[(origin.value, origin.value) for origin in Origin])
    tier = models.CharField(max_length=20, choices=[(tier.value, tier.value) for tier in Tier])
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    fetched_at = models.DateTimeField()
    cited = models.BooleanField(default=False)
    link_status = models.CharField(max_length=10, default="unknown")

    class Meta:
        db_table = "briefings_source"
        verbose_name = "source"
        ordering = ["run", "number"]
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="source_number_unique_in_run")]

    def __str__(self) -> str:
        return f"{self.number}. {self.title}"

    @classmethod
    def of(cls, run: Run, source: Source) -> "SourceRow":
        page = source.page
        return cls(
            run=run,
            number=source.id,
            question=source.question,
            tier=source.tier,
            **page.model_dump(exclude={"published", "language"}),
            published=page.published[:40],
            language=page.language[:20],
        )

    def read(self) -> Source:
        page = Page(
            url=self.url,
            title=self.title,
            text=self.text,
            sha256=self.sha256,
            fetched_at=self.fetched_at,
            origin=Origin(self.origin),
            locator=self.locator,
            author=self.author,
            site=self.site,
            published=self.published,
            language=self.language,
            basis=tuple(Basis.model_validate(text) for text in self.basis),
        )
        return Source(id=self.number, question=self.question, page=page, tier=Tier(self.tier))
