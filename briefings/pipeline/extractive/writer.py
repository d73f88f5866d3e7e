"""The writer of the extractive cast: it lays out the sentences that the outline chose."""

from collections.abc import Sequence

from briefings.domain.brief import Brief
from briefings.domain.document import Callout, List, ListItem, Paragraph, Sentence, WrittenBlock
from briefings.domain.evidence import Source, Statement
from briefings.domain.plan import Form, Outline, Section
from briefings.pipeline.extractive.context import needs_antecedent
from briefings.pipeline.ports import Model

_SHORTEST_PARAGRAPH = 2
_LONGEST_PARAGRAPH = 5
_GOOD_LENGTH = 3


class ExtractiveWriter:
    """Implements `cast.Writer` without a model; the `model` parameter is not used."""

    def write(
        self,
        brief: Brief,
        outline: Outline,
        section: Section,
        sources: Sequence[Source],
        model: Model,
        refusal: str = "",
    ) -> Sequence[WrittenBlock]:
        """The statements as blocks: key points as a list, open questions as a callout, themes as paragraphs."""
        if section.form is Form.KEY_POINTS:
            items = tuple(ListItem(text=statement.text, cites=statement.cites) for statement in section.statements)
            return [List(items=items)]
        if section.form is Form.OPEN_QUESTIONS:
            return [Callout(tone="open_question", sentences=_sentences(section.statements))]
        return [Paragraph(sentences=_sentences(part)) for part in paragraphs(section.statements)]


def paragraphs(statements: Sequence[Statement]) -> list[list[Statement]]:
    """`statements` in paragraphs of two to five, parted where the source changes, never before a sentence that leans
    on the one before it."""
    parts: list[list[Statement]] = []
    for statement in statements:
        if parts and not _parts_before(statement, parts[-1]):
            parts[-1].append(statement)
        else:
            parts.append([statement])
    if len(parts) > 1 and len(parts[-1]) < _SHORTEST_PARAGRAPH:
        parts[-2:] = _rebalanced([*parts[-2], *parts[-1]])
    return parts


def _rebalanced(statements: Sequence[Statement]) -> list[list[Statement]]:
    """One paragraph, or two of about the same length where one would be too long."""
    middles = [place for place in range(2, len(statements) - 1) if not needs_antecedent(statements[place].text)]
    if len(statements) <= _LONGEST_PARAGRAPH or not middles:
        return [list(statements)]
    middle = min(middles, key=lambda place: abs(place - len(statements) / 2))
    return [list(statements[:middle]), list(statements[middle:])]


def _parts_before(statement: Statement, part: Sequence[Statement]) -> bool:
    if len(part) < _SHORTEST_PARAGRAPH or needs_antecedent(statement.text):
        return False
    other_source = statement.cites != part[-1].cites
    return len(part) >= _LONGEST_PARAGRAPH or (other_source and len(part) >= _GOOD_LENGTH)


def _sentences(statements: Sequence[Statement]) -> tuple[Sentence, ...]:
    return tuple(Sentence(text=statement.text, cites=statement.cites) for statement in statements)
