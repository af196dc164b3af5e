"""Hands on the sensor board, as the play scene shows and answers them."""

from __future__ import annotations

from typing import Any

from game.i18n import _
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.play.column import Link, board_link
from game.screen.play.sensor import Sensor, new_actions
from game.screen.scene import Change, Push
from game.screen.ui.dialog import Answer, ask

TAKE_BACK = "board-take-back"
WHICH = "board-which-"


class BoardHands:
    """Readings of the board become actions, questions and sentences."""

    def __init__(self, scene: Any, target: str) -> None:
        self.scene = scene
        self.sensor = Sensor(target, scene.match)
        self.wrong: dict[Point, Piece | None] = {}
        self.faults: tuple[Point, ...] = ()
        self._sentence = ""
        self._offer: Any = None

    @property
    def link(self) -> Link:
        view = self.sensor.view
        return board_link(view.connection, len(view.faults))

    def update(self) -> Change | None:
        change: Change | None = None
        for reading in self.sensor.poll():
            change = self._read(reading) or change
        self._look()
        return change

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
        if name == "TurnSoFar":
            self._play(reading)
        elif name == "TakeBack":
            self._offer = reading
            return Push(self._take_back_question())
        elif name == "Ambiguous":
            self._offer = reading
            return Push(self._which_question(reading))
        elif name == "Lifted":
            scene.hand.press(reading.point)
            scene.hand.release(None)
            scene._choice_changed()
        elif name == "Agreed":
            self._sentence = ""
        return None

    def _play(self, reading: Any) -> None:
        scene = self.scene
        scene.theatre.finish()
        back, forward = new_actions(scene.match, reading.actions)
        for _number in range(back):
            scene.match.undo(scene.desk.now)
        if back:
            scene.conductor.interrupt()
        if forward:
            scene.theatre.actions(forward)
        else:
            scene.refresh()

    # -- questions -----------------------------------------------------------------------------

    def _take_back_question(self) -> Any:
        return ask(
            lambda: _("Taken back?"),
            lambda: _("The board shows the turn before."),
            lambda: [
                Answer(_("Take back"), TAKE_BACK, kind="main", icon="undo"),
                Answer(_("No, play on"), None),
            ],
        )

    def _which_question(self, reading: Any) -> Any:
        game = self.scene.game
        return ask(
            lambda: _("Which turn was it?"),
            lambda: _("The board can be explained in several ways."),
            lambda: [
                *(
                    Answer(game.turn_text(actions), f"{WHICH}{number}")
                    for number, actions in enumerate(reading.alternatives[:4])
                ),
                Answer(_("None of these"), f"{WHICH}none"),
            ],
        )

    def answered(self, result: Any) -> Change | None:
        """The answer to a question of ours; others are left alone."""
        offer, self._offer = self._offer, None
        if offer is None:
            return None
        session = self.sensor.session
        if hasattr(offer, "alternatives"):
            number = str(result or "").removeprefix(WHICH)
            session.choose(int(number) if number.isdigit() else None)
        elif result == TAKE_BACK:
            for _number in range(offer.turns):
                self.scene.match.undo_turn(self.scene.desk.now)
            self.scene.conductor.interrupt()
            if offer.instead:
                self.scene.theatre.actions(offer.instead)
            self.scene.refresh(at_once=True)
        else:
            session.decline()
        return None

    def close(self) -> None:
        self.sensor.close()
