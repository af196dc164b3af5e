"""Line boards of More or Less: reading and checking board files.

This is the only module of the rules that opens files: the boards shipped in `assets/boards`, and
any file of the same format. A board file is a JSON object with `name`, `points` (label to [x, y],
rim radius 1, y up), `lines` (lists of labels in order along a straight line) and `centre` (label).
Optional fields are `description`, `comment` and `rim` (labels round the rim, a line that is drawn
but not used for moves).
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NoReturn

from game.platform import untrusted
from game.platform.paths import ASSETS
from game.platform.untrusted import InputError
from game.rules.errors import BoardError
from game.rules.topology import Topology, adjacent_along

BOARDS = ASSETS / "boards"
COUNTERS = 25
MOST_BYTES = 1_000_000  # size limit of a file
# Maximum number of points of a board, because all pairs on lines are checked.
MOST_POINTS = 500
# No label contains a character of the notation of actions or setups.
LABEL = re.compile(r"[a-z][a-z0-9]{0,5}")
SAME_PLACE = 1e-4  # Points closer than this share of the rim radius count as the same place.
OFF_LINE = 0.02  # largest deviation of a point from a straight line, as a share of the rim radius


def shipped_boards() -> list[str]:
    """Return the names of the boards that come with the program."""
    return sorted(path.stem for path in BOARDS.glob("*.json"))


def read_board(name: str) -> str:
    """Return the text of a shipped board or of a board file.

    Raises BoardError if it cannot be read.
    """
    path = BOARDS / f"{name}.json" if name in shipped_boards() else Path(name)
    try:
        return untrusted.read_text(path, MOST_BYTES)
    except InputError as error:
        raise BoardError("board-input", why=error) from None
    except OSError as error:
        known = ", ".join(shipped_boards())
        raise BoardError("board-unread", name=name, reason=error, known=known) from None


@lru_cache(maxsize=16)  # Each game made from a setup string uses one of a few boards.
def parse_board(text: str, source: str = "board") -> Topology:
    """Return the board described by JSON `text`; `source` names it in errors.

    Raises BoardError.
    """
    return _BoardReader(source).read(text)


class _BoardReader:
    """A reader that checks one board file; every error names the file and the field."""

    def __init__(self, source: str) -> None:
        self.source = source

    def read(self, text: str) -> Topology:
        """Return the board in `text`. Raises BoardError."""
        data = self._json(text)
        name = data.get("name", Path(self.source).stem)
        if not isinstance(name, str):
            self._fail("board-field", field="name", found=name, wanted="a text")
        points = self._points(data.get("points"))
        lines = self._lines(data.get("lines"), points)
        self._check_lines(lines, points)
        centre = data.get("centre")
        if not isinstance(centre, str) or centre not in points:
            wanted = "the label of one of its points"
            self._fail("board-field", field="centre", found=centre, wanted=wanted)
        return Topology(
            name=name,
            kind="lines",
            size=0,
            points=tuple(points),
            xy=points,
            neighbours=adjacent_along(lines),
            lines=lines,
            centre=centre,
            rim=self._rim(data.get("rim", []), points),
        )

    def _fail(self, code: str, **fields: object) -> NoReturn:
        raise BoardError(code, name=self.source, **fields) from None

    def _json(self, text: str) -> dict[str, Any]:
        try:
            data = untrusted.parse_json(text, self.source, MOST_BYTES)
        except InputError as error:
            raise BoardError("board-input", why=error) from None
        if not isinstance(data, dict):
            self._fail("no-board", kind=type(data).__name__)
        return data

    def _points(self, found: Any) -> dict[str, tuple[float, float]]:
        if not isinstance(found, dict):
            self._fail("no-points")
        points = {label: self._place(label, place) for label, place in found.items()}
        if len(points) <= COUNTERS:
            self._fail("few-points", count=len(points), counters=COUNTERS)
        if len(points) > MOST_POINTS:
            self._fail("many-points", count=len(points), most=MOST_POINTS)
        cells: dict[tuple[int, int], str] = {}
        for label, (x, y) in points.items():
            cell = round(x / SAME_PLACE), round(y / SAME_PLACE)
            for near in ((cell[0] + i, cell[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
                if near in cells:
                    self._fail("one-place", one=cells[near], other=label, x=x, y=y)
            cells[cell] = label
        return points

    def _place(self, label: str, place: Any) -> tuple[float, float]:
        if not LABEL.fullmatch(label) or label == "pass":
            self._fail("point-label", label=label)
        if (
            not isinstance(place, list)
            or len(place) != 2
            or not all(type(value) in (int, float) and math.isfinite(value) for value in place)
        ):
            self._fail("point-place", label=label, place=place)
        if max(map(abs, place)) > 1.5:
            self._fail("point-outside", label=label, place=place)
        return float(place[0]), float(place[1])

    def _lines(
        self, found: Any, points: dict[str, tuple[float, float]]
    ) -> tuple[tuple[str, ...], ...]:
        if not isinstance(found, list) or not found:
            self._fail("no-lines")
        for number, line in enumerate(found, start=1):
            if not isinstance(line, list) or len(line) < 2:
                self._fail("no-line", number=number, found=line)
            for label in line:
                if not isinstance(label, str) or label not in points:
                    self._fail("line-point", number=number, label=label)
            if len(set(line)) != len(line):
                twice = next(label for label in line if line.count(label) > 1)
                self._fail("line-twice", number=number, label=twice)
        return tuple(tuple(line) for line in found)

    def _check_lines(
        self, lines: tuple[tuple[str, ...], ...], points: dict[str, tuple[float, float]]
    ) -> None:
        on_lines = {label for line in lines for label in line}
        for label in points:
            if label not in on_lines:
                self._fail("off-lines", label=label)
        pairs: dict[frozenset[str], int] = {}
        for number, line in enumerate(lines, start=1):
            self._check_straight(number, line, points)
            for pair in map(frozenset, combinations(line, 2)):
                if pair in pairs:
                    shared = " and ".join(sorted(pair))
                    self._fail("lines-share", one=pairs[pair], other=number, points=shared)
                pairs[pair] = number

    def _check_straight(
        self, number: int, line: tuple[str, ...], points: dict[str, tuple[float, float]]
    ) -> None:
        (x0, y0), (x1, y1) = points[line[0]], points[line[-1]]
        length = math.hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        reached = -1.0
        for label in line:
            dx, dy = points[label][0] - x0, points[label][1] - y0
            if abs(dx * uy - dy * ux) > OFF_LINE:
                self._fail("line-bent", number=number, label=label)
            along = dx * ux + dy * uy
            if along <= reached:
                self._fail("line-back", number=number, label=label)
            reached = along

    def _rim(self, found: Any, points: dict[str, tuple[float, float]]) -> tuple[str, ...]:
        if not isinstance(found, list):
            wanted = "a list of point labels"
            self._fail("board-field", field="rim", found=found, wanted=wanted)
        for label in found:
            if not isinstance(label, str) or label not in points:
                self._fail("rim-point", label=label)
        return tuple(found)
