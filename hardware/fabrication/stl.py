"""A body as binary STL, in millimetres.  Needs manifold3d and numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def triangles(body: Manifold) -> NDArray[np.float32]:
    """Its surface: corners of triangles (n, 3, 3), anticlockwise seen from outside."""
    mesh = body.to_mesh()
    corners: NDArray[np.float32] = mesh.vert_properties[:, :3][mesh.tri_verts]
    return corners.astype(np.float32)


def write_stl(body: Manifold, title: str, path: Path) -> None:
    """Write it; the same body gives the same bytes."""
    corners = triangles(body)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.zeros(len(corners), TRIANGLE)
    rows["normal"] = normals / np.where(lengths > 0, lengths, 1)
    rows["corners"] = corners
    head = title.encode("ascii", "replace")[:80].ljust(80)
    path.write_bytes(head + len(rows).to_bytes(4, "little") + rows.tobytes())
