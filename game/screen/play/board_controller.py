"""The sensor board in a scene: lifted pieces, faults and questions.

`BoardLease` sends the turns made on the board to the match. This module handles lifted pieces,
shows faults, and asks the questions that the board raises.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from game.platform.errors import in_words
from game.platform.i18n import _
from game.platform.storage import data_folder
from game.rules.base import Action
from game.rules.events import Piece, Seat
from game.rules.proposals import Decline
from game.rules.registry import parse_setup
from game.rules.topology import Point
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.routes import OTHER_GAME, REMATCH, Picked, PickLink
from game.screen.app.scene import AppServices, Change, Pop, Push
from game.screen.boards.interaction import Interaction
from game.screen.boards.overlay import Overlay
from game.screen.play.advice import HINT, AssistantAnswer
from game.screen.play.board_questions import (
    GO_ON,
    TAKE_BACK,
    WHICH,
    Asked,
    asked,
    is_question,
    outdates,
    seats_by_hand,
    tell,
)
from game.screen.play.board_tasks import BoardTasks
from game.screen.play.menu import PORT
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.play.seat_cards import LinkPill, board_link
from game.screen.play.turn_controller import TurnConfirmation
from game.screen.plugin.panel import Panel
from game.screen.plugin.refusals import find
from game.screen.plugin.rulebook import Attempt
from game.table.spec import MatchSpec
from hardware.host.board_seat import BoardSeat
from hardware.host.conversation import BoardReport
from hardware.host.health_log import health_file
from hardware.host.known_boards import known_file
from hardware.host.session import BoardSession
from hardware.tracking.debounce import LONG, VERY_LONG
from hardware.tracking.expected_position import MatchLike
from hardware.tracking.tracker_events import (
    Agreed,
    Ambiguous,
    BoardMismatch,
    Doubt,
    Lifted,
    Pressed,
    TakeBack,
    TrackerEvent,
    TurnSoFar,
)

RECORDINGS_KEPT = 10  # maximum number of recorded board sessions
NEW_GAME = "board-new-game"


class BoardLease:
    """Use of the board behind `target` (a port, url or "sim") for the match it follows.

    `hands` are the seats whose moves are made on the board; `browsed` is passed to the `BoardSeat`.
    Where `match` is None, the owner of the lease reads the session directly. A board has only one
    line: a further lease on the same target borrows the open session, and returns it on `close`.
    """

    session: BoardSession
    # The leases by target: the last one uses the board, which the others have lent to it.
    _in_use: ClassVar[dict[str, list[BoardLease]]] = {}

    def __init__(
        self, target: str, match: MatchLike | None, hands: Collection[Seat], browsed: bool = False
    ) -> None:
        self._match, self._hands, self._browsed = match, hands, browsed
        self._take(target)

    def _take(self, target: str) -> None:
        """Open the line, or borrow its session, and connect the board to the match."""
        self._users = self._in_use.setdefault(target, [])
        if self._users:
            self.session = self._users[-1].session
        else:
            files = {"record": recording_file(), "health": health_file(), "known": known_file()}
            self.session = BoardSession.open(target, **files)
        self._users.append(self)
        self._sit()

    def move(self, target: str) -> None:
        """Change to the board behind another port."""
        self.close()
        self._take(target)

    def _sit(self) -> None:
        """Take over the board; discard readings that were meant for another lease."""
        self.session.poll()
        if self._match is not None:
            self._seat = BoardSeat(self._match, self.session, self._hands, in_words, self._browsed)

    def play_for(self, hands: Collection[Seat]) -> None:
        """Set the seats whose moves are made on the board from now on."""
        self._hands = self._seat.hands = frozenset(hands)

    def poll(self, now: float) -> list[TrackerEvent]:
        """Return the readings since the last frame; complete turns have already gone to the match.

        Empty while the board is lent to another lease.
        """
        return self._seat.poll(now) if self._users[-1:] == [self] else []

    def propose(self, reading: TurnSoFar | TakeBack, now: float) -> None:
        """Change the match to what the board shows, after a person has confirmed it."""
        self._seat.propose(reading, now)

    @classmethod
    def end_all(cls) -> None:
        """Close the lines to all boards when the program ends."""
        sessions = {lease.session for users in cls._in_use.values() for lease in users}
        cls._in_use.clear()
        for session in sessions:
            session.close()

    @property
    def view(self) -> BoardReport:
        """Connection, differences, faults and their sentences, for drawing."""
        return self.session.view()

    def close(self) -> None:
        """Return the board to the lease that lent it; the last lease closes the line."""
        had_it = self._users[-1:] == [self]
        self._users.remove(self)
        if not self._users:
            self.session.close()
        elif had_it:
            self._users[-1]._sit()


def recording_file() -> Path | None:
    """Return the file in which a session is recorded; None if nothing can be written.

    The oldest recordings are deleted.
    """
    folder = data_folder() / "board-sessions"
    try:
        folder.mkdir(exist_ok=True)
        for old in sorted(folder.glob("*.jsonl"))[: 1 - RECORDINGS_KEPT]:
            old.unlink(missing_ok=True)
        path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{time.monotonic_ns() % 1000:03}.jsonl"
        path.touch()
    except OSError:
        return None
    return path


# The question whether to go on with the unfinished game or begin the requested one.
UNFINISHED = "unfinished"
Question = TakeBack | Ambiguous | Doubt | str


class BoardQuestion(Dialog):
    """A question raised by the board, which people may also answer on the board."""

    withdrawn = False

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        return Pop() if self.withdrawn else None


def unfinished(button: Callable[[], bool]) -> BoardQuestion:
    """Return the question whether the unfinished game goes on.

    `button` returns whether the board has a button.
    """

    def body() -> str:
        if button():
            return _(
                "On the board the button says yes, and so does playing on. Setting out the first "
                "position of a new game says no."
            )
        return _(
            "On the board playing on says yes. Setting out the first position of a new game says "
            "no."
        )

    return BoardQuestion(
        lambda: _("This is your unfinished game. Go on?"),
        lambda: [
            DialogButton(_("New game"), NEW_GAME, icon="plus"),
            DialogButton(_("Go on"), None, kind="main", icon="play"),
        ],
        body,
    )


def _refusal(view: BoardReport) -> bool:
    """Return whether the board has just reported an illegal attempt, which is shown immediately."""
    return isinstance(view.said, BoardMismatch) and bool(view.said.why)


@dataclass(frozen=True, kw_only=True)
class BoardCallbacks:
    """The callbacks that a sensor board calls in its scene."""

    # Redraw `wrong` and `faults`.
    signs_changed: Callable[[], None]
    # React to a piece that somebody has lifted.
    choice_changed: Callable[[], None]
    # Show why an attempt is not allowed.
    refused: Callable[[Attempt], None]
    # Return whether a question may be opened now.
    may_ask: Callable[[], bool]


class BoardController:
    """The sensor board in a scene; `hand` is what a person has chosen on the screen.

    `table` is the match that is played on the board. `wrong` are points where the board differs
    from that match, `faults` are points to be put right, and `doubted` points whose sensors are not
    trusted.
    """

    # Whether the scene lists the faults itself; if so, they need no toast.
    lists = False

    def __init__(
        self,
        services: AppServices,
        hand: Interaction,
        lease: BoardLease,
        table: MatchLike,
        callbacks: BoardCallbacks,
    ) -> None:
        self._services, self._hand, self._callbacks = services, hand, callbacks
        self.lease, self.table = lease, table
        if lease.session.companion:
            services.make_room()
        self.wrong: dict[Point, Piece | None] = {}
        self.faults: tuple[Point, ...] = ()
        self.doubted: tuple[Point, ...] = ()
        self.sentence = ""  # the sentence shown last
        self.hints: tuple[str, ...] = ()  # sentences about what may wait
        self._open: tuple[Question, BoardQuestion] | None = None
        self._waiting: deque[Question] = deque()

    @property
    def link(self) -> LinkPill:
        view = self.lease.view
        return board_link(view.connection, len(view.faults), len(view.doubted))

    def update(self) -> Change | None:
        """Process the readings of the board, which keep arriving while a question is open."""
        for reading in self.lease.poll(self._services.now):
            self.on_reading(reading)
        self.look(self.lease.view)
        return self._ask()

    def on_reading(self, reading: TrackerEvent) -> None:
        """Process one reading; a complete turn has already gone to the match."""
        if outdates(reading, self._open[0] if self._open is not None else None):
            self._withdraw()
        if is_question(reading):
            self._waiting.append(reading)
        elif isinstance(reading, Lifted):
            self._hand.press(reading.point)
            self._hand.release(None)
            self._callbacks.choice_changed()
        elif isinstance(reading, Agreed):
            self.sentence = ""

    # -- what it shows -----------------------------------------------------------------------------

    def look(self, view: BoardReport) -> None:
        """Draw the differences on the board immediately, and announce each only when it is new."""
        if view.doubted != self.doubted:
            self.doubted = view.doubted
            self._callbacks.signs_changed()
            self._services.invalidate()
        self.draw(tuple(fault.point for fault in view.faults), dict(view.differences))
        sentence = view.sentences[0] if view.sentences else ""
        if view.connection in ("lost", "refused"):
            sentence = view.words
        if sentence != self.sentence:
            self.sentence = sentence
            if sentence and self.lists and not _refusal(view):
                self._services.say(sentence)
            elif sentence:
                self._services.toast(sentence, "bad", "warning")
            if self.faults:
                self._explain()
        self._hint(view.hints)

    def _hint(self, hints: tuple[str, ...]) -> None:
        """Show new sentences about what may wait."""
        if hints != self.hints:
            new = [hint for hint in hints if hint not in self.hints]
            self.hints = hints
            if new:
                self._services.toast(new[0], "info", "board")

    def mark(self, overlay: Overlay) -> None:
        """Mark the board's differences, faults and doubted sensors on the drawn board."""
        overlay.wrong, overlay.faults, overlay.doubted = self.wrong, self.faults, self.doubted

    def draw(self, faults: tuple[Point, ...], wrong: dict[Point, Piece | None]) -> None:
        """Have the scene draw `faults` and `wrong` if they have changed."""
        if (faults, wrong) != (self.faults, self.wrong):
            self.faults, self.wrong = faults, wrong
            self._callbacks.signs_changed()
            self._services.invalidate()

    def _explain(self) -> None:
        """Show which rule forbids the piece that the board reports on a wrong point."""
        game, state = self.table.game, self.table.state
        gone = [point for point, piece in self.wrong.items() if piece is None]
        come = [point for point, piece in self.wrong.items() if piece is not None]
        if len(gone) > 1 or len(come) != 1 or come[0] in game.pieces(state):
            return
        tried = (*gone, *come)
        moves = any(action.source is not None for action in game.legal(state))
        if moves == bool(gone) and find(game, state, tried) is None:
            self._callbacks.refused(tried)

    # -- questions -----------------------------------------------------------------------------

    def _ask(self) -> Change | None:
        """Open the next question; only one is open at a time."""
        if not self._waiting or not self._callbacks.may_ask():
            return None
        question = self._waiting.popleft()
        dialog = self.question(question)
        self._open = question, dialog
        return Push(dialog)

    def _withdraw(self) -> None:
        """Withdraw all questions, because the board has changed since."""
        self._waiting.clear()
        if self._open is not None:
            self._open[1].withdrawn = True
        self._open = None

    def question(self, question: Question) -> BoardQuestion:
        """Return the dialog for a question."""
        if isinstance(question, str):
            return unfinished(lambda: self.lease.view.button)

        def now() -> Asked:
            return asked(question, self.table.game, self.lease.view)

        return BoardQuestion(
            lambda: now().title,
            lambda: [
                DialogButton(one.label, one.value, "main" if one.main else "plain", one.icon)
                for one in now().answers
            ],
            lambda: now().words,
        )

    def answered(self, result: object) -> Change | None:
        """Process the answer if the board asked the open question."""
        if self._open is not None:
            question, self._open = self._open[0], None
            self.answer(question, result)
        return None

    def answer(self, question: Question, result: object) -> None:
        """Pass the answer on to the board."""
        if isinstance(question, (Ambiguous, Doubt)):
            tell(question, result, self.lease.session)

    def close(self) -> None:
        self.lease.close()


