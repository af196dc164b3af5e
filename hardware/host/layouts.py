"""The mapping from the points of a board to the points of a game.  Pure.

A board reports its layout when it connects ("decagon-81", "hexagon-7", "squares-8").  A game of the
same layout uses all its points.  A smaller hexagon is played in the middle of a larger one, a
smaller square board at its lower left corner.

"decagon-81+track" is the same board with a readable track: its places follow the game's points.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from itertools import product

from game.platform.i18n import _
from game.rules.base import Game
from game.rules.boards import parse_board, read_board, shipped_boards
from game.rules.errors import BoardError, RulesError
from game.rules.registry import parse_setup, titles, with_lot
from game.rules.topology import Point, Topology, hexagon, squares
from hardware.tracking.track import READABLE, MarkerTrack, is_readable, track_of, without_track
from hardware.wire.messages import LAYOUT_BYTES

FILE = ".json"  # ending of a board file's name
# maximum number of columns and rows of switches: the firmware has no more pins
MATRIX_COLUMNS = MATRIX_ROWS = 8
ROWS_PER_COLUMN = 16  # channel = column x 16 + row
LAYOUTS = (  # layouts that a person may choose from
    *("squares-6", "squares-8", "hexagon-3", "hexagon-5", "hexagon-6", "hexagon-7"),
    *("decagon-51", "decagon-71", "decagon-81"),
)
LARGEST = {"hexagon": 8, "squares": 11}  # sides of the largest boards of a kind


class LayoutError(ValueError):
    """The board lacks points that this game needs; the message is meant for people."""


def as_said(name: str) -> str:
    """Return a layout's name cut to the bytes that a board can report; custom names may be long."""
    return name.encode("utf-8")[:LAYOUT_BYTES].decode("utf-8", "ignore")


def _is_small_number(text: str) -> bool:
    """Return whether this is a number of at most three digits, since any text may arrive."""
    return text.isdecimal() and len(text) <= 3


def places_on(layout: str, count: int, topology: Topology) -> tuple[int, ...]:
    """Return the board's point number for each point of `topology`.  Raises LayoutError."""
    if without_track(layout) in (topology.name, as_said(topology.name), "") and count >= len(
        topology
    ):
        return tuple(range(len(topology)))
    kind, _dash, size = layout.rpartition("-")
    largest = LARGEST.get(kind, 0)  # a board may claim any size
    if kind == topology.kind and _is_small_number(size) and topology.size <= int(size) <= largest:
        within = _within_hexagon if kind == "hexagon" else _within_squares
        places = within(topology, int(size))
        if max(places) < count:
            return places
    raise LayoutError(
        _(
            "The board is laid out as {found} with {count} points; this game needs {wanted} "
            "with {needed}"
        ).format(found=layout, count=count, wanted=topology.name, needed=len(topology))
    )


def track_places(layout: str, count: int, game: Game) -> dict[Point, int]:
    """Return the board's numbers of the places of the game's track; empty for most boards."""
    track = track_of(game)
    plain = len(game.topology)
    if track is None or layout != game.topology.name + READABLE:
        return {}
    if count < plain + len(track.points):
        return {}  # The board claims a track but lacks the points.
    return {label: plain + number for number, label in enumerate(track.points)}


def _within_hexagon(small: Topology, size: int) -> tuple[int, ...]:
    """Return the points of a hexagon in the middle of a larger one.

    Both coordinates move by the same amount.
    """
    larger, shift = hexagon(size).index, size - small.size
    return tuple(
        larger[f"{chr(ord(label[0]) + shift)}{int(label[1:]) + shift}"] for label in small.points
    )


def _within_squares(small: Topology, size: int) -> tuple[int, ...]:
    """Return the points of a square board at the lower left corner of a larger one."""
    larger = squares(size).index
    return tuple(larger[label] for label in small.points)


def layout_named(name: str) -> Topology:
    """Return the topology that a layout's name or a board file describes.  Raises LayoutError."""
    name = without_track(name)
    kind, _dash, size = name.rpartition("-")
    if _is_small_number(size) and 2 <= int(size) <= LARGEST.get(kind, 0):
        return hexagon(int(size)) if kind == "hexagon" else squares(int(size))
    try:
        return parse_board(read_board(name), name)
    except (BoardError, OSError) as error:
        if name.endswith(FILE) and isinstance(error, BoardError):
            raise LayoutError(str(error)) from None
        raise LayoutError(
            _(
                "{name} is no layout: expected decagon-51, decagon-71, decagon-81, hexagon-3 to "
                "hexagon-8, squares-6, squares-8 or a board file ({reason})"
            ).format(name=name, reason=error)
        ) from None


def labels_of(layout: str, count: int) -> tuple[Point, ...]:
    """Return the labels of a board's `count` points in order; empty for an unknown layout.

    The name comes from a board, so it is never used as the path of a file.
    """
    plain = without_track(layout)
    kind = plain.rpartition("-")[0]
    if kind not in ("hexagon", "squares") and plain not in shipped_boards():
        return ()
    try:
        points = points_of(layout)
    except ValueError:
        return ()
    return points if len(points) == count else ()


def points_of(layout: str) -> tuple[Point, ...]:
    """Return all points of a board of this layout: the game's, then those of its track.

    Raises LayoutError, also if no game on the board has a track.
    """
    points = layout_named(layout).points
    if not is_readable(layout):
        return points
    track = track_on(layout)
    if track is None:
        words = _("{name}: no game on this board has a track of turns")
        raise LayoutError(words.format(name=layout))
    return points + track.points


def matrix_channels(labels: Sequence[Point]) -> tuple[int, ...]:
    """Return the channel of each point in a matrix of switches.

    The letter of a label is its column, the number its row.  Raises LayoutError if there are too
    many of either.
    """
    rows = (int(label[1:]) if _is_small_number(label[1:]) else 0 for label in labels)
    places = [(ord(label[0]) - ord("a"), row - 1) for label, row in zip(labels, rows)]
    if not all(column < MATRIX_COLUMNS and 0 <= row < MATRIX_ROWS for column, row in places):
        words = _("{count} points do not fit into a matrix of {columns} columns and {rows} rows")
        raise LayoutError(words.format(count=len(labels), columns=MATRIX_COLUMNS, rows=MATRIX_ROWS))
    return tuple(column * ROWS_PER_COLUMN + row for column, row in places)


def track_on(layout: str) -> MarkerTrack | None:
    """Return the track of the game played on a layout or board file; None for most layouts."""
    try:
        return track_of(parse_setup(setup_on(layout)))
    except RulesError:
        return None  # A board that is too small for any game is still a board.


def setup_on(layout: str) -> str:
    """Return the setup text of a game for this layout, to show the board.  Raises LayoutError."""
    layout = without_track(layout)
    topology = layout_named(layout)
    if topology.kind == "hexagon":
        return f"multiplicity size={topology.size}"
    if topology.kind == "squares":
        return "less seats=4 seed=1" if topology.size == 8 else "less seed=1"
    return f"more-or-less board={layout}"


def games_on(layout: str, count: int) -> list[str]:
    """Return a setup text of every game that fits on a board, as large as the board allows."""
    plain = without_track(layout)
    size = plain.rpartition("-")[2]
    found: dict[tuple[str, int], str] = {}
    for key, option in product(titles(), (f" board={plain}", f" size={size}", " seats=4", "")):
        with contextlib.suppress(RulesError, LayoutError):
            game = parse_setup(with_lot(key + option, 1))
            places_on(layout, count, game.topology)
            found.setdefault((key, game.seats), key + option)
    return list(found.values())
