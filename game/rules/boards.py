"""Line boards of More or Less: reading and checking board files.

The one place of the rulebook that opens a file: the boards shipped in `assets/boards` and any
file of the same format.  A board file is a JSON object with `name`, `points` (label to [x, y],
rim radius 1, y up), `lines` (lists of labels in order along a straight line), `centre` (label)
and, if wanted, `description`, `comment` and `rim` (labels round the rim, drawn but not moved on).
"""

from __future__ import annotations

import json
import math
import re
from itertools import combinations
from pathlib import Path
from typing import Any

from game.paths import ASSETS
from game.rules.errors import BoardError
from game.rules.topology import Topology, adjacent_along

BOARDS = ASSETS / "boards"
COUNTERS = 25
LABEL = re.compile(r"[a-z][a-z0-9]{0,5}")  # nothing that action or setup notation needs
SAME_PLACE = 1e-4  # of the rim radius
OFF_LINE = 0.02  # of the rim radius: how far from straight a drawn line may be


def shipped_boards() -> list[str]:
    """Names of the boards that come with the program."""
    return sorted(path.stem for path in BOARDS.glob("*.json"))


def read_board(name: str) -> str:
    """The text of a shipped board or of a board file.  Raises BoardError if it cannot be read."""
    path = BOARDS / f"{name}.json" if name in shipped_boards() else Path(name)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BoardError(f"board {name}: not a text file, expected a JSON board file") from None
    except OSError as error:
        known = ", ".join(shipped_boards())
        raise BoardError(
            f"board {name}: cannot be read ({error.strerror}); "
            f"expected one of {known} or the path of a board file"
        ) from None


def parse_board(text: str, source: str = "board") -> Topology:
    """The board described by JSON `text`; `source` names it in errors.  Raises BoardError."""
    return _BoardReader(source).read(text)


class _BoardReader:
    """Checks one board file from the outside in; every complaint names the file and the field."""

    def __init__(self, source: str) -> None:
        self.source = source

    def read(self, text: str) -> Topology:
        data = self._json(text)
        name = data.get("name", Path(self.source).stem)
        if not isinstance(name, str):
            self._fail(f"name is {name!r}, expected a text")
        points = self._points(data.get("points"))
        lines = self._lines(data.get("lines"), points)
        self._check_lines(lines, points)
        centre = data.get("centre")
        if centre not in points:
            self._fail(f"centre is {centre!r}, expected the label of one of its points")
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

    def _fail(self, complaint: str) -> None:
        raise BoardError(f"board {self.source}: {complaint}")

    def _json(self, text: str) -> dict[str, Any]:
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise BoardError(
                f"board {self.source}: line {error.lineno}, column {error.colno}: {error.msg}; "
                "expected a JSON object"
            ) from None
        except RecursionError:
            raise BoardError(f"board {self.source}: nested too deeply") from None
        if not isinstance(data, dict):
            self._fail(f"holds a JSON {type(data).__name__}, expected an object")
        assert isinstance(data, dict)
        return data

    def _points(self, found: Any) -> dict[str, tuple[float, float]]:
        if not isinstance(found, dict):
            self._fail("points are missing, expected an object of labels with [x, y]")
        points = {label: self._place(label, place) for label, place in found.items()}
        if len(points) <= COUNTERS:
            self._fail(f"has {len(points)} points, expected more than the {COUNTERS} counters")
        cells: dict[tuple[int, int], str] = {}
        for label, (x, y) in points.items():
            cell = round(x / SAME_PLACE), round(y / SAME_PLACE)
            for near in ((cell[0] + i, cell[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
                if near in cells:
                    self._fail(f"points {cells[near]} and {label} lie in one place ({x:g}, {y:g})")
            cells[cell] = label
        return points

    def _place(self, label: str, place: Any) -> tuple[float, float]:
        if not LABEL.fullmatch(label) or label == "pass":
            self._fail(f"point label {label!r}, expected a letter a-z and then letters or digits")
        if (
            not isinstance(place, list)
            or len(place) != 2
            or not all(type(value) in (int, float) and math.isfinite(value) for value in place)
        ):
            self._fail(f"point {label} is at {place!r}, expected two numbers [x, y]")
        if max(map(abs, place)) > 1.5:
            self._fail(f"point {label} is at {place!r}, expected a place within the rim radius 1")
        return float(place[0]), float(place[1])

    def _lines(
        self, found: Any, points: dict[str, tuple[float, float]]
    ) -> tuple[tuple[str, ...], ...]:
        if not isinstance(found, list) or not found:
            self._fail("lines are missing, expected a list of lists of point labels")
        for number, line in enumerate(found, start=1):
            if not isinstance(line, list) or len(line) < 2:
                self._fail(f"line {number} is {line!r}, expected a list of two or more points")
            for label in line:
                if not isinstance(label, str) or label not in points:
                    self._fail(f"line {number} names the unknown point {label!r}")
            if len(set(line)) != len(line):
                twice = next(label for label in line if line.count(label) > 1)
                self._fail(f"line {number} passes the point {twice} twice")
        return tuple(tuple(line) for line in found)

    def _check_lines(
        self, lines: tuple[tuple[str, ...], ...], points: dict[str, tuple[float, float]]
    ) -> None:
        on_lines = {label for line in lines for label in line}
        for label in points:
            if label not in on_lines:
                self._fail(f"point {label} lies on no line")
        pairs: dict[frozenset[str], int] = {}
        for number, line in enumerate(lines, start=1):
            self._check_straight(number, line, points)
            for pair in map(frozenset, combinations(line, 2)):
                if pair in pairs:
                    self._fail(
                        f"lines {pairs[pair]} and {number} share the points "
                        f"{' and '.join(sorted(pair))}, expected one at most"
                    )
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
                self._fail(f"line {number} is not straight at {label}")
            along = dx * ux + dy * uy
            if along <= reached:
                self._fail(f"line {number} turns back at {label}, expected points in order")
            reached = along

    def _rim(self, found: Any, points: dict[str, tuple[float, float]]) -> tuple[str, ...]:
        if not isinstance(found, list):
            self._fail(f"rim is {found!r}, expected a list of point labels")
        for label in found:
            if not isinstance(label, str) or label not in points:
                self._fail(f"rim names the unknown point {label!r}")
        return tuple(found)
