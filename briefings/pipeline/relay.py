"""The one way from a run and its branches to the journal.

The journal belongs to the run's own thread, which alone touches the database. A branch posts what it has to say; the
run's thread writes it down while it waits for its branches: all that has come meanwhile at once.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from briefings.domain.errors import HandedBack, LeaseLost
from briefings.domain.trace import Span
from briefings.pipeline.ports import Entry, Journal, Write

HELD_SECONDS = 1.0
"""How long something waits at most, while branches are at work, for something else that it is written with."""


@dataclass
class _Post:
    """Something to be written, and who waits for that."""

    write: Write
    written: Future[None] | None = None
    back: HandedBack | None = None

    def try_to(self, journal: Journal) -> None:
        self.back = None
        try:
            self.write(journal)
        except HandedBack as back:
            # For the branch alone that asked: the others finish the calls that they are in, and these are paid for.
            if self.written is None:
                raise
            self.back = back

    def tell(self, error: BaseException | None = None) -> None:
        if self.written is None:
            return
        if error or self.back:
            self.written.set_exception(error or self.back)
        else:
            self.written.set_result(None)


class Relay:
    """Made in the run's own thread. What was journaled before is read once, so that branches can replay it too."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._thread = threading.get_ident()
        self._posts: SimpleQueue[_Post | None] = SimpleQueue()
        self._held: list[_Post] = []
        self._is_waiting = False
        self._entries = {(entry.key, entry.digest): entry for entry in journal.entries()}
        self._lost = threading.Event()

    @property
    def here(self) -> bool:
        """Whether the caller is the run's own thread."""
        return threading.get_ident() == self._thread

    def known(self, key: str, digest: str) -> Entry | None:
        return self._entries.get((key, digest))

    def record(self, entry: Entry, span: Span | None = None) -> None:
        self.post(lambda journal: journal.record(entry, span))
        self._entries[entry.key, entry.digest] = entry

    def post(self, write: Write) -> None:
        """Writes now in the run's own thread, soon from a branch and while that thread waits for its branches. Raises
        LeaseLost once the lease is lost."""
        self._check()
        if self.here and not self._is_waiting:
            self._apply([_Post(write)])
        else:
            self._posts.put(_Post(write))

    def hold(self, write: Write) -> None:
        """Writes together with what is written next, or a little later: for what would be no loss."""
        if self.here:
            self._check()
            self._held.append(_Post(write))
        else:
            self.post(write)

    def flush(self) -> None:
        """Writes what is held, in the run's own thread."""
        self._apply([])

    def end(self) -> None:
        """The run's own thread writes nothing more: a branch that is still at work is told that the lease is lost."""
        self._lost.set()

    def confirm(self, write: Write) -> None:
        """Writes, and returns when it is written: for what must be known before the caller goes on."""
        if self.here:
            self.post(write)
            return None
        self._check()
        written: Future[None] = Future()
        self._posts.put(_Post(write, written))
        while True:
            try:
                return written.result(timeout=1)
            except TimeoutError:
                # The run's thread may have ended in between; nobody would write this any more.
                self._check()

    def wait(self, futures: Sequence[Future[Any]], finished: Callable[[Future[Any]], None]) -> None:
        """Waits for `futures`; in the run's own thread it writes what branches post meanwhile, and calls `finished`
        with each future as it completes."""
        if not self.here:
            wait_for(futures)
            return
        done: SimpleQueue[Future[Any]] = SimpleQueue()

        def tell(future: Future[Any]) -> None:
            done.put(future)
            self._posts.put(None)

        for future in futures:
            future.add_done_callback(tell)
        pending = len(futures)
        self.flush()
        self._is_waiting = True
        try:
            while pending:
                self._apply(self._posted(self._next()))
                while not done.empty():
                    finished(done.get())
                    pending -= 1
            self._apply(self._posted(None))
        finally:
            self._is_waiting = False

    def _next(self) -> _Post | None:
        """The next post; null where a branch has ended, or where nobody posts anything for what is held to go along."""
        try:
            return self._posts.get(timeout=HELD_SECONDS if self._held else None)
        except Empty:
            return None

    def _posted(self, first: _Post | None) -> list[_Post]:
        """`first`, and what else was posted until now."""
        posts = [first]
        while True:
            try:
                posts.append(self._posts.get_nowait())
            except Empty:
                return [post for post in posts if post]

    def _apply(self, posts: Sequence[_Post]) -> None:
        """Writes what is held and `posts`, all of it or nothing; where that fails each by itself, up to the one that
        cannot be written."""
        together = [*self._held, *posts]
        self._held = []
        if not together:
            return
        try:
            self._journal.together([post.try_to for post in together])
        except BaseException as error:
            if len(together) == 1:
                self.end()
                together[0].tell(error)
                raise
            for post in together:
                self._apply([post])
            return
        for post in together:
            post.tell()

    def _check(self) -> None:
        if self._lost.is_set():
            raise LeaseLost
