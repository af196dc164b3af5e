"""Boards of DGT, through the local interface of LiveChess, a program of their maker. Sans I/O.

Written from public programs that use this interface: JSON over a WebSocket of this machine, here
one message a line.

    {"id": 1, "call": "eboards"}   answered by a list of boards, each with its serial number and
                                   its state: ACTIVE, INACTIVE, NOTRESPONDING, DELAYED
    {"id": 2, "call": "subscribe", "param": {"feed": "eboardevent", "id": 1,
                                             "param": {"serialnr": "..."}}}
                                   then a message comes whenever a piece moves; its "board" has the
                                   placement as in FEN, from the far side on
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from game.platform import untrusted
from hardware.drivers import chess
from hardware.drivers.driver import Sensed, Senses

ASK_S = 1.0  # seconds without a message before the next request
MOST_LINE_BYTES = 100_000  # bytes of the longest message kept
PRESENT = ("ACTIVE", "INACTIVE", "DELAYED")
Message = dict[str, object]


class LiveChess:
    """The board with this serial number in LiveChess; "" is the first one present."""

    def __init__(self, sides: bool = True, serial: str = "") -> None:
        self.abilities = chess.abilities(sides, ASK_S, lights=False)
        self.understood = 0
        self._senses = Senses(chess.SQUARES, sides)
        self._wanted = serial
        self._serial = ""
        self._told = False  # whether the chosen board's subscription has sent anything
        self._rest = b""

    def ask(self) -> bytes:
        """Request the list of boards, and the chosen board's changes until they come."""
        asked: list[Message] = [{"id": 1, "call": "eboards"}]
        if self._serial and not self._told:
            feed = {"feed": "eboardevent", "id": 1, "param": {"serialnr": self._serial}}
            asked.append({"id": 2, "call": "subscribe", "param": feed})
        return b"".join(json.dumps(one).encode() + b"\n" for one in asked)

    def light(self, codes: Sequence[int]) -> bytes:
        """Show nothing: such boards have no lights."""
        return b""

    def feed(self, data: bytes) -> list[Sensed]:
        """Return the changes in the messages that are complete."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-MOST_LINE_BYTES:]
        return [one for line in lines if line.strip() for one in self._read(line)]

    def _read(self, line: bytes) -> list[Sensed]:
        try:
            message = untrusted.parse_json(line.decode("utf-8"), "JSON")
        except (ValueError, RecursionError):
            return []
        if not isinstance(message, dict):
            return []
        told = message.get("param")
        if message.get("response") == "call" and isinstance(told, list):
            boards = [one for one in told if isinstance(one, dict)]
            return [one for board in boards for one in self._listed(board)]
        if message.get("response") == "feed" and isinstance(told, dict):
            self._told = True
            return self._picture(told)
        return []

    def _listed(self, board: Message) -> list[Sensed]:
        serial = str(board.get("serialnr", ""))
        if board.get("state") not in PRESENT or serial != (self._wanted or self._serial or serial):
            return []
        self._serial = serial
        self.understood += 1
        return self._picture(board)

    def _picture(self, board: Message) -> list[Sensed]:
        states = _placement(str(board.get("board") or ""))
        if not states:
            return []
        self.understood += 1
        return self._senses.picture(states)


def _placement(text: str) -> list[int]:
    """Return the states of a placement in our order; [] if the text is not a placement."""
    states: list[int] = []
    rows = text.split(" ")[0].split("/")
    for row in rows:
        before = len(states)
        for sign in row:
            if sign in "12345678":
                states += [0] * int(sign)
            elif sign in "KQRNBPkqrnbp":
                states.append(chess.colour_of(sign))
            else:
                return []
        if len(states) - before != chess.SIDE:
            return []
    return chess.from_far_side(states) if len(rows) == chess.SIDE else []
