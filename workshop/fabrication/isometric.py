"""Pictures of solid objects seen from above one corner, as SVG.

The caller draws objects from the farthest to the nearest; the faces of one body are sorted here.
Millimetres with z up become units of the picture; the viewer is in front of the lower left corner.
Needs numpy; bodies need manifold3d.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape
from zlib import crc32

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

from workshop.fabrication.shapes import Millimetres
from workshop.fabrication.solids import triangles

TURN, TILT = math.radians(30), math.radians(40)
LIGHT = np.array([-0.35, -0.55, 0.76])
SHADES = 10
CREASE = math.cos(math.radians(28))  # a line is drawn between faces at a larger angle
SEAM = 0.13  # width of a line around each area, in its colour, that closes the gap to the next area
# Sides that are longer than both are split: mm, and a share of the body's size.
LONG, LONG_SHARE = 24.0, 0.25
INK = "#2a1b11"

Place = tuple[float, float, float]
Array = NDArray[np.float64]


def project(place: Place) -> Millimetres:
    """Return the picture's coordinates of a place: across and down."""
    x, y, z = place
    away = x * math.sin(TURN) + y * math.cos(TURN)
    across = x * math.cos(TURN) - y * math.sin(TURN)
    return across, -(away * math.sin(TILT) + z * math.cos(TILT))


