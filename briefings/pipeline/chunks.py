"""Chunks: a document is saved as it grows, in document order, a bounded piece at a time."""

from collections.abc import Iterator, Sequence

from briefings.domain.document import Block, texts
from briefings.domain.draft import Chunk
from briefings.pipeline.relay import Relay


def split(blocks: Sequence[Block], limit: int) -> Iterator[tuple[Block, ...]]:
    """`blocks` in pieces of at most `limit` characters each; a single block that is longer is a piece of its own."""
    piece: list[Block] = []
    size = 0
    for block in blocks:
        length = sum(len(text) for text in texts(block))
        if piece and size + length > limit:
            yield tuple(piece)
            piece, size = [], 0
        piece.append(block)
        size += length
    if piece:
        yield tuple(piece)


class Publisher:
    """Publishes sections that are finished in any order, in the order of the document. Used in the run's own thread."""

    def __init__(self, relay: Relay, limit: int) -> None:
        self._relay = relay
        self._limit = limit
        self._waiting: dict[int, Sequence[Block]] = {}
        self._next_section = 0
        self._next_chunk = 0
        self.sections = 0

    def add(self, place: int, blocks: Sequence[Block]) -> None:
        """Takes the section at `place` (from 0) and publishes all that can be published now."""
        self.sections += 1
        self._waiting[place] = blocks
        while self._next_section in self._waiting:
            self._publish(self._waiting.pop(self._next_section))
            self._next_section += 1

    def _publish(self, blocks: Sequence[Block]) -> None:
        for piece in split(blocks, self._limit):
            chunk = Chunk(position=self._next_chunk, blocks=piece)
            self._relay.post(lambda journal, chunk=chunk: journal.publish(chunk))  # type: ignore[misc]
            self._next_chunk += 1
