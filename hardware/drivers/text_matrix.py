"""Boards that print text: a line for each change, or pictures of rows.  Sans I/O.

    c4 1          a piece is on c4 now; 0 nothing, 2 the other side up (or the board's own word
                  for the point, which `board learn` has written into a map)
    110000        a picture: rows of 0, 1 and 2 from the far side to the near one, as many rows as
    ......        the board has; "." is 0, "#" is 1; spaces between do not count
    c4 1 81230    the same with the board's own time in milliseconds, from millis()
    button        the button was pressed; a time may follow here, too

Any other line, such as a banner at boot, is skipped.  A picture counts when its last row is here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from game.platform.i18n import _
from hardware.drivers.driver import Abilities, ButtonPress, Sensed, Senses

# seconds without a message before a request, which makes some boards send everything again
ASK_S = 5.0
MOST_LINE_BYTES = 200  # bytes of the longest line kept; no valid line is longer
# The word of the point, its state, and the time.
ANY_CHANGE = re.compile(r"([^\s=:,]+)\s*[ =:,]\s*([012])(?:\s*[ :,]\s*(\d{1,10}))?")
PRESS = re.compile(r"button(?:\s*[ :,]\s*(\d{1,10}))?")
ROW = re.compile(r"[012.#]+")
FACES = {".": 0, "#": 1, "0": 0, "1": 1, "2": 2}


class TextMatrix:
    """A board of squares, or of any layout if it names its points.

    `labels` are the points of the layout in order; `names` maps the board's own words to them, if
    it does not use the labels.  `inverted`: the board sends 0 for an occupied point, like switches
    with pull-ups, and does not sense sides.  Raises ValueError for an unknown point in `names`.
    """

    def __init__(
        self,
        layout: str,
        labels: Sequence[str],
        sides: bool = False,
        names: Mapping[str, str] | None = None,
        button: bool = False,
        inverted: bool = False,
    ) -> None:
        self.abilities = Abilities(layout, len(labels), sides, button=button, ask_s=ASK_S)
        self.understood = 0
        index = {label: number for number, label in enumerate(labels)}
        if names and (strange := [point for point in names.values() if point not in index]):
            words = _("{point} is no point of this board")
            raise ValueError(words.format(point=", ".join(strange)))
        self._index = {word: index[point] for word, point in names.items()} if names else index
        self._side = round(len(labels) ** 0.5) if layout.startswith("squares-") else 0
        self._senses = Senses(len(labels), sides)
        self._inverted = inverted and not sides
        self._rest = b""
        self._rows: list[str] = []

    def ask(self) -> bytes:
        """Return a line end, which most sketches ignore."""
        return b"\n"

    def light(self, codes: Sequence[int]) -> bytes:
        """Show nothing: such boards have no lights."""
        return b""

    def feed(self, data: bytes) -> list[Sensed]:
        """Return the changes in the lines that are complete; never raises."""
        *lines, rest = (self._rest + data).replace(b"\r", b"\n").split(b"\n")
        self._rest = rest[-MOST_LINE_BYTES:]
        out: list[Sensed] = []
        for line in lines:
            out += self._read(line.decode("ascii", "replace").strip().lower())
        return out

    def _read(self, line: str) -> list[Sensed]:
        row = line.replace(" ", "")
        if self._side and ROW.fullmatch(row) and len(row) == self._side:
            self._rows.append(row)
            return self._picture() if len(self._rows) == self._side else []
        if line:  # CR LF also makes an empty line.
            self._rows.clear()
        if found := PRESS.fullmatch(line):
            self.understood += 1
            return [ButtonPress(_ms(found[1]))]
        found = ANY_CHANGE.fullmatch(line)
        if found is None or found[1] not in self._index:
            return []
        self.understood += 1
        return self._senses.change(self._index[found[1]], self._face(found[2]), _ms(found[3]))

    def _face(self, sign: str) -> int:
        return int(not FACES[sign]) if self._inverted else FACES[sign]

    def _picture(self) -> list[Sensed]:
        rows, self._rows = self._rows, []
        self.understood += 1
        return self._senses.picture([self._face(sign) for row in reversed(rows) for sign in row])


def _ms(text: str | None) -> int:
    """Return the time in a line; 0 if there is none."""
    return max(1, int(text) & 0xFFFFFFFF) if text else 0
