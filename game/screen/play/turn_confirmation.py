"""A finished turn that waits for its person's yes, where settings or the match want that.

The turn has been played: match and board show it.  Until it is confirmed nobody else acts, the
clock runs on for whoever made it, and it can be taken back action by action.
"""

from __future__ import annotations

from game.rules.events import Seat
from game.rules.proposals import GoBack, Play, Proposal
from game.screen.app.scene import STAY, Change
from game.screen.play.at_play import AtPlay
from game.screen.ui.input import Press
from game.table import undo
from game.table.history import ends_turn


class TurnConfirmation:
    """`seat` is whose turn waits, None where nobody's does."""

    def __init__(self, at: AtPlay) -> None:
        self._at = at
        self._seat: Seat | None = None
        self._length = 0  # of the match, when it began to wait

    @property
    def seat(self) -> Seat | None:
        """Whose turn waits; what happens to the match meanwhile, as on a sensor board, ends it."""
        return self._seat if self._length == len(self._at.match.entries) else None

    @property
    def waiting(self) -> bool:
        return self.seat is not None

    def played(self, proposal: Proposal, seat: Seat) -> None:
        """A person has done this; `seat` was to move."""
        match = self._at.match
        turn = isinstance(proposal, Play) and ends_turn(match.entries[-1])
        wanted = turn and self._at.desk.settings.confirm_turns
        self._seat, self._length = (seat if wanted else None), len(match.entries)

    def made_by_hand(self, seat: Seat) -> None:
        """A turn on a sensor board that counts when the button is pressed."""
        match = self._at.match
        if not match.over:
            self._seat, self._length = seat, len(match.entries)
            self._at.refresh()

    def confirm(self) -> Change:
        """So be it."""
        self._seat = None
        self._at.playback.finish()
        self._at.refresh()
        return STAY

    def press(self, event: Press) -> Change | None:
        """Enter at the board is a yes."""
        looking_back = self._at.playback.browser.active
        yes = event.means("accept") and not event.repeat and not looking_back
        return self.confirm() if yes and self.waiting else None

    def way_back(self) -> GoBack | None:
        """What "Take back" means: of a turn that waits its last action."""
        match = self._at.match
        return GoBack(len(match.entries) - 1) if self.waiting else undo.last_action(match)
