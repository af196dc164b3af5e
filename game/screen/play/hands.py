"""Hands on the sensor board at the match of the play scene: there, taking back is asked about."""

from __future__ import annotations

from game.i18n import _
from game.rules.events import Seat
from game.screen.app.dialog import Answer
from game.screen.app.scene import Change
from game.screen.games.book import Attempt
from game.screen.play.at_play import AtPlay
from game.screen.play.ending import Ending
from game.screen.play.sensor import Sensor, seats_by_hand
from game.screen.play.wood import BoardQuestion, Question, Wood
from hardware.tracking.tracker_events import Pressed, TakeBack, TrackerEvent, TurnSoFar

TAKE_BACK = "board-take-back"


class BoardHands(Wood):
    """The board behind `target` (a port, url or "sim")."""

    def __init__(self, at: AtPlay, ending: Ending, target: str) -> None:
        sensor = Sensor(target, at.match, seats_by_hand(at.match.spec))
        super().__init__(at, sensor, at.match)
        self._at, self._ending = at, ending
        self._seats = seats_by_hand(at.match.spec)
        self._offered = False

    def update(self) -> Change | None:
        air = self._at.desk.air
        self.sensor.play_for([seat for seat in self._seats if not air.promised(seat)])
        change = super().update()
        offered = bool(self._asked)
        if offered != self._offered:
            self._offered = offered
            self.sensor.offer(offered)
        return change

    @property
    def _asked(self) -> list[Seat]:
        """Seats at the board whose answer to an offer is awaited."""
        return [seat for seat in self._at.parley.asked_here if seat in self._seats]

    def hear(self, reading: TrackerEvent) -> None:
        super().hear(reading)
        if isinstance(reading, Pressed):
            self._pressed()
        elif isinstance(reading, TurnSoFar) and reading.complete and not reading.pressed:
            turns = self._at.match.turns
            made = bool(turns) and turns[-1].complete and turns[-1].before == reading.start
            if made and self._at.match.spec.by_button:
                self._at.confirming.made_by_hand(turns[-1].seat)

    def _pressed(self) -> None:
        """The button ends a turn that waits for it, or says yes to an offer."""
        if self._at.confirming.waiting:
            self._at.confirming.confirm()
        elif self._asked:
            self._at.parley.accept(self._asked[0])

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
            lambda: _(
                "The board shows the previous turn. There the button says yes, and making the turn "
                "again says no."
            ),
        )

    def answer(self, question: Question, result: object) -> None:
        if not isinstance(question, TakeBack):
            super().answer(question, result)
        elif result == TAKE_BACK:
            self.sensor.propose(question, self._at.desk.now)
            self._at.playback.follow()
        else:
            self.sensor.session.decline()
