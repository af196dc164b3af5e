"""A match that one person plays alone against a par.  No pygame."""

from __future__ import annotations

from typing import Any

from game.rules.base import Action, Game, State
from game.solo.mode import SoloDeal, modes
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec


class SoloMatch(Match):
    """The match of a deal; `board` is a sensor board's port.  Raises KeyError for no mode."""

    contest = False

    def __init__(self, deal: SoloDeal, board: str | None = None, date: str = "") -> None:
        self.deal, self.mode = deal, modes()[deal.mode]
        game = self.mode.deal(deal.seed)
        person = SeatSpec("person" if board is None else "board")
        drawn = SeatSpec("engine")
        seats = [person if seat in self.mode.person else drawn for seat in range(game.seats)]
        super().__init__(MatchSpec(game.setup, tuple(seats), board=board), game, date=date)

    def score(self, length: int | None = None) -> int:
        """Return the score after so many entries, after all without a number."""
        count = len(self.entries) if length is None else length
        state = self.state if count == len(self.entries) else self.entries[count].before
        actions = [entry.action for entry in self.entries[:count] if entry.action is not None]
        return self.mode.score(self.game, state, actions)

    @property
    def line(self) -> str:
        """All turns, each joined by commas, joined by spaces."""
        return " ".join(turn.text for turn in self.turns)


class DrawnStonePlayer:
    """The player of drawn stones: it has only one legal action."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self._game = game
        self.done, self.best = True, tuple[Action, ...]()

    def start(self, state: State, limits: Any) -> None:
        self.best = tuple(self._game.legal(state)[:1])

    def poll(self) -> Any:
        return self

    def stop(self) -> None:
        """Do nothing: there is nothing to stop."""
