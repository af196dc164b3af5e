"""What is put on the points of lines and hexagons: counters and stones that turn over.

Each is two halves, one of either colour, printed face down: its face is as smooth as the bed, the
mark needs no support, and one colour of filament at a time is enough.  The magnet lies half in
either half and so is their dowel, too: it holds them in line while the glue dries, and it cannot
but lie in the very middle.  (One piece with a pocket closed by printing over the magnet needs two
filaments, a pause at the right layer, and pulls the magnet out at a hot nozzle.)
"""

from __future__ import annotations

import math
from collections.abc import Callable

from manifold3d import CrossSection

from game.platform.i18n import _
from hardware.fabrication.solids import (
    FIT,
    RELIEF,
    WALL,
    Magnet,
    PrintedPart,
    disc,
    pocket_for,
    turned,
)

MAGNETS = {25.0: Magnet(8, 2), 16.0: Magnet(6, 2), 0.0: Magnet(5, 1)}  # by a counter's diameter
THICK = 0.15  # of half a counter, of its diameter
BEVEL = 0.6  # at the rim of a counter's face
RIM = 1.2  # upright part of a stone's rim, in either half
STEP = 0.5  # diameters are whole steps


def magnet_for(diameter: float) -> Magnet:
    """The magnet of a counter: as BUILD.md says by size."""
    return MAGNETS[max(least for least in MAGNETS if least <= diameter)]


def whole(diameter: float) -> float:
    """The largest diameter in whole steps that is no larger."""
    return math.floor(diameter / STEP + 1e-6) * STEP


def half_height(diameter: float) -> float:
    """Of a counter's half: enough wall above the magnet and under the mark."""
    magnet = magnet_for(diameter)
    return max(THICK * diameter, WALL + RELIEF + magnet.height / 2 + FIT)


def counter_half(colour: str, diameter: float, count: int) -> PrintedPart:
    """A flat counter's half."""
    return _half(f"counter-{colour}", colour, diameter, count, BEVEL)


def stone_half(colour: str, diameter: float, count: int) -> PrintedPart:
    """A stone's half: slanting to a narrow rim, so that fingers get under it."""
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
    """Black's mark, on a face of this radius."""
    return CrossSection.circle(0.53 * radius, 64) - CrossSection.circle(0.32 * radius, 64)


def star(radius: float) -> CrossSection:
    """Green's."""
    turns = [math.pi / 2 + number * math.pi / 5 for number in range(10)]
    sizes = [0.66 * radius, 0.275 * radius] * 5
    spikes = [(size * math.cos(turn), size * math.sin(turn)) for size, turn in zip(sizes, turns)]
    return CrossSection([spikes])


def dot(radius: float) -> CrossSection:
    """White's."""
    return CrossSection.circle(0.24 * radius, 64)


MARKS: dict[str, Callable[[float], CrossSection]] = {"black": ring, "green": star, "white": dot}


# -- the markers of a track ------------------------------------------------------------------------

PIN = 5.0
PIN_LENGTH = 1.4  # the slot is as deep as the top; sensors of a readable track lie under it
LID = 1.6
MARKER_MAGNET = Magnet(6, 2)


def marker(owner: str, diameter: float) -> tuple[PrintedPart, PrintedPart]:
    """A marker's body, printed upside down with its pin up, and the lid that closes it."""
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
