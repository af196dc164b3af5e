"""Hands on the sensor board at the match of the play scene: there, taking back is asked about."""

from __future__ import annotations

from game.i18n import _
from game.screen.app.dialog import Answer
from game.screen.games.book import Attempt
from game.screen.play.at_play import AtPlay
from game.screen.play.ending import Ending
from game.screen.play.sensor import Sensor, seats_by_hand
from game.screen.play.wood import BoardQuestion, Question, Wood
from hardware.tracking.tracker_events import TakeBack

TAKE_BACK = "board-take-back"


class BoardHands(Wood):
    """The board behind `target` (a port, url or "sim")."""

    def __init__(self, at: AtPlay, ending: Ending, target: str) -> None:
        sensor = Sensor(target, at.match, seats_by_hand(at.match.spec))
        super().__init__(at, sensor, at.match)
        self._at, self._ending = at, ending

    def object_to(self, tried: Attempt) -> None:
        self._at.refuser.attempt(tried)

    @property
    def may_ask(self) -> bool:
        """A question waits for the end to be seen, too."""
        return super().may_ask and not self._ending.due

    def question(self, question: Question) -> BoardQuestion:
        if not isinstance(question, TakeBack):
            return super().question(question)
        return BoardQuestion(
            lambda: _("Taken back?"),
            lambda: [
                Answer(_("Take back"), TAKE_BACK, kind="main", icon="undo"),
                Answer(_("No, play on"), None),
            ],
            lambda: _("The board shows the previous turn."),
        )

    def answer(self, question: Question, result: object) -> None:
        if not isinstance(question, TakeBack):
            super().answer(question, result)
        elif result == TAKE_BACK:
            self.sensor.propose(question, self._at.desk.now)
            self._at.playback.follow()
        else:
            self.sensor.session.decline()
