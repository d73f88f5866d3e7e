from briefings.domain.document import Heading, Paragraph, Sentence, texts
from briefings.pipeline.chunks import Publisher, split
from briefings.pipeline.relay import Relay
from tests.fakes import FakeJournal


def paragraph(length: int) -> Paragraph:
    return Paragraph(sentences=(Sentence(text="x" * length),))


def test_a_piece_is_as_full_as_the_limit_allows():
    pieces = list(split([paragraph(600), paragraph(600), paragraph(600)], 1500))
    assert [len(piece) for piece in pieces] == [2, 1]


def test_a_block_longer_than_the_limit_is_a_piece_of_its_own():
    pieces = list(split([Heading(text="a"), paragraph(4000), Heading(text="b")], 1500))
    assert [len(piece) for piece in pieces] == [1, 1, 1]


def test_sections_are_published_in_document_order_whatever_finishes_first():
    journal = FakeJournal()
    publisher = Publisher(Relay(journal), 1500)
    publisher.add(1, [Heading(text="second")])
    assert journal.chunks == []
    publisher.add(0, [Heading(text="first")])
    publisher.add(2, [Heading(text="third")])
    said = [(chunk.position, next(texts(chunk.blocks[0]))) for chunk in journal.chunks]
    assert said == [
        (0, "first"),
        (1, "second"),
        (2, "third"),
    ]
