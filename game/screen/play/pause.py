"""When a match at the screen is paused, and when its pieces are covered.

A clock stops while another scene is open on top of the match, unless somebody plays from elsewhere.
After the computer has slept, the clock stops until somebody acts. Whoever stops a clock sees no
position.

The clock also stops while the sensor board of the seat to move is disconnected. It runs again when
the board is back, or when somebody moves at the screen and so continues without the board.
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

Wrong = Mapping[Point, Piece | None]  # points where a sensor board differs from the match


class MatchPause:
    """The reasons for which `match` is paused.

    Everybody sees the pieces on a sensor `board`, so with a board nothing is covered.
    """

    def __init__(
        self, services: AppServices, match: Match, board: MatchBoardController | None
    ) -> None:
        self._services, self._match, self._board = services, match, board
        self._slept_s: float | None = None  # seconds of the sleep; None after somebody has acted
        # number of people's moves when the board was lost; None while connected
        self._cut: int | None = None
        # event count and board differences when the computer woke
        self._woke_at: tuple[int, Wrong] = (0, {})

    @property
    def timed(self) -> bool:
        """Whether a clock runs in this match."""
        return self._match.clock.timed and not self._match.over

    def stands(self, held: bool, browsed: bool = False) -> bool:
        """Return whether the match is paused.

        `held` means that another scene is open on top of the match. `browsed` means that an earlier
        turn is shown. Browsing pauses only a match without clock and with at most one person.
        """
        if self._slept_s is not None and self._now != self._woke_at:
            self.go_on()
        alone = sum(seat.kind != "engine" for seat in self._match.spec.seats) <= 1
        looks = browsed and alone and not self.timed
        stands = self._slept_s is not None or looks or (held and not self._shared)
        return self._is_cut() or stands

    def _is_cut(self) -> bool:
        """Return whether the match waits for the disconnected board of the seat to move."""
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
        """Return whether pieces are covered, so that nobody thinks while a clock is stopped."""
        return held and self.timed and self._board is None and self.stands(held)

    @property
    def _shared(self) -> bool:
        """Whether somebody plays a timed match from elsewhere, and so cannot be made to wait."""
        network, seats = self._services.network, range(self._match.game.seats)
        return self.timed and any(network.elsewhere(self._match, seat) for seat in seats)

    # -- after the computer has slept --------------------------------------------------------------

    @property
    def _now(self) -> tuple[int, Wrong]:
        return self._match.seq, {} if self._board is None else dict(self._board.wrong)

    def woken(self, asleep: float) -> bool:
        """Pause after a sleep of `asleep` seconds; return whether to open a menu that announces it.

        Any action, at the screen or on a sensor board, ends the pause. With a board, a toast
        announces the sleep instead, because a menu cannot be closed from the board.
        """
        if not self.timed:
            return False
        self._slept_s, self._woke_at = asleep, self._now
        if self._board is not None:
            self._services.toast(self.words)
        return self._board is None

    def go_on(self) -> None:
        """End the pause after a sleep, because somebody has returned."""
        self._slept_s = None

    @property
    def words(self) -> str:
        """The sentence about the sleep; "" if there was none."""
        if self._slept_s is None:
            return ""
        slept = clock_text(self._slept_s, tenths=False)
        words = _("The computer slept for {time}. This is not charged: the clocks wait for you.")
        return words.format(time=slept)
