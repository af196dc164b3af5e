"""Conduct of a match at the screen: engines, clocks, autosave.  No pygame, no drawing.

The scene calls `update` each frame and shows the turns it is given; it plays their actions into
the match as they are seen.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from game.rules.base import Action
from game.table.history import Played
from game.table.library import Autosave
from game.table.match import Match
from game.table.players import EngineSeat, Failed, MakePlayer, engine_player

STRONGEST = 10  # the level that plays a game out
BREATH = 0.35  # seconds between a person's move coming to rest and the engine's first


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn an engine has chosen, to be shown."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """The engine failed; the person is told and may go on for it."""

    why: str


class Conductor:
    """Engines of a match and its clock.  `now` is the app's clock in seconds."""

    def __init__(
        self,
        match: Match,
        make: MakePlayer = engine_player,
        autosave: Autosave | None = None,
    ) -> None:
        self.match = match
        self.autosave = autosave
        self.engines: dict[int, EngineSeat] = {}
        for seat, spec in enumerate(match.spec.seats):
            if spec.kind == "engine":
                seed = match.spec.seed * 8 + seat + 1
                self.engines[seat] = EngineSeat(match.game, spec.level, seed, make)
        self._make = make
        self.failed: set[int] = set()  # seats whose engine broke down: a person plays for them
        self._substitutes: set[int] = set()  # seats whose person lets the program play on
        self._feed = match.feed()
        self._rested = 0.0  # since when nothing moves

    @property
    def thinking(self) -> EngineSeat | None:
        """The engine that thinks now."""
        engine = self.engines.get(self.match.to_move)
        return engine if engine is not None and engine.thinking is not None else None

    @property
    def person_to_move(self) -> bool:
        """May somebody at this screen act now?"""
        seat = self.match.to_move
        return not self.match.over and (seat not in self.engines or seat in self.failed)

    def update(self, now: float, moving: bool, held: bool) -> Turn | Trouble | None:
        """One frame.  `moving`: something is being shown; `held`: the match waits."""
        self._save()
        if moving or held:
            self._rested = now
        self._keep_time(now, moving or held)
        if self.match.over or held:
            return None
        return self._engine(now, moving)

    def _keep_time(self, now: float, hold: bool) -> None:
        clock = self.match.clock
        if hold or self.match.over:
            clock.hold(now)
            return
        clock.run(self.match.to_move, now)
        self.match.check_time(now)

    def _engine(self, now: float, moving: bool) -> Turn | Trouble | None:
        seat = self.match.to_move
        engine = self.engines.get(seat)
        if engine is None or seat in self.failed or moving:
            return None
        if engine.thinking is None:
            engine.begin(self.match.state, self._sides(), self.match.spec.clock)
            return None
        if now - self._rested < BREATH:
            return None
        answer = engine.poll()
        if isinstance(answer, Failed):
            self.failed.add(seat)
            return Trouble(answer.why)
        if answer is None or answer.state != self.match.state or not answer.actions:
            return None
        self.match.clock.hold(now)
        return Turn(answer.actions)

    def _sides(self) -> tuple[float, float] | None:
        """Time left of the two sides, as the engine wants it."""
        left = self.match.clock.left
        return None if left is None else (left[0], left[1])

    def play_out(self) -> None:
        """The program makes the rest of everybody's turns, as well as it can."""
        for seat in range(self.match.game.seats):
            if seat not in self.engines or seat in self.failed:
                self.failed.discard(seat)
                seed = self.match.spec.seed * 8 + seat + 1
                self.engines[seat] = EngineSeat(self.match.game, STRONGEST, seed, self._make)
                self._substitutes.add(seat)

    def stop_play_out(self) -> None:
        """People play for themselves again."""
        for seat in self._substitutes:
            self.engines.pop(seat).close()
        self._substitutes.clear()

    def interrupt(self) -> None:
        """The position has changed under the engines' hands: they begin anew."""
        self.stop_play_out()
        for engine in self.engines.values():
            engine.cancel()

    def _save(self) -> None:
        changes = self._feed.drain()
        if self.autosave is None or not changes:
            return
        if any(isinstance(change, Played) for change in changes) or self.match.entries:
            self.autosave.save(self.match)

    def close(self) -> None:
        """Leave: engines stop, the running game stays on disk unless it is over."""
        for engine in self.engines.values():
            engine.close()
        if self.autosave is not None:
            self._save()
            keep = not self.match.over and bool(self.match.entries)
            with contextlib.suppress(OSError):
                self.autosave.close(keep)
