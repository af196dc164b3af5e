"""What stands on boards of squares: pieces of each colour and partner, and walls.

A colour is a shape: round or four-sided; partners share it, and the second has a hollow in its
head and another pole down.
"""

from __future__ import annotations

from collections.abc import Callable

from manifold3d import Manifold

from game.platform.i18n import _
from game.rules.events import Piece
from hardware.fabrication.counters import magnet_for
from hardware.fabrication.solids import (
    FIT,
    PrintedPart,
    box,
    disc,
    pocket_for,
    round_box,
    rounded,
    turned,
    union,
)
from hardware.tracking.sensor_image import ONE

HEIGHT = 0.9  # of a piece, of its width
FOOT, HEAD = 5.0, 0.5  # height of the upright foot; width of the head, of the foot's
HOLLOW, HOLLOW_DEEP = 0.28, 2.5  # of a second partner's head: width of the foot's, depth
HOLLOW_WALLS = 4.5  # of a head that is not hollow
PEG, PEG_LENGTH = 3.0 - 2 * FIT, 2.4
BAR, BAR_LEAST, BAR_HEIGHT = 0.105, 3.0, 6.0  # width of a wall, of a square; mm; mm
LENGTH = 0.866  # of a wall, of a square
BARS_APART, FLOOR = 0.068, 1.2  # the wood seen between the bars of a double wall; its own floor
WALLS = {6: (16, 5), 8: (31, 8)}  # single and double: the most of 1500 layouts drawn


def piece(kind: Piece, width: float, count: int, face: int) -> PrintedPart:
    """A piece of this kind, `width` mm across; `face` is the one its sensor must see."""
    magnet = magnet_for(width)
    hole, pocket = pocket_for(magnet, 1.0, 0.0)
    body = BODIES[kind.colour](width) - hole.mirror((0, 0, 1))
    if kind.mark:
        hollow = min(HOLLOW * width, HEAD * width - HOLLOW_WALLS)
        body -= disc(hollow, HOLLOW_DEEP + 1, HEIGHT * width - HOLLOW_DEEP)
    pole = _("marked pole up") if face == ONE else _("marked pole down")
    name = f"piece-{kind.colour}" + ("-partner" if kind.mark else "")
    note = _("magnet {magnet} from below, {pole}; close with felt")
    note = note.format(magnet=magnet, pole=pole)
    return PrintedPart(name, count, kind.colour, note, body, pocket=pocket)


def _round(width: float) -> Manifold:
    radius, height = width / 2, HEIGHT * width
    head = HEAD * radius
    return turned(
        [
            (0.0, 0.0),
            (radius, 0.0),
            (radius, FOOT),
            (head, height - 1),
            (head - 1, height),
            (0, height),
        ]
    )


def _four_sided(width: float) -> Manifold:
    """Its diagonal is as wide as a round piece."""
    side, height = 0.8 * width, HEIGHT * width
    foot = rounded(side, side, 0.158 * width)
    top = rounded(side * HEAD, side * HEAD, 0.158 * width * HEAD)
    slabs = foot.extrude(FOOT) + top.extrude(1).translate((0, 0, height - 1))
    return slabs.hull()


BODIES: dict[str, Callable[[float], Manifold]] = {"white": _round, "black": _four_sided}


def walls(square: float, pegs: float, side: int) -> tuple[PrintedPart, PrintedPart]:
    """A single and a double wall for squares of this size, printed upside down.

    `pegs` is how far the holes of its two pegs are from the middle; `side` squares a side.
    """
    width, length = max(BAR_LEAST, BAR * square), LENGTH * square
    singles, doubles = WALLS.get(side, (4 * side, side))
    single = round_box((length, width, BAR_HEIGHT), width / 2.01)
    apart = width + BARS_APART * square
    bars = [single.translate((0, side * apart / 2, 0)) for side in (-1, 1)]
    floor = box((length - width, apart + width / 2, FLOOR), (0, 0, BAR_HEIGHT - FLOOR))
    stubs = [
        disc(PEG, PEG_LENGTH + 0.5, BAR_HEIGHT - 0.5).translate((x, 0, 0)) for x in (-pegs, pegs)
    ]
    note = _("upside down, pegs up")
    return (
        PrintedPart("wall-single", singles, "dark", note, union([single, *stubs])),
        PrintedPart("wall-double", doubles, "dark", note, union([*bars, floor, *stubs])),
    )
