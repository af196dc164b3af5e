"""The questions of a sensor board in words, and the seats that play on it. Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard

from game.platform.i18n import _
from game.rules.base import Game
from game.rules.events import Seat
from game.rules.topology import Point
from game.table.spec import MatchSpec
from hardware.host.conversation import BoardReport
from hardware.tracking.tracker_events import (
    Agreed,
    Ambiguous,
    Doubt,
    TakeBack,
    TrackerEvent,
    TurnSoFar,
    needs_no_answer,
)

TAKE_BACK = "board-take-back"
WHICH = "board-which-"
SHOWN = 4  # maximum number of alternatives listed in a question
GO_ON = "board-without-it"


@dataclass(frozen=True)
class BoardAnswer:
    """A button with its label, icon and answer; a `value` of None is the harmless answer."""

    label: str
    value: str | None
    main: bool = False
    icon: str = ""


@dataclass(frozen=True)
class Asked:
    """A question in words, and its answers."""

    title: str
    words: str
    answers: Sequence[BoardAnswer]


class Hands(Protocol):
    """The methods for people's answers that both a session and a driver have."""

    def choose(self, index: int | None) -> None: ...
    def decline(self) -> None: ...
    def distrust(self, point: Point) -> None: ...
    def believe(self, point: Point) -> None: ...


def seats_by_hand(spec: MatchSpec) -> set[Seat]:
    """Return the seats whose moves are made on the board: the seats of kind "board".

    If there are none, return the seats of all people.
    """
    own = {n for n, seat in enumerate(spec.seats) if seat.kind == "board"}
    return own or {n for n, seat in enumerate(spec.seats) if seat.kind == "person"}


def asked(question: TakeBack | Ambiguous | Doubt, game: Game, view: BoardReport) -> Asked:
    """Return the question that a reading raises in a match of `game`, at the board of `view`."""
    if isinstance(question, TakeBack):
        return _taken_back(view)
    if isinstance(question, Doubt):
        return _doubtful(question, game.turn_text(question.actions))
    return _which(question, game, view)


def tell(question: Ambiguous | Doubt, value: object, hands: Hands) -> None:
    """Pass the answer on to the board."""
    if isinstance(question, Ambiguous):
        number = str(value or "").removeprefix(WHICH)
        hands.choose(int(number) if number.isdigit() else None)
    elif value == GO_ON:
        hands.distrust(question.point)
    elif question.returns:
        hands.believe(question.point)
    else:
        hands.decline()


def outdates(reading: TrackerEvent, question: object) -> bool:
    """Return whether this reading answers `question` or makes it obsolete.

    A question about a piece that a sensor sees only now and then stays open in any case.
    """
    if isinstance(reading, TakeBack) and needs_no_answer(reading):
        return reading.agreed
    stays = isinstance(question, Doubt) and question.returns
    return isinstance(reading, (TurnSoFar, Agreed, TakeBack, Ambiguous, Doubt)) and not stays


def is_question(reading: TrackerEvent) -> TypeGuard[TakeBack | Ambiguous | Doubt]:
    """Return whether a reading needs an answer from people."""
    return isinstance(reading, (TakeBack, Ambiguous, Doubt)) and not needs_no_answer(reading)


def _taken_back(view: BoardReport) -> Asked:
    words = _("The board shows the previous turn. There making the turn again says no.")
    if view.button:
        words = _(
            "The board shows the previous turn. There the button says yes, and making the turn "
            "again says no."
        )
    answers = (
        BoardAnswer(_("Take back"), TAKE_BACK, main=True, icon="undo"),
        BoardAnswer(_("No, play on"), None),
    )
    return Asked(_("Taken back?"), words, answers)


def _which(question: Ambiguous, game: Game, view: BoardReport) -> Asked:
    words = _("The board can be read in several ways.")
    if view.button and view.lights:
        words = _(
            "The board can be read in several ways. There the button says what is lit cyan, "
            "and a long press what is lit yellow."
        )
    turns = [
        BoardAnswer(game.turn_text(actions), f"{WHICH}{number}")
        for number, actions in enumerate(question.alternatives[:SHOWN])
    ]
    none = BoardAnswer(_("None of these"), f"{WHICH}none")
    return Asked(_("Which turn was it?"), words, (*turns, none))


def _doubtful(doubt: Doubt, turn: str) -> Asked:
    """Return the question whether a sensor is faulty; `turn` is the turn read with it, or ""."""
    words = _("The board sees a piece on {point}. Is there none?")
    if doubt.returns:
        words = _(
            "The piece on {point} goes and comes back, again and again. If a hand does it, all is "
            "well."
        )
    elif doubt.piece is not None and doubt.seen:
        words = _("The board sees another side on {point}. Does it lie as it should?")
    elif doubt.piece is not None:
        words = _("The board sees nothing on {point}. Does a piece lie there?")
    played = _("Then the turn was {turn}.") if turn else ""
    title = _("Is the sensor of {point} out of order?").format(point=doubt.point)
    answers = (
        BoardAnswer(_("Yes, go on without it"), GO_ON, main=True, icon="check"),
        BoardAnswer(_("No, a hand did it") if doubt.returns else _("No, I’ll fix it"), None),
    )
    words = f"{words} {played}".strip().format(point=doubt.point, turn=turn)
    return Asked(title, words, answers)