@dataclass(frozen=True, kw_only=True)
class MatchBoardCallbacks(BoardCallbacks):
    """Requests that people make on the board of a match, besides turns."""

    # Confirm the turn that waits.
    confirm: Callable[[], object]
    # Hold a seat's turn until it is confirmed by the button.
    hold_turn: Callable[[Seat], None]
    # Begin the game that was requested.
    begin_anew: Callable[[], Change | None]
    # Show a hint, on the screen and with the board's lights.
    ask_hint: Callable[[], object]
    # Open the menu that ends a game.
    open_menu: Callable[[], Change]
    # Open the menu for choosing a side.
    choose_side: Callable[[], Change]


class MatchBoardController(BoardController):
    """The sensor board of a match in play, behind `target` (a port, url or "sim")."""

    lists = True

    def __init__(
        self,
        services: AppServices,
        panel: Panel,
        target: str,
        offers: OfferDialogs,
        pending: TurnConfirmation,
        callbacks: MatchBoardCallbacks,
        instead: MatchSpec | None,
    ) -> None:
        """`instead` is the requested game, if an unfinished match was found in its place."""
        match = panel.match
        lease = BoardLease(target, match, seats_by_hand(match.spec))
        super().__init__(services, panel.hand, lease, match, callbacks)
        self._match, self._offers, self._pending = match, offers, pending
        self._actions = callbacks
        self._offered = False
        # True until somebody answers whether the unfinished match goes on.
        self._wakes = instead is not None
        self._new = parse_setup(instead.setup) if instead is not None else None
        self._lit_hint: tuple[Action, ...] = ()  # the action of a hint that is lit
        # A change requested by a press; it waits until dialogs are closed.
        self._due: Callable[[], Change | None] | None = None
        # Whether the board has ever differed from the new game's first position.
        self._lay_otherwise = False
        if self._wakes:
            self._waiting.append(UNFINISHED)

    @property
    def tasks(self) -> BoardTasks | None:
        """What has to be put right on the board at the moment; None if all is well."""
        view = self.lease.view
        if view.connection != "connected":
            return BoardTasks((view.words,))
        return BoardTasks(view.sentences, view.summary) if view.sentences else None

    @property
    def _seats(self) -> set[Seat]:
        """Seats whose moves are made on the board; they may change during the match."""
        return seats_by_hand(self._match.spec)

    def update(self) -> Change | None:
        network = self._services.network
        self.lease.play_for([seat for seat in self._seats if not network.promised(seat)])
        # This comes before the readings, because the readings of a board being cleared would
        # withdraw the question.
        change = self._set_out_anew() or super().update()
        if self._due is not None and change is None and self._callbacks.may_ask():
            change, self._due = self._due(), None
        offered = bool(self._asked) or self._wakes or self._chooses
        if offered != self._offered:
            self._offered = offered
            self.lease.session.offer(offered)
        return change

    @property
    def port(self) -> PickLink:
        """Return the list of ports for the board, whose answer is the chosen port."""
        known, now = self._services.settings.known_boards, self._match.spec.board or "auto"
        listed = now in known or now in ("auto", "sim")
        return PickLink(now, known if listed else (now, *known))

    def plays(self, seat: Seat) -> bool:
        """Return whether this seat's moves are made on the board."""
        return seat in self._seats and not self._services.network.promised(seat)

    def answered(self, result: object) -> Change | None:
        if result == PORT:
            return Push(self.port)
        if not isinstance(result, Picked):
            return super().answered(result)
        self._match.spec = self._match.spec.with_(board=result.value)
        self._services.change_settings(**self._services.settings.using_board(result.value))
        self.lease.move(result.value)
        return None

    @property
    def _asked(self) -> list[Seat]:
        """Seats at the board that have yet to answer an offer."""
        return [seat for seat in self._offers.asked_here if seat in self._seats]

    @property
    def _chooses(self) -> bool:
        """Whether somebody at the board is to choose a side."""
        match = self._match
        choosing = not match.over and match.game.choosing(match.state)
        return choosing and match.to_move in self._seats

    def _set_out_anew(self) -> Change | None:
        """Begin the new game if its first position has been set out on the board.

        A board that has shown only that position from the beginning (an empty board, say) gives no
        answer.
        """
        new, match = self._new, self._match
        if not self._wakes or new is None or new.setup != match.game.setup:
            return None
        view = self.lease.view
        if view.connection != "connected" or not view.changed:
            return None  # no reading yet
        lying = {**match.game.pieces(match.state), **view.differences}
        colours = {point: piece.colour for point, piece in lying.items() if piece is not None}
        start = {point: piece.colour for point, piece in new.pieces(new.start()).items()}
        if colours != start:
            self._lay_otherwise = True
        if colours != start or not self._lay_otherwise:
            return None
        self._withdraw()
        return self._actions.begin_anew()

    def _withdraw(self) -> None:
        super()._withdraw()
        self._wakes = False

    def on_reading(self, reading: TrackerEvent) -> None:
        if self._wakes and isinstance(reading, Agreed):
            # The board only shows the unfinished position, which does not answer the question.
            return
        super().on_reading(reading)
        if isinstance(reading, Pressed):
            self._pressed(reading.length)
        elif isinstance(reading, TurnSoFar) and reading.complete and not reading.pressed:
            turns = self._match.turns
            made = bool(turns) and turns[-1].complete and turns[-1].before == reading.start
            if made and self._match.spec.by_button:
                self._actions.hold_turn(turns[-1].seat)

    def light_hint(self, answer: AssistantAnswer | None) -> None:
        """Light the first action of the hint that is on show."""
        hint: tuple[Action, ...] = ()
        if answer is not None and (answer.question, answer.state) == (HINT, self._match.state):
            hint = answer.actions[:1]
        if hint != self._lit_hint:
            self._lit_hint = hint
            self.lease.session.ask(hint)

    def _pressed(self, length: int) -> None:
        """Do what a press of this length means; docs/guide/board.md has the table."""
        question = self._open[0] if self._open is not None else None
        if length == VERY_LONG or (length and question == UNFINISHED):
            self._due = self._actions.begin_anew if length == LONG else self._actions.open_menu
            self._withdraw()
        elif self._wakes:
            self._withdraw()
        elif question is not None and (length or isinstance(question, Doubt)):
            second = f"{WHICH}1" if isinstance(question, Ambiguous) else None
            self.answer(question, second if length else GO_ON)
            self._withdraw()
        elif self._pending.waiting:
            self._actions.confirm()
        elif self._chooses:
            self._due = self._actions.choose_side
        elif self._asked and (yes := self._offers.accept(self._asked[0])) is not None:
            answer = Decline(yes.what, yes.seat, "board") if length else yes
            self._match.submit(answer, self._services.now)
        elif length:
            self._actions.ask_hint()

    def pressed_after_end(self) -> str:
        """Return the button's request since the last frame, and keep the board's edge lit.

        The result is REMATCH, OTHER_GAME, or "" for none.
        """
        self.lease.session.offer(True)
        for reading in self.lease.poll(self._services.now):
            if isinstance(reading, Pressed):
                return OTHER_GAME if reading.length else REMATCH
        return ""

    @property
    def ends_by_screen(self) -> bool:
        """True while a turn may have been made on a board that has no button to end it."""
        view, turns = self.lease.view, self._match.turns
        begun = bool(view.differences) or (bool(turns) and not turns[-1].complete)
        return view.connection == "connected" and not view.button and begun

    def answer(self, question: Question, result: object) -> None:
        self._wakes = False
        if not isinstance(question, TakeBack):
            super().answer(question, result)
        elif result == TAKE_BACK:
            self.lease.propose(question, self._services.now)
        else:
            self.lease.session.decline()
