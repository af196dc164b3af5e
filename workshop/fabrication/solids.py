"""Bodies in millimetres made from simple ones, parts to print, and STL files. Needs manifold3d.

Every part is placed as it is printed: on its flattest face, at z = 0, with its middle at the
origin. STL files are binary and in millimetres; writing them also needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold
from numpy.typing import NDArray

from workshop.fabrication.lettering import outlines
from workshop.fabrication.shapes import Millimetres

WALL = 1.2  # minimum thickness of a wall: three lines of a 0.4 mm nozzle
FIT = 0.15  # gap on each side between parts that slide into each other
RELIEF = 0.4  # depth of marks and digits: two layers
DENSITY = 1.24e-3  # grams per cubic millimetre of PLA, printed solid
SEGMENTS = 64  # segments of a full circle

TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


@dataclass(frozen=True)
class Magnet:
    """A disc magnet."""

    diameter: float
    height: float

    def __str__(self) -> str:
        return f"{self.diameter:g} x {self.height:g} mm"


@dataclass(frozen=True)
class Pocket:
    """A round pocket for a magnet in a part, with the middle of its opening and its depth."""

    magnet: Magnet
    centre: tuple[float, float, float]
    diameter: float
    depth: float


@dataclass(frozen=True)
class PrintedPart:
    """A part to print `count` times in `colour`; `mark` is cut into `body`, RELIEF mm deep."""

    name: str
    count: int
    colour: str
    note: str
    body: Manifold
    mark: Manifold | None = None
    pocket: Pocket | None = None

    @property
    def solid(self) -> Manifold:
        """The body to print, with its mark."""
        return self.body if self.mark is None else self.body - self.mark


def disc(diameter: float, height: float, z: float = 0.0, segments: int = SEGMENTS) -> Manifold:
    """Return an upright cylinder on the axis."""
    return Manifold.cylinder(height, diameter / 2, circular_segments=segments).translate((0, 0, z))


def turned(profile: Sequence[Millimetres]) -> Manifold:
    """Return a body of revolution; the profile is (radius, z) anticlockwise."""
    return Manifold.revolve(CrossSection([list(profile)]), SEGMENTS)


def box(sides: tuple[float, float, float], at: tuple[float, float, float] = (0, 0, 0)) -> Manifold:
    """Return a box; `at` is the middle of its lower face."""
    x, y, z = at
    return Manifold.cube(sides).translate((x - sides[0] / 2, y - sides[1] / 2, z))


def round_box(
    sides: tuple[float, float, float], radius: float, at: tuple[float, float, float] = (0, 0, 0)
) -> Manifold:
    """Return an upright box with round upright edges; `at` is the middle of its lower face."""
    length, width, height = sides
    return rounded(length, width, radius).extrude(height).translate(at)


def rounded(length: float, width: float, radius: float) -> CrossSection:
    """Return a rectangle with round corners, centred at the origin."""
    x, y = length / 2 - radius, width / 2 - radius
    corner = CrossSection.circle(radius, SEGMENTS)
    spots = [(-x, -y), (x, -y), (x, y), (-x, y)]
    return CrossSection.batch_hull([corner.translate(spot) for spot in spots])


def union(bodies: Iterable[Manifold]) -> Manifold:
    """Return all bodies as one."""
    return reduce(Manifold.__add__, bodies)


def letters(text: str, middle: Millimetres, height: float, z: float, depth: float) -> Manifold:
    """Return letters that begin at z and are `depth` mm high; `height` is a capital's height."""
    loops = [list(line.points) for line in outlines(text, middle, height)]
    return CrossSection(loops, FillRule.NonZero).extrude(depth).translate((0, 0, z))


def pocket_for(magnet: Magnet, share: float, z: float) -> tuple[Manifold, Pocket]:
    """Return the volume to remove for this share of a magnet's height, from the face at z down."""
    diameter, depth = magnet.diameter + 2 * FIT, (magnet.height + 2 * FIT) * share
    hole = disc(diameter, depth + 1, z - depth)
    return hole, Pocket(magnet, (0, 0, z), diameter, depth)


def triangles(body: Manifold) -> NDArray[np.float32]:
    """Return a body's surface as triangles (n, 3, 3), anticlockwise when seen from outside."""
    mesh = body.to_mesh()
    corners: NDArray[np.float32] = mesh.vert_properties[:, :3][mesh.tri_verts]
    return corners.astype(np.float32)


def write_stl(body: Manifold, title: str, path: Path) -> None:
    """Write a body as STL; the same body gives the same bytes."""
    corners = triangles(body)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.zeros(len(corners), TRIANGLE)
    rows["normal"] = normals / np.where(lengths > 0, lengths, 1)
    rows["corners"] = corners
    head = title.encode("ascii", "replace")[:80].ljust(80)
    path.write_bytes(head + len(rows).to_bytes(4, "little") + rows.tobytes())
