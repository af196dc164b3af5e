"""Hands on the sensor board, as the play scene shows and answers them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from game.i18n import _
from game.rules.base import Action
from game.rules.errors import RulesError
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.app.dialog import Answer, Dialog
from game.screen.app.scene import Change, Pop, Push
from game.screen.play.column import Link, board_link
from game.screen.play.sensor import Sensor, new_actions
from game.table.errors import MatchError

TAKE_BACK = "board-take-back"
WHICH = "board-which-"
ASKING = ("TakeBack", "Ambiguous")
SETTLING = ("TurnSoFar", "Agreed")  # after them an open question is out of date


class BoardQuestion(Dialog):
    """A question that hands on the board have raised; they may also answer it."""

    withdrawn = False

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        return Pop() if self.withdrawn else None


class BoardHands:
    """Readings of the board become actions, questions and sentences."""

    def __init__(self, scene: Any, target: str) -> None:
        self.scene = scene
        self.sensor = Sensor(target, scene.match)
        self.wrong: dict[Point, Piece | None] = {}
        self.faults: tuple[Point, ...] = ()
        self._sentence = ""
        self._offer: Any = None
        self._question: BoardQuestion | None = None
        self._readings: deque[Any] = deque()

    @property
    def link(self) -> Link:
        view = self.sensor.view
        return board_link(view.connection, len(view.faults))

    def update(self) -> Change | None:
        """Take in what the board has seen.  It is read on while a question of ours is open."""
        self._readings.extend(self.sensor.poll())
        change: Change | None = None
        while self._readings and change is None:
            asking = type(self._readings[0]).__name__ in ASKING
            if asking and self.scene.held and not self._answered_since():
                self._withdraw()  # one question at a time; and it waits for the menu to close
                break
            reading = self._readings.popleft()
            if not (asking and self.scene.held):
                change = self._read(reading)
        self._look()
        return change

    def _answered_since(self) -> bool:
        """Has the board, after the question that waits, shown something newer?"""
        return any(type(later).__name__ in SETTLING + ASKING for later in list(self._readings)[1:])

    def _look(self) -> None:
        """What the board shows otherwise is drawn at once, and said once."""
        view = self.sensor.view
        faults = tuple(fault.point for fault in view.faults)
        wrong = dict(view.differences)
        if (faults, wrong) != (self.faults, self.wrong):
            self.faults, self.wrong = faults, wrong
            self.scene._follow()
            self.scene.desk.invalidate()
        sentence = view.sentences[0] if view.sentences else ""
        if view.connection in ("lost", "refused"):
            sentence = view.words
        if sentence != self._sentence:
            self._sentence = sentence
            if sentence:
                self.scene.desk.toast(sentence, "bad", "warning")

    def _read(self, reading: Any) -> Change | None:
        name = type(reading).__name__
        scene = self.scene
        if name in SETTLING:
            self._withdraw()
        if name == "TurnSoFar":
            self._play(reading)
        elif name == "TakeBack" and reading.corrected:
            self._take_back(reading)
        elif name in ASKING:
            return self._ask(reading)
        elif name == "Lifted":
            scene.hand.press(reading.point)
            scene.hand.release(None)
            scene._choice_changed()
        elif name == "Agreed":
            self._sentence = ""
        return None

    def _play(self, reading: Any) -> None:
        match, now = self.scene.match, self.scene.desk.now
        self.scene.theatre.finish()
        back, forward = new_actions(match, reading.actions)

        def take_back() -> None:
            for _number in range(back):
                match.undo(now)

        self._change(take_back if back else None, forward)

    def _change(self, take_back: Callable[[], None] | None, forward: Sequence[Action]) -> None:
        """Take back, then play on; a turn that the match refuses leaves everything as it was."""
        scene, match = self.scene, self.scene.match
        before = len(match.entries)
        try:
            if take_back is not None:
                take_back()
                scene.conductor.interrupt()
            if forward:
                scene.theatre.actions(forward)
        except (RulesError, MatchError):
            while len(match.entries) < before and match.can_redo:
                match.redo(scene.desk.now)
            self.sensor.tell_again()
            words = _("The board shows a turn that is not possible here. Please put it right.")
            scene.desk.toast(words, "bad", "warning")
        scene.refresh(at_once=not forward)

    # -- questions -----------------------------------------------------------------------------

    def _ask(self, reading: Any) -> Change | None:
        taken_back = type(reading).__name__ == "TakeBack"
        self._offer = reading
        self._question = self._take_back_question() if taken_back else self._which_question(reading)
        return Push(self._question)

    def _withdraw(self) -> None:
        """The board shows something else by now: nobody needs to answer any more."""
        if self._question is not None:
            self._question.withdrawn = True
        self._offer, self._question = None, None

    def _take_back_question(self) -> BoardQuestion:
        return BoardQuestion(
            lambda: _("Taken back?"),
            lambda: [
                Answer(_("Take back"), TAKE_BACK, kind="main", icon="undo"),
                Answer(_("No, play on"), None),
            ],
            lambda: _("The board shows the turn before."),
        )

    def _which_question(self, reading: Any) -> BoardQuestion:
        game = self.scene.game
        return BoardQuestion(
            lambda: _("Which turn was it?"),
            lambda: [
                *(
                    Answer(game.turn_text(actions), f"{WHICH}{number}")
                    for number, actions in enumerate(reading.alternatives[:4])
                ),
                Answer(_("None of these"), f"{WHICH}none"),
            ],
            lambda: _("The board can be explained in several ways."),
        )

    def answered(self, result: Any) -> Change | None:
        """The answer to a question of ours; others are left alone."""
        offer, self._offer, self._question = self._offer, None, None
        if offer is None:
            return None
        session = self.sensor.session
        if hasattr(offer, "alternatives"):
            number = str(result or "").removeprefix(WHICH)
            session.choose(int(number) if number.isdigit() else None)
        elif result == TAKE_BACK:
            self._take_back(offer)
        else:
            session.decline()
        return None

    def _take_back(self, offer: Any) -> None:
        """The board shows an earlier position, or another last turn: so shall the match."""
        from hardware.tracking.position import go_back

        match, now = self.scene.match, self.scene.desk.now
        self.scene.theatre.finish()
        self._change(lambda: go_back(match, offer, now), offer.instead)

    def close(self) -> None:
        self.sensor.close()
