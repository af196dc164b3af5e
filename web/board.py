"""The sensor board at the table of a tab. The page owns the port; bytes are passed through `send`.

The port protocol, the handshake, the drivers and the tracker are those of the desktop. This module
combines them into one board at one match, without threads.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable
from typing import Any

from game.platform.errors import in_words
from game.platform.i18n import _
from game.rules.events import Piece
from game.screen.play.board_questions import (
    GO_ON,
    TAKE_BACK,
    WHICH,
    asked,
    is_question,
    outdates,
    seats_by_hand,
    tell,
)
from game.table.match import Match
from hardware.drivers.registry import KINDS, Choices, Line
from hardware.drivers.translation import TranslatedBoard
from hardware.host import known_boards
from hardware.host.board_seat import BoardSeat
from hardware.host.conversation import CONNECTED, BoardConversation
from hardware.host.known_boards import KnownBoard, known_file
from hardware.host.layouts import LAYOUTS, points_of
from hardware.host.nameless_line import another_board, explain_loss, explain_silence, no_board
from hardware.tracking.tracker_events import (
    Ambiguous,
    Doubt,
    Pressed,
    TakeBack,
    TrackerEvent,
)
from hardware.wire.messages import BAUD, Welcome

Json = dict[str, Any]
# Maximum seconds for a device to identify itself as a board; some boards need two to boot.
ANSWER_S = 6.0
MOST_TASKS = 6  # if there are more sentences than this, the page shows a summary
MOST_BYTES = 1 << 16  # per call of `hear`; the page passes on far less
Question = TakeBack | Ambiguous | Doubt


class TabBoard:
    """A board that comes and goes, and the match it follows.

    `send` sends bytes to the board.  `drop` makes the page close the port.  Its argument is "other"
    if another device may be the board, "silent" if the same device should be opened again, else "".
    """

    def __init__(self, send: Callable[[bytes], None], drop: Callable[[str], None]) -> None:
        self._send, self._drop = send, drop
        self._talk = BoardConversation("")
        self._other: TranslatedBoard | None = None  # set for a board of another kind
        self._wanted = self._open = self._chosen = False
        self._usb = ""
        self._match: Match | None = None
        self._seat: BoardSeat | None = None
        self._question: Question | None = None
        self._waiting: deque[Question] = deque()
        # Number of people's moves when the board was lost; None while the board is connected.
        self._moves: int | None = None

    # -- the line --------------------------------------------------------------------------------

    def opened(self, now: float, data: Json) -> None:
        """Greet the device at a port that the page has opened.

        In `data`, `chosen` is true if a person just chose it and so may have a new board; `usb` is
        its identity; `kind` and `layout` describe a board of another kind. Raises ValueError,
        KeyError or LayoutError.
        """
        self._wanted, self._open, self._usb = True, True, str(data.get("usb", ""))
        self._chosen = bool(data.get("chosen"))
        kind = KINDS[str(data["kind"])] if data.get("kind") else None
        self._other = None
        if kind is not None:
            layout = str(data.get("layout") or kind.layout)
            driver = kind.make(Choices(layout, points_of(layout), kind.sides))
            self._other = TranslatedBoard(driver, f"{data['kind']} {self._usb}", kind.words)
        self._talk.opened(now, self._is_ours)

    def closed(self) -> None:
        """Note that the port is gone, as after its cable was pulled."""
        if self._open:
            self._open = False
            self._talk.problem = explain_loss()
            self._talk.closed()

    def leave(self, now: float) -> None:
        """Turn the board's lights off and forget it, because a person has put it away."""
        if self._open:
            self._talk.driver.marks = {}
            self._give(self._talk.step(now), now)
        self._wanted = self._open = False
        self._talk = BoardConversation("")
        self._withdraw()
        self.follow(self._match)

    def hear(self, data: bytes, now: float) -> None:
        """Receive bytes of the board, and answer."""
        if self._open:
            self._safely(now, bytes(data)[:MOST_BYTES])

    def _safely(self, now: float, data: bytes = b"") -> None:
        """Run a step; after a fault of our own, restart the conversation with the board."""
        try:
            self._step(now, data)
        except Exception:
            traceback.print_exc()
            self._talk.begin_anew(_("Reading the board failed; trying again"))
            self._talk.opened(now, self._is_ours)

    def _step(self, now: float, data: bytes) -> None:
        """Receive, think, and send what is due; close the port if no board answers."""
        if self._other is not None:
            self._other.heard(data, now)
            data = self._other.advance(now)
        self._talk.hear(data, now)
        self._give(self._talk.step(now), now)
        if self._talk.driver.connection is None:
            return self._give_up("other", another_board())
        missed = self._talk.missed(now, ANSWER_S)
        if missed is None:
            return
        if missed.silent:
            self._talk.problem = missed.line or explain_silence()
            self._talk.greet_again()
        elif self._talk.talked:
            self._give_up("silent", missed.line or explain_silence())
        elif not self._talk.driver.trouble:
            self._give_up("other", missed.line or no_board())

    def _give(self, out: bytes, now: float) -> None:
        if self._other is not None:
            self._other.feed(out, now)
            out = self._other.to_board(now)
        if out:
            self._send(out)

    def _give_up(self, why: str, problem: str) -> None:
        self._open = False
        self._talk.problem = problem
        self._talk.closed()
        self._drop(why)

    def _is_ours(self, welcome: Welcome) -> bool:
        """Return whether this is the board used last, or a board that was just chosen."""
        number, path = f"{welcome.board_id:08x}", known_file()
        last = next(iter(known_boards.read(path).boards), None)
        if not self._chosen and last is not None and last.number != number:
            return False
        self._chosen = False
        known_boards.note(path, KnownBoard(number, welcome.name, "", self._usb))
        return True

    # -- the match -------------------------------------------------------------------------------

    def follow(self, match: Match | None) -> None:
        """Follow this match from now on; None turns the lights off and stops reading."""
        self._match, self._seat = match, None
        self._withdraw()
        self._talk.poll()  # discards what was read for another match
        self._talk.driver.shown = {} if match is None else None
        if match is not None:
            self._seat = BoardSeat(match, self._talk, seats_by_hand(match.spec), in_words)

    def tick(self, now: float) -> None:
        """Run the connection, handle readings, and open the next question."""
        if self._open:
            self._safely(now)
        if self._seat is not None:
            for reading in self._seat.poll(now):
                self._on_reading(reading, now)
        if self._question is None and self._waiting:
            self._question = self._waiting.popleft()
        self._talk.refresh()

    def _on_reading(self, reading: TrackerEvent, now: float) -> None:
        """Handle a reading; the match already has the turns made on the board."""
        if outdates(reading, self._question):
            self._withdraw()
        if is_question(reading):
            self._waiting.append(reading)
        elif isinstance(reading, Pressed) and self._question is not None:
            second = f"{WHICH}1" if isinstance(self._question, Ambiguous) else None
            if reading.length or isinstance(self._question, Doubt):
                self.answer(second if reading.length else GO_ON, now)

    def answer(self, value: str | None, now: float) -> None:
        """Answer the open question."""
        question, self._question = self._question, None
        if isinstance(question, TakeBack):
            if value == TAKE_BACK and self._seat is not None:
                self._seat.propose(question, now)
            else:
                self._talk.driver.decline()
        elif question is not None:
            tell(question, value, self._talk.driver)

    def press(self, now: float) -> None:
        """End the turn, for a board without a button."""
        self._talk.driver.press(now)

    def _withdraw(self) -> None:
        self._waiting.clear()
        self._question = None

    def holds(self) -> bool:
        """Return whether clocks are held, because the seat to move needs a board that is missing.

        They are not held if a person has made a move on the screen since the board was lost.
        """
        match = self._match
        if match is None or not self._wanted or self._talk.view.connection == CONNECTED:
            self._moves = None
            return False
        seats = match.spec.seats
        moves = sum(seats[entry.seat].kind != "engine" for entry in match.entries)
        if self._moves is None:
            self._moves = moves
        waits = match.to_move in seats_by_hand(match.spec) and not match.over
        return match.clock.timed and waits and self._moves == moves

    # -- the page --------------------------------------------------------------------------------

    def told(self) -> Json | None:
        """Return what the page shows about the board, in the current language; None without one."""
        if not self._wanted:
            return None
        match, view = self._match, self._talk.view
        there = view.connection == CONNECTED and match is not None
        begun = match is not None and bool(match.turns) and not match.turns[-1].complete
        tasks = view.summary if len(view.sentences) > MOST_TASKS else view.sentences
        return {
            "state": view.connection,
            "words": "" if there and tasks else view.words,
            "tasks": list(tasks) if there else [],
            "hints": list(view.hints),
            "question": self._asked(),
            "wrong": {point: _listed(piece) for point, piece in view.differences.items() if there},
            "faults": sorted({one.point for one in view.faults}) if there else [],
            "doubted": list(view.doubted) if there else [],
            "lifted": view.lifted if there else None,
            "ends": there and not view.button and (bool(view.differences) or begun),
        }

    def _asked(self) -> Json | None:
        """Return the open question as the page shows it."""
        if self._question is None or self._match is None:
            return None
        said = asked(self._question, self._match.game, self._talk.view)
        answers = [
            {"label": one.label, "value": one.value, "main": one.main} for one in said.answers
        ]
        return {"title": said.title, "words": said.words, "answers": answers}


def _listed(piece: Piece | None) -> list[Any] | None:
    return None if piece is None else [piece.colour, piece.seat, piece.mark]


def kinds_of_boards() -> list[Json]:
    """Return the kinds of boards on a serial line, ours first, with their speed and layouts."""
    ours = {"key": "", "title": "Less is More", "baud": BAUD, "layouts": []}
    others = [
        {
            "key": key,
            "title": _(kind.words),
            "baud": kind.baud,
            "layouts": list(LAYOUTS) if "layout" in kind.options else [],
        }
        for key, kind in KINDS.items()
        if kind.line is Line.SERIAL
    ]
    return [ours, *others]
