"""Learning a board's words for its points: a person touches each point in turn.  Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hardware.drivers.text_matrix import ANY_CHANGE, MOST_LINE_BYTES

MAP_LINE = re.compile(r"(\S+)\s+([a-z]\d{1,2})")


class Learner:
    """Asks for the points of a layout one by one; `names` holds the words known so far."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = labels
        self.names: dict[str, str] = {}
        self._rest = b""

    @property
    def asked(self) -> str:
        """The point to touch now; "" when all are known."""
        return self.labels[len(self.names)] if len(self.names) < len(self.labels) else ""

    def feed(self, data: bytes) -> bool:
        """Read what the board prints; return whether it has named the requested point.

        A known word is ignored: the hand has not left the last point yet.
        """
        *lines, rest = (self._rest + data).replace(b"\r", b"\n").split(b"\n")
        self._rest = rest[-MOST_LINE_BYTES:]
        for line in lines:
            found = ANY_CHANGE.fullmatch(line.decode("ascii", "replace").strip().lower())
            if found and found[2] != "0" and found[1] not in self.names and self.asked:
                self.names[found[1]] = self.asked
                return True
        return False

    def text(self) -> str:
        """Return the map as the text of a file: a word and its point on each line."""
        return "".join(f"{word} {point}\n" for word, point in self.names.items())


def read_map(text: str, name: str) -> Mapping[str, str]:
    """Return the points of a map by their words.  Raises ValueError for any other line."""
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        found = MAP_LINE.fullmatch(line.strip())
        if found is None:
            raise ValueError(f"{name}, line {number}: a word and a point were expected, as: 17 c4")
        names[found[1].lower()] = found[2]
    return names
