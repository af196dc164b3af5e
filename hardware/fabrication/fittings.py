"""What holds a board together and goes round it: posts, feet, and the rim in short pieces."""

from __future__ import annotations

import math

from manifold3d import CrossSection, Manifold

from hardware.fabrication.drilling import Drilling
from hardware.fabrication.planks import BASE, CORNER, POST, ROOM, TOP, posts
from hardware.fabrication.solids import Part, box, disc, rounded

FOOT, FOOT_HEIGHT = 16.0, 6.0
BOLT, NUT, NUT_DEEP = 3.4, 5.7, 2.8  # an M3 bolt and its nut, across flats
RIM_WALL, RIM_LIP, LIP_OVER = 2.4, 1.6, 2.4  # side, lip over the top, and how far it reaches
RIM_AIR = 0.2  # between rim and board
CORNER_LEG = 40.0
LONGEST = 180.0  # piece of the rim


def fittings(plan: Drilling) -> list[Part]:
    """Posts, feet and rim of a board."""
    count, note = len(posts(plan)), "glued where the base shows rings"
    post = Part("post", count, "any", note, disc(POST, ROOM))
    return [post, foot(), *rim(plan)]


def foot() -> Part:
    """Under each corner, with the nut of the bolt that holds top and base."""
    nut = disc(NUT / math.cos(math.pi / 6), NUT_DEEP + 1, -1, segments=6)
    body = disc(FOOT, FOOT_HEIGHT) - disc(BOLT, FOOT_HEIGHT + 2, -1) - nut
    return Part("foot", 4, "any", "nut side down; brass or nylon M3 x 20", body)


def rim(plan: Drilling) -> list[Part]:
    """Corners and straight pieces that go round top and base, printed lip down."""
    leg = min(CORNER_LEG, plan.width / 3, plan.height / 3)
    parts = [Part("rim-corner", 4, "any", "lip down", _corner(leg))]
    for name, side in (("across", plan.width), ("along", plan.height)):
        length = side - 2 * leg
        pieces = math.ceil(length / LONGEST)
        one = _straight(length / pieces)
        parts.append(Part(f"rim-{name}", 2 * pieces, "any", "lip down", one))
    return parts


def _straight(length: float) -> Manifold:
    """Its side is at y < 0, the board at y > 0."""
    side = box((length, RIM_WALL, RIM_LIP + TOP + BASE), (0, -RIM_AIR - RIM_WALL / 2, 0))
    over = RIM_WALL + RIM_AIR + LIP_OVER
    return side + box((length, over, RIM_LIP), (0, over / 2 - RIM_AIR - RIM_WALL, 0))


def _corner(leg: float) -> Manifold:
    """The lower left corner of a board; the board's own corner is the origin."""
    size = 4 * leg  # of a board whose other corners are far away
    middle = (size / 2, size / 2, 0.0)
    outside = _board(size, RIM_AIR + RIM_WALL).extrude(RIM_LIP + TOP + BASE)
    room = _board(size, RIM_AIR).extrude(TOP + BASE + 1).translate((0, 0, RIM_LIP))
    opening = _board(size, -LIP_OVER).extrude(RIM_LIP + 2).translate((0, 0, -1))
    ring = (outside - room - opening).translate(middle)
    leg += RIM_AIR + RIM_WALL
    at = leg / 2 - RIM_AIR - RIM_WALL
    keep = box((leg, leg, 99), (at, at, -1))
    return ring ^ keep


def _board(size: float, grown: float) -> CrossSection:
    return rounded(size + 2 * grown, size + 2 * grown, CORNER + grown)
