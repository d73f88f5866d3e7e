"""The one way from a run and its branches to the journal.

The journal belongs to the run's own thread, which alone touches the database. A branch posts what it has to say; the
run's thread writes it down while it waits for its branches.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from queue import Empty, SimpleQueue
from typing import Any

from briefings.domain.errors import HandedBack, LeaseLost
from briefings.domain.trace import Span
from briefings.pipeline.ports import Entry, Journal

Write = Callable[[Journal], None]


class Relay:
    """Made in the run's own thread. What was journaled before is read once, so that branches can replay it too."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._thread = threading.get_ident()
        self._posts: SimpleQueue[Write | None] = SimpleQueue()
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
        """Writes now in the run's own thread, soon from a branch. Raises LeaseLost once the lease is lost."""
        if self._lost.is_set():
            raise LeaseLost
        if self.here:
            self._apply(write)
        else:
            self._posts.put(write)

    def end(self) -> None:
        """The run's own thread writes nothing more: a branch that is still at work is told that the lease is lost."""
        self._lost.set()

    def confirm(self, write: Write) -> None:
        """Writes, and returns when it is written: for what must be known before the caller goes on."""
        if self.here:
            self.post(write)
            return None
        written: Future[None] = Future()

        def tell(journal: Journal) -> None:
            try:
                write(journal)
            except HandedBack as back:
                # For this branch alone: the others finish the calls that they are in, and what these bring is kept.
                written.set_exception(back)
                return
            except BaseException as error:
                written.set_exception(error)
                raise
            written.set_result(None)

        self.post(tell)
        while True:
            try:
                return written.result(timeout=1)
            except TimeoutError:
                # The run's thread may have ended in between; nobody would write this any more.
                if self._lost.is_set():
                    raise LeaseLost from None

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
        while pending:
            self._next_post()
            while not done.empty():
                finished(done.get())
                pending -= 1
        self._drain()

    def _next_post(self) -> None:
        write = self._posts.get()
        if write:
            self._apply(write)

    def _drain(self) -> None:
        while True:
            try:
                write = self._posts.get_nowait()
            except Empty:
                return
            if write:
                self._apply(write)

    def _apply(self, write: Write) -> None:
        try:
            write(self._journal)
        except BaseException:
            self.end()
            raise
