"""Hands on the sensor board at the match of the play scene: there, taking back is asked about."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.events import Seat
from game.rules.registry import parse_setup
from game.screen.app.dialog import DialogButton
from game.screen.app.scene import Change
from game.screen.play.at_play import AtPlay
from game.screen.play.board_controller import (
    BoardController,
    BoardQuestion,
    Question,
    UnfinishedGame,
)
from game.screen.play.board_lease import BoardLease, seats_by_hand
from game.screen.play.ending import ResultDelay
from game.screen.plugin.rulebook import Attempt
from game.table.spec import MatchSpec
from hardware.tracking.tracker_events import Agreed, Pressed, TakeBack, TrackerEvent, TurnSoFar

TAKE_BACK = "board-take-back"


class MatchBoardController(BoardController):
    """The board behind `target` (a port, url or "sim")."""

    def __init__(
        self, at: AtPlay, ending: ResultDelay, target: str, instead: MatchSpec | None = None
    ) -> None:
        """`instead`: the game that was asked for, where the match was found unfinished."""
        sensor = BoardLease(target, at.match, seats_by_hand(at.match.spec))
        super().__init__(at, sensor, at.match)
        self._at, self._ending = at, ending
        self._seats = seats_by_hand(at.match.spec)
        self._offered = False
        self._wakes = instead is not None  # whether it goes on is not answered yet
        self._new = parse_setup(instead.setup) if instead is not None else None
        if self._wakes:
            self._waiting.append(UnfinishedGame())

    def update(self) -> Change | None:
        air = self._at.desk.air
        self.sensor.play_for([seat for seat in self._seats if not air.promised(seat)])
        change = super().update() or self._set_out_anew()
        offered = bool(self._asked) or self._wakes
        if offered != self._offered:
            self._offered = offered
            self.sensor.offer(offered)
        return change

    @property
    def _asked(self) -> list[Seat]:
        """Seats at the board whose answer to an offer is awaited."""
        return [seat for seat in self._at.parley.asked_here if seat in self._seats]

    def _set_out_anew(self) -> Change | None:
        """Hands that set out the first position of the new game have chosen it."""
        new, match = self._new, self._at.match
        if not self._wakes or new is None or new.setup != match.game.setup:
            return None
        view = self.sensor.view
        if view.connection != "connected" or not view.differences:
            return None
        lying = {**match.game.pieces(match.state), **view.differences}
        colours = {point: piece.colour for point, piece in lying.items() if piece is not None}
        start = {point: piece.colour for point, piece in new.pieces(new.start()).items()}
        if colours != start:
            return None
        self._withdraw()
        return self._at.begin_anew()

    def _withdraw(self) -> None:
        super()._withdraw()
        self._wakes = False

    def hear(self, reading: TrackerEvent) -> None:
        if self._wakes and isinstance(reading, Agreed):
            return  # as it was left: that answers nothing
        super().hear(reading)
        if isinstance(reading, Pressed):
            self._pressed()
        elif isinstance(reading, TurnSoFar) and reading.complete and not reading.pressed:
            turns = self._at.match.turns
            made = bool(turns) and turns[-1].complete and turns[-1].before == reading.start
            if made and self._at.match.spec.by_button:
                self._at.confirming.made_by_hand(turns[-1].seat)

    def _pressed(self) -> None:
        """The button ends a turn that waits for it, or says yes to an offer, or to going on."""
        if self._wakes:
            self._withdraw()
        elif self._at.confirming.waiting:
            self._at.confirming.confirm()
        elif self._asked:
            self._at.parley.accept(self._asked[0])

    def pressed_after_end(self) -> bool:
        """Return whether the button was pressed since the last frame; the edge is lit for it."""
        self.sensor.offer(True)
        readings = self.sensor.poll(self._at.desk.now)
        return any(isinstance(reading, Pressed) for reading in readings)

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
                DialogButton(_("Take back"), TAKE_BACK, kind="main", icon="undo"),
                DialogButton(_("No, play on"), None),
            ],
            lambda: _(
                "The board shows the previous turn. There the button says yes, and making the turn "
                "again says no."
            ),
        )

    def answer(self, question: Question, result: object) -> None:
        self._wakes = False
        if not isinstance(question, TakeBack):
            super().answer(question, result)
        elif result == TAKE_BACK:
            self.sensor.propose(question, self._at.desk.now)
            self._at.playback.follow()
        else:
            self.sensor.session.decline()
