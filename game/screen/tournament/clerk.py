"""Reads and writes tournaments in a thread of its own, so that no frame waits for the database.

What others do meanwhile (another program, a phone) is seen within a second.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from game.errors import CodedError, in_words
from game.tournament.store import ORGANISER, Store, Wish
from game.tournament.tournament import Tournament

LOOK = 1.0  # seconds between two looks at what others did
PATIENCE = 1.0  # seconds that a scene waits for its first sight of a tournament
T = TypeVar("T")
Job = Callable[[Store], None]


class Desk(Protocol):
    """What a clerk needs of the app."""

    def post(self, job: Callable[[], None]) -> None: ...

    def toast(self, text: str, kind: str = "info", icon: str = "") -> None: ...


class Clerk:
    """Does one job after the other.  What goes wrong is told as a toast."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="clerk", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what was asked for, then end; waits for that."""
        self._jobs.put(None)
        self._thread.join()

    def call(
        self, job: Callable[[Store], T], done: Callable[[T], None] = lambda _found: None
    ) -> None:
        """Have `job` done; `done` gets on the loop what it returns."""

        def work(store: Store) -> None:
            found = job(store)
            self._desk.post(lambda: done(found))

        self._jobs.put(work)

    def look(self, store: Store) -> None:
        """What is to be looked at from time to time."""

    # -- in the thread ---------------------------------------------------------------------------

    def _work(self) -> None:
        store: Store | None = None
        looked = time.monotonic()
        while True:
            try:
                job = self._jobs.get(timeout=max(0.0, looked + LOOK - time.monotonic()))
            except queue.Empty:
                job, looked = self.look, time.monotonic()
            if job is None:
                break
            try:
                store = store or Store()
                job(store)
            except (CodedError, OSError) as error:
                self._tell(error)
        if store is not None:
            store.close()

    def _tell(self, error: Exception) -> None:
        self._desk.post(lambda: self._desk.toast(in_words(error), "bad", "warning"))


class Follower(Clerk):
    """Of one tournament: `tournament` is always whole, and replaced when anything has happened.

    `changed` is called on the loop then.
    """

    def __init__(self, desk: Desk, number: int, changed: Callable[[], None]) -> None:
        self.number, self._changed = number, changed
        self.tournament: Tournament | None = None
        self._seen = threading.Event()
        super().__init__(desk)
        self._jobs.put(self.look)
        self._seen.wait(PATIENCE)

    def ask(
        self, wish: Wish, done: Callable[[Tournament], None] | None = None, by: str = ORGANISER
    ) -> None:
        """Have a wish of `game.tournament.office` carried out."""

        def work(store: Store) -> None:
            found = store.carry_out(self.number, wish, by)
            self._show(found, done)

        self._jobs.put(work)

    def look(self, store: Store) -> None:
        """See what others have done."""
        known = self.tournament
        if known is not None:
            fresh = Tournament(known.log)  # the one that is shown stays as it is
            if not store.follow(self.number, fresh):
                return
            self._show(fresh)
            return
        self.tournament = store.load(self.number)
        self._seen.set()
        self._desk.post(self._changed)

    def _show(self, found: Tournament, done: Callable[[Tournament], None] | None = None) -> None:
        def show() -> None:
            self.tournament = found
            self._changed()
            if done is not None:
                done(found)

        self._desk.post(show)

    def _tell(self, error: Exception) -> None:
        self._seen.set()
        super()._tell(error)
