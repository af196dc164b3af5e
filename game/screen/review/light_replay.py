"""A turn that the lights of the sensor board walk, until somebody has seen enough.  No pygame."""

from __future__ import annotations

from game.rules.base import Game
from game.table.history import Turn
from hardware.host.session import BoardSession
from hardware.tracking.guidance import LightWalk, Lit, walk


class LightReplay:
    """The lights are lent by `session` from now until `stop`."""

    def __init__(self, session: BoardSession, game: Game, turn: Turn, now: float) -> None:
        actions = [entry.action for entry in turn.entries if entry.action is not None]
        self._session = session
        self._walk = LightWalk(walk(game, turn.before, actions))
        self._begun = now
        self._lit: Lit | None = None
        self.update(now)

    def update(self, now: float) -> None:
        """Light what is due."""
        lit = self._walk.at(now - self._begun)
        if lit != self._lit:
            self._lit = lit
            self._session.show(lit)

    def stop(self) -> None:
        """Give the lights back."""
        self._session.show(None)
