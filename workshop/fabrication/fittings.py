"""Parts that hold a board together and surround it: posts, feet, and the rim in short pieces."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping

from manifold3d import CrossSection, Manifold

from game.platform.i18n import _
from workshop.fabrication import carrier_wood
from workshop.fabrication.carrier_wood import LOWER, UPPER, CarrierSeat
from workshop.fabrication.drilling import Drilling
from workshop.fabrication.planks import BY_HAND, CORNER, POST, SCREW, TOP, Stack, posts
from workshop.fabrication.solids import PrintedPart, box, disc, rounded

FOOT = 16.0
# Millimetres: an M3 bolt's hole, the nut across its flats, and the depth of the nut's pocket.
BOLT, NUT, NUT_DEEP = 3.4, 5.7, 2.8
# Millimetres: thickness of the rim's side, thickness of its lip over the top, and length of the
# lip.
RIM_WALL, RIM_LIP, LIP_OVER = 2.4, 1.6, 2.4
RIM_AIR = 0.2  # mm between rim and board
CORNER_LEG = 40.0
LONGEST = 180.0  # mm of the longest piece of the rim

Window = tuple[float, float]  # beginning and end of an opening in a piece of the rim


def fittings(plan: Drilling) -> list[PrintedPart]:
    """Return posts, feet and rim for a board whose sensors are wired by hand."""
    note = _("glued where the base shows rings")
    post = PrintedPart("post", len(posts(plan)), "any", note, disc(POST, BY_HAND.room))
    return [post, foot(BY_HAND), *rim(plan, BY_HAND)]


def carrier_fittings(seat: CarrierSeat) -> list[PrintedPart]:
    """Return posts, rings, feet and a rim with an opening, for a board with a carrier."""
    stack, count = carrier_wood.STACK, len(seat.held)
    peg = disc(carrier_wood.PEG, carrier_wood.POST + carrier_wood.PEG_OVER)
    post = disc(carrier_wood.SEAT, carrier_wood.POST) + peg
    ring = disc(carrier_wood.SEAT, carrier_wood.RING) - disc(SCREW, carrier_wood.RING + 2, -1)
    return [
        PrintedPart(
            "carrier-post", count, "any", _("glued where the base shows rings, peg up"), post
        ),
        PrintedPart("carrier-ring", count, "any", _("on the pegs, between carrier and top"), ring),
        foot(stack),
        *rim(seat.plan, stack, seat),
    ]


def foot(stack: Stack) -> PrintedPart:
    """Return a foot for each corner, which holds the nut of the bolt through top and base."""
    nut = disc(NUT / math.cos(math.pi / 6), NUT_DEEP + 1, -1, segments=6)
    body = disc(FOOT, stack.foot) - disc(BOLT, stack.foot + 2, -1) - nut
    note = _("nut side down; brass or nylon {bolt}").format(bolt=stack.bolt)
    return PrintedPart("foot", 4, "any", note, body)


def rim(plan: Drilling, stack: Stack, seat: CarrierSeat | None = None) -> list[PrintedPart]:
    """Return corners and straight pieces that surround top and base, printed with the lip down.

    With a `seat`, the pieces in front of the controller's plug have an opening.
    """
    leg = min(CORNER_LEG, plan.width / 3, plan.height / 3)
    bodies, counts = {"rim-corner": _corner(leg, stack)}, Counter({"rim-corner": 4})
    for name, length in (("rim-across", plan.width), ("rim-along", plan.height)):
        pieces = math.ceil((length - 2 * leg) / LONGEST)
        bodies[name] = _straight((length - 2 * leg) / pieces, stack)
        counts[name] = 2 * pieces
    opened = list(_opened(plan, leg, stack, seat, bodies)) if seat else []
    counts.subtract(name for name, _body in opened)
    found = [
        PrintedPart(name, counts[name], "any", _("lip down"), body)
        for name, body in bodies.items()
        if counts[name]
    ]
    note = _("lip down; the opening is for the plug")
    return found + [
        PrintedPart(f"rim-plug-{number}", 1, "any", note, body)
        for number, (_name, body) in enumerate(opened, start=1)
    ]


def _opened(
    plan: Drilling, leg: float, stack: Stack, seat: CarrierSeat, bodies: Mapping[str, Manifold]
) -> Iterator[tuple[str, Manifold]]:
    """Return the pieces in front of the plug, by the names of the pieces that they replace.

    Pieces are printed upside down, so their left is on the board's right.
    """
    across = seat.opening.side in (LOWER, UPPER)
    length, name = (plan.width, "rim-across") if across else (plan.height, "rim-along")
    half, at = carrier_wood.PLUG / 2, seat.opening.along
    window = at - half, at + half
    if found := _within(window, 0.0, leg):
        yield "rim-corner", bodies["rim-corner"] - _hole(stack, *found, along_x=False)
    pieces = math.ceil((length - 2 * leg) / LONGEST)
    step = (length - 2 * leg) / pieces
    for number in range(pieces):
        if found := _within(window, leg + number * step, leg + (number + 1) * step):
            turned = step / 2 - found[1], step / 2 - found[0]
            yield name, bodies[name] - _hole(stack, *turned, along_x=True)
    if found := _within(window, length - leg, length):
        turned = leg - found[1], leg - found[0]
        yield "rim-corner", bodies["rim-corner"] - _hole(stack, *turned, along_x=True)


def _within(window: Window, begins: float, ends: float) -> Window | None:
    """Return the part of a window that is on a piece, from the piece's beginning, or None."""
    first, last = max(window[0], begins), min(window[1], ends)
    return (first - begins, last - begins) if last - first > 0.01 else None


def _hole(stack: Stack, begins: float, ends: float, along_x: bool) -> Manifold:
    """Return the volume that an opening removes from a side; the side of the board is at 0."""
    floor = stack.base - stack.room
    high = carrier_wood.PLUG_HIGH
    z = RIM_LIP + TOP + stack.base - floor - high
    through = 2 * (RIM_WALL + RIM_AIR)
    size = (ends - begins, through, high) if along_x else (through, ends - begins, high)
    middle = (begins + ends) / 2
    return box(size, (middle, -through / 2, z) if along_x else (-through / 2, middle, z))


def _straight(length: float, stack: Stack) -> Manifold:
    """Return a straight piece; its side is at y < 0, the board at y > 0."""
    side = box((length, RIM_WALL, RIM_LIP + TOP + stack.base), (0, -RIM_AIR - RIM_WALL / 2, 0))
    over = RIM_WALL + RIM_AIR + LIP_OVER
    return side + box((length, over, RIM_LIP), (0, over / 2 - RIM_AIR - RIM_WALL, 0))


def _corner(leg: float, stack: Stack) -> Manifold:
    """Return the rim's piece at the lower left corner; the board's own corner is the origin."""
    size = 4 * leg  # the board's other corners are far away
    middle = (size / 2, size / 2, 0.0)
    outside = _board(size, RIM_AIR + RIM_WALL).extrude(RIM_LIP + TOP + stack.base)
    room = _board(size, RIM_AIR).extrude(TOP + stack.base + 1).translate((0, 0, RIM_LIP))
    opening = _board(size, -LIP_OVER).extrude(RIM_LIP + 2).translate((0, 0, -1))
    ring = (outside - room - opening).translate(middle)
    leg += RIM_AIR + RIM_WALL
    at = leg / 2 - RIM_AIR - RIM_WALL
    keep = box((leg, leg, 99), (at, at, -1))
    return ring ^ keep


def _board(size: float, grown: float) -> CrossSection:
    return rounded(size + 2 * grown, size + 2 * grown, CORNER + grown)
