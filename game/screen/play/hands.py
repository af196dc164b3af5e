"""Hands on the sensor board, as the play scene shows and answers them.

What they make goes to the match by itself (`Sensor`); here are the questions they raise, the pieces
they lift and the faults they are told of.
"""

from __future__ import annotations

from collections import deque

from game.i18n import _
from game.rules.base import Game
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.app.dialog import Answer, Dialog
from game.screen.app.scene import Change, Pop, Push
from game.screen.games.refusals import find
from game.screen.play.at_play import AtPlay
from game.screen.play.column import Link, board_link
from game.screen.play.ending import Ending
from game.screen.play.sensor import Sensor
from hardware.tracking.tracker_events import (
    Agreed,
    Ambiguous,
    Lifted,
    TakeBack,
    TrackerEvent,
    TurnSoFar,
)

TAKE_BACK = "board-take-back"
WHICH = "board-which-"
SHOWN = 4  # alternatives of a question
Question = TakeBack | Ambiguous


class BoardQuestion(Dialog):
    """A question that hands on the board have raised; they may also answer it."""

    withdrawn = False

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        return Pop() if self.withdrawn else None


class BoardHands:
    """The board at the match of the play scene.  `wrong` are points that show something else than
    the match, `faults` those to be put right."""

    def __init__(self, at: AtPlay, ending: Ending, target: str) -> None:
        self._at, self._ending = at, ending
        self.sensor = Sensor(target, at.match)
        if self.sensor.session.companion:
            at.desk.make_room()
        self.wrong: dict[Point, Piece | None] = {}
        self.faults: tuple[Point, ...] = ()
        self._sentence = ""
        self._open: tuple[Question, BoardQuestion] | None = None
        self._waiting: deque[Question] = deque()

    @property
    def link(self) -> Link:
        view = self.sensor.view
        return board_link(view.connection, len(view.faults))

    def update(self) -> Change | None:
        """Take in what the board has seen.  It is read on while a question of ours is open."""
        for reading in self.sensor.poll(self._at.desk.now):
            self._hear(reading)
        self._look()
        return self._ask()

    def _hear(self, reading: TrackerEvent) -> None:
        if isinstance(reading, TakeBack) and reading.corrected:
            return  # the match has been offered it
        if isinstance(reading, (TurnSoFar, Agreed, TakeBack, Ambiguous)):
            self._withdraw()  # what was asked before is out of date
        if isinstance(reading, (TakeBack, Ambiguous)):
            self._waiting.append(reading)
        elif isinstance(reading, Lifted):
            self._at.hand.press(reading.point)
            self._at.hand.release(None)
            self._at.choice_changed()
        elif isinstance(reading, Agreed):
            self._sentence = ""

    def _look(self) -> None:
        """What the board shows otherwise is drawn at once, and said once."""
        view = self.sensor.view
        faults = tuple(fault.point for fault in view.faults)
        wrong = dict(view.differences)
        if (faults, wrong) != (self.faults, self.wrong):
            self.faults, self.wrong = faults, wrong
            self._at.follow()
            self._at.desk.invalidate()
        sentence = view.sentences[0] if view.sentences else ""
        if view.connection in ("lost", "refused"):
            sentence = view.words
        if sentence != self._sentence:
            self._sentence = sentence
            if sentence:
                self._at.desk.toast(sentence, "bad", "warning")
            if faults:
                self._explain()

    def _explain(self) -> None:
        """If the wood shows a piece where the rules do not let it go, say which rule that is."""
        game, state = self._at.match.game, self._at.match.state
        gone = [point for point, piece in self.wrong.items() if piece is None]
        come = [point for point, piece in self.wrong.items() if piece is not None]
        if len(gone) > 1 or len(come) != 1 or come[0] in game.pieces(state):
            return
        tried = (*gone, *come)
        moves = any(action.source is not None for action in game.legal(state))
        if moves == bool(gone) and find(game, state, tried) is None:
            self._at.refuser.attempt(tried)

    # -- questions -----------------------------------------------------------------------------

    def _ask(self) -> Change | None:
        """One question at a time; it waits for the menu to close and for the end to be seen."""
        if not self._waiting or self._at.held or self._ending.due:
            return None
        question = self._waiting.popleft()
        dialog = self._take_back() if isinstance(question, TakeBack) else self._which(question)
        self._open = question, dialog
        return Push(dialog)

    def _withdraw(self) -> None:
        """The board shows something else by now: nobody needs to answer any more."""
        self._waiting.clear()
        if self._open is not None:
            self._open[1].withdrawn = True
        self._open = None

    def _take_back(self) -> BoardQuestion:
        return BoardQuestion(
            lambda: _("Taken back?"),
            lambda: [
                Answer(_("Take back"), TAKE_BACK, kind="main", icon="undo"),
                Answer(_("No, play on"), None),
            ],
            lambda: _("The board shows the previous turn."),
        )

    def _which(self, question: Ambiguous) -> BoardQuestion:
        game: Game = self._at.match.game
        return BoardQuestion(
            lambda: _("Which turn was it?"),
            lambda: [
                *(
                    Answer(game.turn_text(actions), f"{WHICH}{number}")
                    for number, actions in enumerate(question.alternatives[:SHOWN])
                ),
                Answer(_("None of these"), f"{WHICH}none"),
            ],
            lambda: _("The board can be read in several ways."),
        )

    def answered(self, result: object) -> None:
        """The answer to a question of ours; others are left alone."""
        if self._open is None:
            return
        question, self._open = self._open[0], None
        session = self.sensor.session
        if isinstance(question, Ambiguous):
            number = str(result or "").removeprefix(WHICH)
            session.choose(int(number) if number.isdigit() else None)
        elif result == TAKE_BACK:
            self.sensor.propose(question, self._at.desk.now)
            self._at.playback.follow()
        else:
            session.decline()

    def close(self) -> None:
        self.sensor.close()
