"""Clients of the tournament store: jobs run in a thread, results arrive on the loop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from game.platform.errors import in_words
from game.screen.app.scene import AppServices, Change, FormScene, Pop
from game.screen.ui.input import InputEvent
from game.tournament.store import ORGANISER, StoreThread, TournamentStore, Wish
from game.tournament.tournament import Tournament

FIRST_LOAD_TIMEOUT_S = 1.0  # maximum seconds that a scene waits for the first load
T = TypeVar("T")


class StoreClient:
    """A client that runs one job after the other; if a job fails, a toast shows the error."""

    def __init__(self, services: AppServices) -> None:
        self._services = services
        self._thread = StoreThread("tournament client", self.look, self._tell)

    def close(self) -> None:
        """Finish the queued jobs and end the thread; return when it has ended."""
        self._thread.close()

    def call(
        self, job: Callable[[TournamentStore], T], done: Callable[[T], None] = lambda _found: None
    ) -> None:
        """Run `job` in the thread; `done` gets its result on the loop."""

        def work(store: TournamentStore) -> None:
            found = job(store)
            self._services.post(lambda: done(found))

        self._thread.put(work)

    def look(self, store: TournamentStore) -> None:
        """Poll the store; this base class does nothing."""

    def _tell(self, error: Exception) -> None:
        self._services.post(lambda: self._services.toast(in_words(error), "bad", "warning"))


class TournamentClient(StoreClient):
    """A client of one tournament; any change replaces `tournament` as a whole.

    `changed` is then called on the loop.
    """

    def __init__(self, services: AppServices, number: int, changed: Callable[[], None]) -> None:
        self.number, self._changed = number, changed
        self.tournament: Tournament | None = None
        self._seen = threading.Event()
        super().__init__(services)
        self.refresh()
        self._seen.wait(FIRST_LOAD_TIMEOUT_S)

    def refresh(self) -> None:
        """Look for changes now, without waiting for the next poll."""
        self._thread.put(self.look)

    def ask(
        self, wish: Wish, done: Callable[[Tournament], None] | None = None, by: str = ORGANISER
    ) -> None:
        """Carry out a request of `game.tournament.operations`."""

        def work(store: TournamentStore) -> None:
            found = store.carry_out(self.number, wish, by)
            self._show(found, done)

        self._thread.put(work)

    def look(self, store: TournamentStore) -> None:
        """Read the changes made by others."""
        known = self.tournament
        if known is not None:
            fresh = Tournament(known.log)  # a copy: the one on screen is not changed
            if not store.follow(self.number, fresh):
                return
            self._show(fresh)
            return
        self.tournament = store.load(self.number)
        self._seen.set()
        self._services.post(self._changed)

    def _show(self, found: Tournament, done: Callable[[Tournament], None] | None = None) -> None:
        def show() -> None:
            self.tournament = found
            self._changed()
            if done is not None:
                done(found)

        self._services.post(show)

    def _tell(self, error: Exception) -> None:
        self._seen.set()
        super()._tell(error)


class ClientScene(FormScene):
    """A scene with its own client, which it opens in `enter`."""

    client: StoreClient

    def leave(self) -> None:
        self.client.close()


class ClientDialog(ClientScene):
    """A form that closes by Escape, or in the next frame after `done` is set.

    The scene that opened it gets `result`.
    """

    overlay = True
    clicks = True
    redraw_every = 0.25  # needed for the caret, and for changes by others
    done = False
    result: object = None

    def finish(self, result: object = None) -> None:
        """Close the form in the next frame."""
        self.result, self.done = result, True
        self.services.invalidate()

    def handle(self, event: InputEvent) -> Change | None:
        """Handle an event; unlike other cards, a press beside this form does not close it."""
        return FormScene.handle(self, event)

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        return Pop(self.result) if self.done else None
