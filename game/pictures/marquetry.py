"""The inlaid star of a board of lines, as SVG: a second wood between the lines.

The second wood lies where an odd number of chords has a place on one side; that is what the
even-odd rule fills when each chord gives a half of the plane.  Beyond two of the shortest chords
the inlay ends, so it is clipped to the star that these make.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.pictures.lines import RIM_POINTS, UNITS, XY
from game.pictures.svg import polygon, tag

STAR_FROM = 5  # short chords that make a star
Chord = tuple[XY, XY]


def inlay(chords: Sequence[Chord], fill: str, name: str) -> str:
    """Return the inlay between these lines; "" where the outermost make no star.  `name`: an id."""
    rim = [c for c in chords if min(math.hypot(*c[0]), math.hypot(*c[1])) > 0.93 * RIM_POINTS]
    star = star_of(rim)
    if not star:
        return ""
    halves = "".join(_half_plane(chord) for chord in rim)
    clip = tag("clipPath", tag("path", d=polygon(star)), id=name)
    round_clip = tag("clipPath", tag("circle", r=RIM_POINTS), id=f"{name}-rim")
    woods = tag("path", d=halves, fill=fill, fill_rule="evenodd", clip_path=f"url(#{name})")
    return clip + round_clip + tag("g", woods, clip_path=f"url(#{name}-rim)")


def star_of(rim: Sequence[Chord]) -> list[XY]:
    """Return corners and tips of the star that the shortest chords make; empty if there is none."""
    farthest = max(map(_off_centre, rim), default=0.0)
    short = [c for c in rim if _off_centre(c) > farthest - 0.02 * RIM_POINTS]
    if len(short) < STAR_FROM or farthest <= 0.2 * RIM_POINTS:
        return []
    short.sort(key=_angle)
    corners: list[XY] = []
    for number, chord in enumerate(short):
        before, after = short[number - 1], short[(number + 1) % len(short)]
        corners += [_crossing(before, after), _crossing(chord, after)]
    return corners


def _half_plane(chord: Chord) -> str:
    """Return a rectangle over the board's part on one side of the line, always the same side."""
    (ax, ay), (bx, by) = chord
    length = math.dist(*chord)
    ux, uy = (bx - ax) / length, (by - ay) / length
    far = 2 * UNITS
    first, last = (ax - ux * far, ay - uy * far), (bx + ux * far, by + uy * far)
    aside = (-uy * 2 * far, ux * 2 * far)
    return polygon(
        [
            first,
            last,
            (last[0] + aside[0], last[1] + aside[1]),
            (first[0] + aside[0], first[1] + aside[1]),
        ]
    )


def _off_centre(chord: Chord) -> float:
    (ax, ay), (bx, by) = chord
    return abs(ax * by - ay * bx) / (math.hypot(bx - ax, by - ay) or 1.0)


def _angle(chord: Chord) -> float:
    """Return the direction in which the chord lies from the centre."""
    (ax, ay), (bx, by) = chord
    return math.atan2(ay + by, ax + bx)


def _crossing(one: Chord, other: Chord) -> XY:
    """Return where two lines meet; far out where they are parallel."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(across) < 1e-9:
        return (ax + bx) / 2, (ay + by) / 2
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
    return ax + t * (bx - ax), ay + t * (by - ay)
