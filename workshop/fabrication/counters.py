"""Pieces for boards: counters and stones that can be turned over, other pieces, and walls.

Counters and stones consist of two halves, one in each colour, printed face down. The face is
therefore as smooth as the print bed, the mark needs no support, and the printer needs only one
colour of filament at a time. Each half holds half of the magnet. The magnet serves as a dowel that
aligns the halves while the glue dries, and is exactly in the middle. (A single part, printed over
the magnet in its pocket, would need two filaments and a pause at the right layer, and the hot
nozzle would pull the magnet out.)

On boards of squares, each colour has a shape: round or four-sided. Partners share the shape; the
second partner has a hollow in the head and the other magnetic pole down.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from manifold3d import CrossSection, Manifold

from game.platform.i18n import _
from game.rules.events import Piece
from hardware.tracking.sensor_image import ONE
from workshop.fabrication.solids import (
    FIT,
    RELIEF,
    WALL,
    Magnet,
    PrintedPart,
    box,
    disc,
    pocket_for,
    round_box,
    rounded,
    turned,
    union,
)

# Magnets by the minimum diameter of a counter that holds them.
MAGNETS = {25.0: Magnet(8, 2), 16.0: Magnet(6, 2), 0.0: Magnet(5, 1)}
THICK = 0.15  # thickness of half a counter, as a share of its diameter
BEVEL = 0.6  # mm of the bevel at the rim of a counter's face
RIM = 1.2  # height in mm of the upright part of a stone's rim, in each half
STEP = 0.5  # mm; diameters are multiples of this

HEIGHT = 0.9  # height of a piece, as a share of its width
# Height of the upright foot in mm, and width of the head as a share of the foot's width.
FOOT, HEAD = 5.0, 0.5
# The hollow in a second partner's head: width as a share of the foot's width, depth in mm.
HOLLOW, HOLLOW_DEEP = 0.28, 2.5
HOLLOW_WALLS = 4.5  # mm of a head's two walls around a hollow, taken together
PEG, PEG_LENGTH = 3.0 - 2 * FIT, 2.4
# Width of a wall as a share of a square, its minimum width in mm, and its height in mm.
BAR, BAR_LEAST, BAR_HEIGHT = 0.105, 3.0, 6.0
LENGTH = 0.866  # length of a wall, as a share of a square
# A double wall: gap between its bars as a share of a square, and thickness of its floor in mm.
BARS_APART, FLOOR = 0.068, 1.2
# Maximum numbers of single and double walls in 1500 random layouts.
WALLS = {6: (16, 5), 8: (31, 8)}


def magnet_for(diameter: float) -> Magnet:
    """Return the magnet for a counter of this size, as in BUILD.md."""
    return MAGNETS[max(least for least in MAGNETS if least <= diameter)]


def whole(diameter: float) -> float:
    """Return a diameter rounded down to a multiple of STEP."""
    return math.floor(diameter / STEP + 1e-6) * STEP


def half_height(diameter: float) -> float:
    """Return the height of half a counter, with enough wall above the magnet and under the mark."""
    magnet = magnet_for(diameter)
    return max(THICK * diameter, WALL + RELIEF + magnet.height / 2 + FIT)


def counter_half(colour: str, diameter: float, count: int) -> PrintedPart:
    """Return one half of a flat counter."""
    return _half(f"counter-{colour}", colour, diameter, count, BEVEL)


def stone_half(colour: str, diameter: float, count: int) -> PrintedPart:
    """Return one half of a stone, which slants to a narrow rim so that fingers get under it."""
    return _half(f"stone-{colour}", colour, diameter, count, half_height(diameter) - RIM)


def _half(name: str, colour: str, diameter: float, count: int, bevel: float) -> PrintedPart:
    magnet, height, radius = magnet_for(diameter), half_height(diameter), diameter / 2
    profile = [(0.0, 0.0), (radius - bevel, 0.0), (radius, bevel), (radius, height), (0.0, height)]
    hole, pocket = pocket_for(magnet, 0.5, height)
    note = _("half of a piece, face down; magnet {magnet} between two halves").format(magnet=magnet)
    mark = MARKS[colour](radius - bevel).extrude(RELIEF)
    return PrintedPart(name, count, colour, note, turned(profile) - hole, mark, pocket)


# -- marks: nothing is told by colour alone --------------------------------------------------------


def ring(radius: float) -> CrossSection:
    """Return Black's mark, for a face of this radius."""
    return CrossSection.circle(0.53 * radius, 64) - CrossSection.circle(0.32 * radius, 64)


def star(radius: float) -> CrossSection:
    """Return Green's mark."""
    turns = [math.pi / 2 + number * math.pi / 5 for number in range(10)]
    sizes = [0.66 * radius, 0.275 * radius] * 5
    spikes = [(size * math.cos(turn), size * math.sin(turn)) for size, turn in zip(sizes, turns)]
    return CrossSection([spikes])


def dot(radius: float) -> CrossSection:
    """Return White's mark."""
    return CrossSection.circle(0.24 * radius, 64)


MARKS: dict[str, Callable[[float], CrossSection]] = {"black": ring, "green": star, "white": dot}


# -- the markers of a track ------------------------------------------------------------------------

PIN = 5.0
# Millimetres. The slot is as deep as the top, and a readable track has its sensors below the slot.
PIN_LENGTH = 1.4
LID = 1.6
MARKER_MAGNET = Magnet(6, 2)


def marker(owner: str, diameter: float) -> tuple[PrintedPart, PrintedPart]:
    """Return a marker's body, printed upside down with its pin up, and the lid that closes it."""
    magnet = MARKER_MAGNET
    deep = magnet.height + 2 * FIT
    head = disc(diameter, deep + WALL)
    pin = disc(PIN, PIN_LENGTH + 0.01, deep + WALL - 0.01)
    hole, pocket = pocket_for(magnet, 1.0, 0.0)
    hole = hole.mirror((0, 0, 1))
    body = PrintedPart(
        f"marker-{owner}",
        1,
        owner,
        _("upside down; magnet {magnet} from above, then the lid").format(magnet=magnet),
        head + pin - hole,
        pocket=pocket,
    )
    mark = MARKS[owner](diameter / 2).extrude(RELIEF)
    lid = PrintedPart(f"marker-lid-{owner}", 1, owner, _("mark down"), disc(diameter, LID), mark)
    return body, lid


def piece(kind: Piece, width: float, count: int, face: int) -> PrintedPart:
    """Return a piece of this kind, `width` mm across; its sensor must see `face`."""
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
    """Return a four-sided body whose diagonal is as wide as a round piece."""
    side, height = 0.8 * width, HEIGHT * width
    foot = rounded(side, side, 0.158 * width)
    top = rounded(side * HEAD, side * HEAD, 0.158 * width * HEAD)
    slabs = foot.extrude(FOOT) + top.extrude(1).translate((0, 0, height - 1))
    return slabs.hull()


BODIES: dict[str, Callable[[float], Manifold]] = {"white": _round, "black": _four_sided}


def walls(square: float, pegs: float, side: int) -> tuple[PrintedPart, PrintedPart]:
    """Return a single and a double wall for squares of this size, printed upside down.

    `pegs` is the distance of the holes for the two pegs from the middle; `side` is the number of
    squares per side.
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
