from datetime import date

from briefings.domain.brief import Brief
from briefings.domain.document import Callout, List, Paragraph
from briefings.domain.evidence import Statement
from briefings.domain.plan import Form, Outline, Section
from briefings.pipeline.extractive.writer import ExtractiveWriter, paragraphs
from tests.pipeline.extractive.readings import NoModel


def said(*texts: str, source: int = 1) -> list[Statement]:
    return [Statement(text=text, cites=(source,)) for text in texts]


def written(form: Form, statements: list[Statement]) -> list:
    section = Section(key="s1", heading="A heading", form=form, statements=tuple(statements))
    outline = Outline(title="A title", sections=(section,))
    brief = Brief(topic="Copper", as_of=date(2026, 11, 30))
    return list(ExtractiveWriter().write(brief, outline, section, (), NoModel()))


COPPER = said("Copper melts.", "Ore is roasted.", "Slag is drawn off.")


def test_key_points_are_a_list_with_their_citations():
    [block] = written(Form.KEY_POINTS, COPPER)
    assert isinstance(block, List)
    assert [(item.text, item.cites) for item in block.items] == [(one.text, one.cites) for one in COPPER]


def test_open_questions_are_a_callout_of_their_tone():
    [block] = written(Form.OPEN_QUESTIONS, COPPER)
    assert isinstance(block, Callout)
    assert block.tone == "open_question"
    assert [sentence.text for sentence in block.sentences] == [one.text for one in COPPER]


def test_a_theme_is_paragraphs():
    [block] = written(Form.THEME, COPPER)
    assert isinstance(block, Paragraph)
    assert [sentence.cites for sentence in block.sentences] == [(1,), (1,), (1,)]


def sizes(statements: list[Statement]) -> list[int]:
    return [len(part) for part in paragraphs(statements)]


def test_paragraphs_have_two_to_five_sentences():
    for number in range(2, 20):
        parts = sizes([one for place in range(number) for one in said(f"Copper of {place} melts.")])
        assert sum(parts) == number
        assert all(2 <= part <= 5 for part in parts), (number, parts)


def test_another_source_begins_another_paragraph_when_there_is_enough_for_one():
    assert sizes([*COPPER, *said("Zinc boils.", "Zinc burns.", source=2)]) == [3, 2]
    assert sizes([*COPPER[:1], *said("Zinc boils.", "Zinc burns.", source=2)]) == [3]


def test_no_paragraph_begins_with_a_sentence_that_leans_on_the_one_before():
    statements = [
        *said("Copper melts.", "Ore is roasted.", "Slag is drawn.", "Lead sinks.", "Zinc boils."),
        *said("It burns."),
    ]
    assert [part[0].text for part in paragraphs(statements)] == ["Copper melts.", "Slag is drawn."] or sizes(
        statements
    ) == [6]
