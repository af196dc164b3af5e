"""When a match at the screen stands, and what is covered then.

A clock stands while another scene lies over the match, unless somebody plays from elsewhere, and
after the computer has slept until somebody goes on.  Whoever stops a clock sees no position.

It also stands while the sensor board is not there on which the seat to move plays, until it is back
or somebody makes a move at the screen, and so goes on without it.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.platform.i18n import _
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.app.scene import AppServices
from game.screen.play.board_controller import MatchBoardController
from game.table.clock import clock_text
from game.table.match import Match

Wrong = Mapping[Point, Piece | None]  # what a sensor board shows otherwise than the match


class MatchPause:
    """What makes `match` stand.

    Pieces on a sensor `board` lie in front of everybody, so nothing is covered.
    """

    def __init__(
        self, services: AppServices, match: Match, board: MatchBoardController | None
    ) -> None:
        self._services, self._match, self._board = services, match, board
        self._slept_s: float | None = None  # None once somebody has gone on
        self._cut: int | None = (
            None  # moves of people when the board was lost; None while it is there
        )
        self._woke_at: tuple[int, Wrong] = (0, {})  # events of the match, and the board

    @property
    def timed(self) -> bool:
        """Whether time is running out in this match."""
        return self._match.clock.timed and not self._match.over

    def stands(self, held: bool, browsed: bool = False) -> bool:
        """Return whether the match stands.

        `held`: another scene lies over it; `browsed`: an earlier turn is looked at, for which a
        clock does not wait, nor for more than one person.
        """
        if self._slept_s is not None and self._now != self._woke_at:
            self.go_on()
        alone = sum(seat.kind != "engine" for seat in self._match.spec.seats) <= 1
        looks = browsed and alone and not self.timed
        stands = self._slept_s is not None or looks or (held and not self._shared)
        return self._is_cut() or stands

    def _is_cut(self) -> bool:
        """Return whether the board is awaited on which the seat to move plays."""
        board, match = self._board, self._match
        if board is None or board.lease.view.connection == "connected":
            self._cut = None
            return False
        seats = match.spec.seats
        moves = sum(seats[entry.seat].kind != "engine" for entry in match.entries)
        if self._cut is None:
            self._cut = moves
        waits = board.plays(match.to_move) and not match.over and not self._shared
        return self.timed and waits and self._cut == moves

    def covers(self, held: bool) -> bool:
        """Return whether the pieces are covered: a clock stands, and somebody could think."""
        return held and self.timed and self._board is None and self.stands(held)

    @property
    def _shared(self) -> bool:
        """Whether somebody plays from elsewhere, who is not asked for a pause."""
        network, seats = self._services.network, range(self._match.game.seats)
        return self.timed and any(network.elsewhere(self._match, seat) for seat in seats)

    # -- after the computer has slept --------------------------------------------------------------

    @property
    def _now(self) -> tuple[int, Wrong]:
        return self._match.seq, {} if self._board is None else dict(self._board.wrong)

    def woken(self, asleep: float) -> bool:
        """Stand after a sleep of so many seconds; return whether the menu is to say so.

        It ends with whatever somebody does, at the screen or on a sensor board; that of a board is
        told of it in a word, since hands cannot close a menu.
        """
        if not self.timed:
            return False
        self._slept_s, self._woke_at = asleep, self._now
        if self._board is not None:
            self._services.toast(self.words)
        return self._board is None

    def go_on(self) -> None:
        """Go on: somebody is there."""
        self._slept_s = None

    @property
    def words(self) -> str:
        """What is said of the sleep, "" where there was none."""
        if self._slept_s is None:
            return ""
        slept = clock_text(self._slept_s, tenths=False)
        words = _("The computer slept for {time}. This is not charged: the clocks wait for you.")
        return words.format(time=slept)
