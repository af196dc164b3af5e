"""A driver for a board of another kind, written from hardware/DRIVERS.md: here an invented one.

The "Octo" has six by six points, tells which side of a piece is up, and has a lamp at each point, a
button and a clock. At 57600 baud it sends a line for each change, and all points when it receives
"?":

    #c4,2,81230            point, state, the board's own milliseconds
    #all,000...,81230      36 states, row by row from the nearest row on
    #btn,81230             the button

It accepts "!" and a letter for each point: "." dark, "o" steady, "x" blinking.

`python -m examples.board_driver` feeds it what you type.  To play on it, add `"octo": OCTO` to
`KINDS` in `hardware/drivers/registry.py`, and name it: --board octo:/dev/ttyUSB0
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hardware.drivers.driver import Abilities, ButtonPress, Sensed, Senses
from hardware.drivers.registry import Choices, Kind
from hardware.wire.messages import Blink
from hardware.wire.palette import COLOURS

MOST_LINE_BYTES = 100  # a longer unfinished line is damaged, and only this much of it is kept


class Octo:
    """The board; `said.labels` are its points in the order of the layout."""

    def __init__(self, said: Choices) -> None:
        self.abilities = Abilities(
            *(said.layout, len(said.labels)),
            sides=True,
            lights=True,
            button=True,
            ask_s=1.0,
            answers=True,
        )
        self.understood = 0
        self._index = {label: number for number, label in enumerate(said.labels)}
        self._senses = Senses(len(said.labels), sides=True)
        self._rest = b""

    def ask(self) -> bytes:
        """Return the request for all points."""
        return b"?"

    def feed(self, data: bytes) -> list[Sensed]:
        """Return what the board senses, from all lines that are complete with these bytes."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-MOST_LINE_BYTES:]
        return [
            one for line in lines for one in self._read(line.strip().decode("ascii", "replace"))
        ]

    def _read(self, line: str) -> list[Sensed]:
        start, *words = line.partition("#")[2].split(",")
        if not words or not (words[-1].isascii() and words[-1].isdecimal()) or len(words[-1]) > 10:
            return []
        ms = int(words[-1]) & 0xFFFFFFFF
        if start == "btn" and len(words) == 1:
            self.understood += 1
            return [ButtonPress(ms)]
        if len(words) != 2 or not words[0] or not set(words[0]) <= set("012"):
            return []
        states = [int(sign) for sign in words[0]]
        if start == "all" and len(states) == len(self._index):
            self.understood += 1
            return self._senses.picture(states, ms)
        if start in self._index and len(states) == 1:
            self.understood += 1
            return self._senses.change(self._index[start], states[0], ms)
        return []

    def light(self, codes: Sequence[int]) -> bytes:
        """Return the line that lights the points.

        A lamp has no colours: it is steady for a code whose colour is steady, and blinks for other
        codes.
        """
        known = [*codes, *[0] * len(self._index)][: len(self._index)]
        return b"!" + "".join(map(_sign, known)).encode()


def _sign(code: int) -> str:
    if code == 0:
        return "."
    return "o" if code < len(COLOURS) and COLOURS[code].blink == Blink.STEADY else "x"


OCTO = Kind("Octo", Octo, baud=57600, layout="squares-6", options=frozenset({"layout"}))


if __name__ == "__main__":
    from hardware.host.layouts import points_of

    octo = Octo(Choices("squares-6", points_of("squares-6")))
    for typed in sys.stdin:
        print(*octo.feed(typed.encode()), sep="\n")
