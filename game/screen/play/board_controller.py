"""Hands on a sensor board, as a scene with a board shows and answers them, whatever it is for.

What they make goes to the match by itself (`BoardLease`); here are the pieces they lift, the faults
they are told of and the questions that are asked.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

from game.platform.i18n import _
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import AppServices, Change, Pop, Push
from game.screen.boards.interaction import Interaction
from game.screen.play.board_lease import BoardLease
from game.screen.play.seat_cards import LinkPill, board_link
from game.screen.plugin.refusals import find
from game.screen.plugin.rulebook import Attempt
from hardware.host.session import BoardReport
from hardware.tracking.expected_position import MatchLike
from hardware.tracking.tracker_events import (
    Agreed,
    Ambiguous,
    Doubt,
    Lifted,
    TakeBack,
    TrackerEvent,
    TurnSoFar,
)

WHICH = "board-which-"
SHOWN = 4  # alternatives of a question
GO_ON = "board-without-it"
NEW_GAME = "board-new-game"


@dataclass(frozen=True)
class UnfinishedGame:
    """Which game is it to be: the one found unfinished, or the one asked for?"""


Question = TakeBack | Ambiguous | Doubt | UnfinishedGame


class BoardQuestion(Dialog):
    """A question that hands on the board have raised; they may also answer it."""

    withdrawn = False

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        return Pop() if self.withdrawn else None


def doubtful(doubt: Doubt, turn: str) -> BoardQuestion:
    """Is this sensor out of order?  `turn` is what was played then, "" for nothing new."""

    def body() -> str:
        words = _("The board sees a piece on {point}. Is there none?")
        if doubt.piece is not None and doubt.seen:
            words = _("The board sees another side on {point}. Does it lie as it should?")
        elif doubt.piece is not None:
            words = _("The board sees nothing on {point}. Does a piece lie there?")
        played = _("Then the turn was {turn}.") if turn else ""
        return f"{words} {played}".strip().format(point=doubt.point, turn=turn)

    return BoardQuestion(
        lambda: _("Is the sensor of {point} out of order?").format(point=doubt.point),
        lambda: [
            DialogButton(_("Yes, go on without it"), GO_ON, kind="main", icon="check"),
            DialogButton(_("No, I’ll fix it"), None),
        ],
        body,
    )


def unfinished() -> BoardQuestion:
    """Shall the game that was found go on?"""
    return BoardQuestion(
        lambda: _("This is your unfinished game. Go on?"),
        lambda: [
            DialogButton(_("New game"), NEW_GAME, icon="again"),
            DialogButton(_("Go on"), None, kind="main", icon="play"),
        ],
        lambda: _(
            "There the button says yes, and so does playing on. Setting out the first position of "
            "a new game says no."
        ),
    )


class AtWood(Protocol):
    """The scene.  `held`: something is open over it."""

    desk: AppServices
    hand: Interaction
    held: bool

    def follow(self) -> None: ...
    def choice_changed(self) -> None: ...


class BoardController:
    """The board at a scene.  `table` is the match its hands play; `wrong` are points that show
    something else than that match, `faults` those to be put right."""

    def __init__(self, at: AtWood, sensor: BoardLease, table: MatchLike) -> None:
        self.scene, self.sensor, self.table = at, sensor, table
        if sensor.session.companion:
            at.desk.make_room()
        self.wrong: dict[Point, Piece | None] = {}
        self.faults: tuple[Point, ...] = ()
        self.sentence = ""  # what was said last
        self.hints: tuple[str, ...] = ()  # about what may wait
        self._open: tuple[Question, BoardQuestion] | None = None
        self._waiting: deque[Question] = deque()

    @property
    def link(self) -> LinkPill:
        view = self.sensor.view
        return board_link(view.connection, len(view.faults))

    def update(self) -> Change | None:
        """Take in what the board has seen.  It is read on while a question of ours is open."""
        for reading in self.sensor.poll(self.scene.desk.now):
            self.hear(reading)
        self.look(self.sensor.view)
        return self._ask()

    def hear(self, reading: TrackerEvent) -> None:
        """One reading; what hands have made has gone to the match."""
        if isinstance(reading, TakeBack) and reading.corrected:
            return  # the match has been offered it
        if isinstance(reading, TakeBack) and reading.agreed:
            return self._withdraw()  # hands have answered
        if isinstance(reading, (TurnSoFar, Agreed, TakeBack, Ambiguous, Doubt)):
            self._withdraw()  # what was asked before is out of date
        if isinstance(reading, (TakeBack, Ambiguous, Doubt)):
            self._waiting.append(reading)
        elif isinstance(reading, Lifted):
            self.scene.hand.press(reading.point)
            self.scene.hand.release(None)
            self.scene.choice_changed()
        elif isinstance(reading, Agreed):
            self.sentence = ""

    # -- what it shows -----------------------------------------------------------------------------

    def look(self, view: BoardReport) -> None:
        """What the board shows otherwise is drawn at once, and said once."""
        self.draw(tuple(fault.point for fault in view.faults), dict(view.differences))
        sentence = view.sentences[0] if view.sentences else ""
        if view.connection in ("lost", "refused"):
            sentence = view.words
        if sentence != self.sentence:
            self.sentence = sentence
            if sentence:
                self.scene.desk.toast(sentence, "bad", "warning")
            if self.faults:
                self._explain()
        self._hint(view.hints)

    def _hint(self, hints: tuple[str, ...]) -> None:
        """What may wait is said once, and gently."""
        if hints != self.hints:
            new = [hint for hint in hints if hint not in self.hints]
            self.hints = hints
            if new:
                self.scene.desk.toast(new[0], "info", "board")

    def draw(self, faults: tuple[Point, ...], wrong: dict[Point, Piece | None]) -> None:
        """Have the scene draw these, where they are new."""
        if (faults, wrong) != (self.faults, self.wrong):
            self.faults, self.wrong = faults, wrong
            self.scene.follow()
            self.scene.desk.invalidate()

    def _explain(self) -> None:
        """If the wood shows a piece where the rules do not let it go, say which rule that is."""
        game, state = self.table.game, self.table.state
        gone = [point for point, piece in self.wrong.items() if piece is None]
        come = [point for point, piece in self.wrong.items() if piece is not None]
        if len(gone) > 1 or len(come) != 1 or come[0] in game.pieces(state):
            return
        tried = (*gone, *come)
        moves = any(action.source is not None for action in game.legal(state))
        if moves == bool(gone) and find(game, state, tried) is None:
            self.object_to(tried)

    def object_to(self, tried: Attempt) -> None:
        """Say at the place why this is not allowed."""
        raise NotImplementedError

    # -- questions -----------------------------------------------------------------------------

    @property
    def may_ask(self) -> bool:
        """A question waits for the menu to close."""
        return not self.scene.held

    def _ask(self) -> Change | None:
        """One question at a time."""
        if not self._waiting or not self.may_ask:
            return None
        question = self._waiting.popleft()
        dialog = self.question(question)
        self._open = question, dialog
        return Push(dialog)

    def _withdraw(self) -> None:
        """The board shows something else by now: nobody needs to answer any more."""
        self._waiting.clear()
        if self._open is not None:
            self._open[1].withdrawn = True
        self._open = None

    def question(self, question: Question) -> BoardQuestion:
        """The dialog that asks it."""
        game = self.table.game
        if isinstance(question, Doubt):
            return doubtful(question, game.turn_text(question.actions))
        if isinstance(question, UnfinishedGame):
            return unfinished()
        assert isinstance(question, Ambiguous)
        return BoardQuestion(
            lambda: _("Which turn was it?"),
            lambda: [
                *(
                    DialogButton(game.turn_text(actions), f"{WHICH}{number}")
                    for number, actions in enumerate(question.alternatives[:SHOWN])
                ),
                DialogButton(_("None of these"), f"{WHICH}none"),
            ],
            lambda: _("The board can be read in several ways."),
        )

    def answered(self, result: object) -> None:
        """The answer to a question of ours; others are left alone."""
        if self._open is not None:
            question, self._open = self._open[0], None
            self.answer(question, result)

    def answer(self, question: Question, result: object) -> None:
        """Tell the board what was answered."""
        if isinstance(question, Doubt):
            if result == GO_ON:
                self.sensor.session.distrust(question.point)
            else:
                self.sensor.session.decline()
            return
        if isinstance(question, UnfinishedGame):
            return
        number = str(result or "").removeprefix(WHICH)
        self.sensor.session.choose(int(number) if number.isdigit() else None)

    def close(self) -> None:
        self.sensor.close()