def shade(colour: str, light: float) -> str:
    """Return a colour made lighter or darker; 1 leaves it unchanged."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{min(255, max(0, round(part * light))):02x}" for part in parts)


@dataclass
class IsometricScene:
    """The elements drawn so far, and their extent."""

    elements: list[str] = field(default_factory=list)
    corners: list[Millimetres] = field(default_factory=list)

    def area(self, places: Iterable[Place], fill: str, line: float = 0.25, style: str = "") -> None:
        """Draw a flat area."""
        path = self._path(places, closed=True)
        stroke = (INK, line) if line else (fill, SEAM)
        self.elements.append(
            f'<path d="{path}" fill="{fill}" stroke="{stroke[0]}" stroke-width="{stroke[1]:g}" '
            f'stroke-linejoin="round"{style}/>'
        )

    def line(self, places: Iterable[Place], stroke: str = INK, width: float = 0.4) -> None:
        """Draw a line that encloses no area."""
        path = self._path(places, closed=False)
        self.elements.append(
            f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width:g}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def prism(
        self,
        outline: Sequence[Millimetres],
        z: tuple[float, float],
        colour: str,
        line: float = 0.25,
    ) -> None:
        """Draw an upright body with any convex outline, given anticlockwise."""
        low, high = z
        for (x, y), (u, v) in zip(outline, [*outline[1:], outline[0]]):
            normal = np.array([v - y, x - u, 0.0])
            if _faces_viewer(normal):
                wall = [(x, y, low), (u, v, low), (u, v, high), (x, y, high)]
                self.area(wall, shade(colour, _lit(normal)), 0 if len(outline) > 8 else line)
        self.area([(x, y, high) for x, y in outline], shade(colour, 1.0), line)

    def block(self, sides: Place, at: Place, colour: str, line: float = 0.25) -> None:
        """Draw a box; `at` is the middle of its lower face."""
        (length, width, height), (x, y, z) = sides, at
        x0, x1, y0, y1 = x - length / 2, x + length / 2, y - width / 2, y + width / 2
        self.prism([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], (z, z + height), colour, line)

    def disc(
        self, diameter: float, height: float, at: Place, colour: str, line: float = 0.2
    ) -> None:
        """Draw an upright cylinder; `at` is the middle of its lower face."""
        x, y, z = at
        turns = [2 * math.pi * number / 32 for number in range(32)]
        r = diameter / 2
        outline = [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]
        self.prism(outline, (z, z + height), colour, line)

    def hollow(self, opening: Sequence[Millimetres], z: float, depth: float, colour: str) -> None:
        """Draw the visible part of a pocket in a face at height z; its opening is anticlockwise."""
        path = self._path(((x, y, z) for x, y in opening), closed=True)
        # The name is a checksum, so that the same picture always gives the same text.
        name = f"clip{crc32(path.encode()):08x}"
        self.elements.append(f'<clipPath id="{name}"><path d="{path}"/></clipPath>')
        style = f' clip-path="url(#{name})"'
        floor = [(x, y, z - depth) for x, y in opening]
        self.area(floor, shade(colour, 0.82), 0.2, style)
        for (x, y), (u, v) in zip(opening, [*opening[1:], opening[0]]):
            inward = np.array([y - v, u - x, 0.0])
            if _faces_viewer(inward):
                wall = [(x, y, z - depth), (u, v, z - depth), (u, v, z), (x, y, z)]
                self.area(wall, shade(colour, 0.9 * _lit(inward)), 0.2, style)

    def body(self, solid: Manifold, at: Place, colour: str, upside_down: bool = False) -> None:
        """Draw a part to print; `at` is the place of the part's origin."""
        if upside_down:
            low = solid.bounding_box()[5]
            solid = solid.rotate((180, 0, 0)).translate((0, 0, low))
        corners = triangles(solid).astype(float) + np.array(at)
        self._faces(corners, colour)

    def words(self, text: str, at: Place, size: float, anchor: str = "start") -> None:
        """Draw a few words at a place."""
        x, y = project(at)
        self.corners += [(x, y), (x, y - size)]
        self.elements.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
            f'fill="{INK}">{escape(text)}</text>'
        )

    def upright(self, text: str, at: Place, size: float, colour: str) -> None:
        """Draw words on an upright face towards the lower edge, as on a screen."""
        x, y = project(at)
        across, down, upright = math.cos(TURN), -math.sin(TURN) * math.sin(TILT), math.cos(TILT)
        self.elements.append(
            f'<text transform="matrix({across:.4f} {down:.4f} 0 {upright:.4f} {x:.2f} {y:.2f})" '
            f'font-family="monospace" font-size="{size:g}" fill="{colour}" xml:space="preserve">'
            f"{escape(text)}</text>"
        )

    def flat(self, text: str, at: Place, size: float, colour: str) -> None:
        """Draw words on a horizontal face, read from the lower edge."""
        x, y = project(at)
        (right, down), (away, up) = project((1, 0, 0)), project((0, 1, 0))
        turn = f"{right:.4f} {down:.4f} {-away:.4f} {-up:.4f}"
        self.elements.append(
            f'<text transform="matrix({turn} {x:.2f} {y:.2f})" '
            f'font-weight="700" font-size="{size:g}" fill="{colour}">{escape(text)}</text>'
        )

    def _path(self, places: Iterable[Place], closed: bool) -> str:
        points = [project(place) for place in places]
        self.corners += points
        found, (x, y) = [], (0.0, 0.0)
        # Steps are relative to the last point as it was written, so the text is shorter and
        # rounding errors do not add up.
        for u, v in points:
            dx, dy = round(u - x, 2), round(v - y, 2)
            found.append(f"{_short(dx)} {_short(dy)}")
            x, y = x + dx, y + dy
        first, *others = found
        return f"M{first}l" + " ".join(others) + ("z" if closed else "")

    def _faces(self, corners: Array, colour: str) -> None:
        """Draw the faces of a body, from far to near, and the creases between them."""
        corners, creases = _split(corners, _creases(corners, _normals(corners)))
        normals = _normals(corners)
        seen = np.flatnonzero(normals @ VIEW > 1e-6)
        near = corners[seen] @ VIEW
        order = seen[np.argsort(near.mean(axis=1) + near.max(axis=1))]
        run: list[int] = []
        fill = ""
        for face in order:
            tone = shade(colour, round(_lit(normals[face]) * SHADES) / SHADES)
            if tone != fill and run:
                self._run(corners[run], [creases[one] for one in run], fill)
                run = []
            fill = tone
            run.append(int(face))
        if run:
            self._run(corners[run], [creases[one] for one in run], fill)

    def _run(self, corners: Array, creases: list[list[int]], fill: str) -> None:
        """Draw faces of one colour in one path, and their creases in another."""
        path = "".join(self._path([(*a,), (*b,), (*c,)], closed=True) for a, b, c in corners)
        self.elements.append(
            f'<path d="{path}" fill="{fill}" stroke="{fill}" stroke-width="{SEAM:g}"/>'
        )
        edges = "".join(
            self._path([tuple(three[at]), tuple(three[(at + 1) % 3])], closed=False)
            for three, sides in zip(corners, creases)
            for at in sides
        )
        if edges:
            self.elements.append(
                f'<path d="{edges}" fill="none" stroke="{INK}" stroke-width=".16" '
                'stroke-linecap="round"/>'
            )


