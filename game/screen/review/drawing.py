"""Drawing in a review: the pen, its marks on the position shown, and their spoken announcement."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.platform.i18n import _
from game.rules.topology import Point
from game.screen.app.scene import STAY, AppServices, Change
from game.screen.boards.sign_pen import COLOURS, SignPen, said_of, spoken_note
from game.table.drawn_positions import told_notes
from game.table.match import Match
from game.table.study import Study


class StudyDrawing:
    """The pen of a study.

    `edit` applies a change that can be undone, and shows why a change is refused. `changed` is
    called when the pen has changed.
    """

    def __init__(
        self,
        study: Study,
        services: Callable[[], AppServices],
        edit: Callable[[Callable[[], object]], Change],
        changed: Callable[[], object],
    ) -> None:
        self.pen = SignPen()
        self._study, self._services = study, services
        self._edit, self._changed = edit, changed
        self._place = study.here  # position whose drawing was announced last

    def switch(self) -> Change:
        """Switch the pen on or off."""
        self.pen.switch(not self.pen.on)
        if self.pen.on:
            words = _("Draw: press a point for a mark, drag for an arrow.")
            self._services().toast(words, "info")
        self._changed()
        return STAY

    def next_colour(self) -> Change:
        """Choose the next colour, and announce it."""
        self.pen.next_kind()
        self._services().say(_(COLOURS[self.pen.kind]))
        self._changed()
        return STAY

    def draw(self, source: Point, target: Point, kind: str) -> Change:
        """Draw a mark or an arrow, or erase it if it is already there."""
        before = self._study.note.signs
        change = self._edit(partial(self._study.draw, source, target, kind))
        gone = self._study.note.signs < before
        self._services().say(said_of(source, target, kind, gone))
        return change

    def wipe(self) -> Change:
        """Erase all drawings on this position; this can be undone."""
        return self._edit(self._study.wipe)

    def say(self) -> None:
        """Announce the drawings of the position shown, if the person has just come to it."""
        before, self._place = self._place, self._study.here
        if self._place != before and self._study.note.signs:
            self._services().say(spoken_note(self._study.note))

    def tell(self, match: Match) -> None:
        """Send followers the drawings on the positions of the game, if the game is over."""
        network = self._services().network
        if match.over and network.match is match:
            network.tell("drawn", notes=told_notes(match))
