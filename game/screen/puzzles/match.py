"""A match that begins with a puzzle's position and does not go back before it.  No pygame."""

from __future__ import annotations

from typing import ClassVar

from game.errors import CodedError, Wording
from game.i18n import N_
from game.puzzles.puzzle import Puzzle
from game.rules.errors import RulesError
from game.rules.events import Seat
from game.rules.proposals import Answer, Play, Proposal, Refused
from game.screen.play.conduct import Conductor, Trouble
from game.table.errors import MatchError
from game.table.judge import Bench, judge
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec


class BeforeThePuzzle(CodedError):  # noqa: N818 - reads as the field says it
    """Somebody wants to go back behind the puzzle's position."""

    wordings: ClassVar = {
        "begun": Wording("the puzzle begins here", N_("The puzzle begins here.")),
    }


class PuzzleMatch(Match):
    """A match of `puzzle`; `board` is a sensor board's port.  Raises RulesError."""

    def __init__(self, puzzle: Puzzle, board: str | None = None) -> None:
        seats = [SeatSpec("engine"), SeatSpec("engine")]
        seats[puzzle.seat] = SeatSpec("person" if board is None else "board")
        super().__init__(MatchSpec(puzzle.setup, tuple(seats), board=board))
        self.start = 0
        for text in puzzle.turns:
            turn = self.game.parse_turn(self.state, text)
            self.insist(Play(tuple(turn), by="record"))
        self.start = len(self.entries)
        self.first_turn = len(self.turns)

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        try:
            plan = judge(proposal, Bench(self.history, self.undone, self.clock, now))
        except (RulesError, MatchError):
            return super().submit(proposal, now)  # which says why not
        if plan.keep < self.start:
            return Refused(BeforeThePuzzle("begun"))
        return super().submit(proposal, now)

    @property
    def made(self) -> list[str]:
        """The finished turns since the position, as text."""
        return [turn.text for turn in self.turns[self.first_turn :] if turn.complete]


class PuzzleConductor(Conductor):
    """No engine plays: what the other side answers, whoever judges the puzzle says.

    `trying`: may the person act now?
    """

    trying = True

    @property
    def person_to_move(self) -> bool:
        return self.trying and super().person_to_move

    def update(
        self, now: float, moving: bool, held: bool, unconfirmed: Seat | None = None
    ) -> Trouble | None:
        return None