def _short(length: float) -> str:
    """Return a number in the shortest form that an SVG path accepts."""
    return f"{length:g}".replace("0.", ".", 1) if abs(length) < 1 else f"{length:g}"


VIEW = np.array(
    [-math.sin(TURN) * math.cos(TILT), -math.cos(TURN) * math.cos(TILT), math.sin(TILT)]
)  # selects the faces towards the viewer


def _faces_viewer(normal: Array) -> bool:
    return bool(normal @ VIEW > 1e-9)


def _lit(normal: Array) -> float:
    """Return the share of light on a face, 1 for a horizontal one."""
    share = float(normal @ LIGHT / (np.linalg.norm(normal) * np.linalg.norm(LIGHT)))
    flat = LIGHT[2] / float(np.linalg.norm(LIGHT))
    return float(0.45 + 0.55 * max(0.0, share) / flat)


def _normals(corners: Array) -> Array:
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(across, axis=1, keepdims=True)
    return np.asarray(across / np.where(length > 0, length, 1))


def _split(corners: Array, creases: list[list[int]]) -> tuple[Array, list[list[int]]]:
    """Return the same faces, with very long ones split, since those cannot be sorted.

    A long side is halved; the new side between the halves is not a crease. Old creases remain.
    """
    size = corners.reshape(-1, 3)
    most = max(LONG, LONG_SHARE * float(np.max(size.max(axis=0) - size.min(axis=0))))
    waiting = list(zip(corners, creases))
    faces: list[Array] = []
    sharp: list[list[int]] = []
    while waiting:
        three, sides = waiting.pop()
        lengths = np.linalg.norm(np.roll(three, -1, axis=0) - three, axis=1)
        at = int(np.argmax(lengths))
        if lengths[at] <= most:
            faces.append(three)
            sharp.append(sides)
            continue
        a, b, c = three[at], three[(at + 1) % 3], three[(at + 2) % 3]
        long, then, last = (((at + turn) % 3) in sides for turn in range(3))
        middle = (a + b) / 2
        waiting.append((np.array([a, middle, c]), [0] * long + [2] * last))
        waiting.append((np.array([middle, b, c]), [0] * long + [1] * then))
    return np.array(faces), sharp


def _creases(corners: Array, normals: Array) -> list[list[int]]:
    """Return, for each face, which of its sides (0 to 2) are sharp edges of the body."""
    keys = np.round(corners * 1000).astype(np.int64)
    owner: dict[tuple[bytes, bytes], int] = {}
    for face, three in enumerate(keys):
        for at in range(3):
            owner[three[at].tobytes(), three[(at + 1) % 3].tobytes()] = face
    found: list[list[int]] = []
    for face, three in enumerate(keys):
        sharp = []
        for at in range(3):
            other = owner.get((three[(at + 1) % 3].tobytes(), three[at].tobytes()))
            if other is None or normals[face] @ normals[other] < CREASE:
                sharp.append(at)
        found.append(sharp)
    return found
