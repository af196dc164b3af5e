"""Measures parts that are read back from their files: walls by rays, sections by area."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import trimesh
from numpy.typing import NDArray

Array = NDArray[np.float64]


def read_back(path: Path) -> trimesh.Trimesh:
    """Return the mesh of a file, which must have exactly one."""
    mesh = trimesh.load(path)
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


def bounds(mesh: trimesh.Trimesh) -> Array:
    """Return the lowest and highest coordinates of a mesh, as an array (2, 3)."""
    found: Array | None = mesh.bounds
    assert found is not None, "it is empty"
    return found


def thinnest(mesh: trimesh.Trimesh, along: float = 0.0, most: int = 150) -> float:
    """Return the shortest way through material, in mm, straight in from the middles of faces.

    A face counts only if at least `along` of its normal's length is upright. If there are many
    faces, only every n-th counts.
    """
    corners = np.asarray(mesh.triangles, dtype=float)
    normals = np.asarray(mesh.face_normals)
    large = (np.asarray(mesh.area_faces) > 0.01) & (np.abs(normals[:, 2]) >= along)
    chosen = np.flatnonzero(large)
    chosen = chosen[:: max(1, len(chosen) // most)]
    starts = corners[chosen].mean(axis=1) - 1e-4 * normals[chosen]
    return min(_ray(start, -way, corners) for start, way in zip(starts, normals[chosen]))


def loops(mesh: trimesh.Trimesh, z: float) -> list[Array]:
    """Return the closed outlines of the section at height z, each (n, 2); no corner may be at z."""
    onward = {}
    for corners in np.asarray(mesh.triangles, dtype=float):
        above = corners[:, 2] > z
        if above.all() or not above.any():
            continue
        ends = {}
        for one in range(3):
            a, b = corners[one], corners[(one + 1) % 3]
            if above[one] != above[(one + 1) % 3]:
                # For both triangles at an edge, the sum is the same.
                low, high = (b, a) if above[one] else (a, b)
                share = (z - low[2]) / (high[2] - low[2])
                ends[bool(above[one])] = tuple(np.round(low[:2] + share * (high - low)[:2], 6))
        onward[ends[False]] = ends[True]
    found = []
    while onward:
        start, here = onward.popitem()
        around = [start]
        while here != start:
            around.append(here)
            here = onward.pop(here)
        found.append(np.array(around))
    return found


def _ray(start: Array, way: Array, corners: Array) -> float:
    """Return the distance to the first triangle that the ray hits (Möller and Trumbore, 1997)."""
    edge1, edge2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across = np.cross(way, edge2)
    share = np.einsum("ij,ij->i", edge1, across)
    with np.errstate(divide="ignore", invalid="ignore"):
        back = start - corners[:, 0]
        u = np.einsum("ij,ij->i", back, across) / share
        beside = np.cross(back, edge1)
        v = beside @ way / share
        far = np.einsum("ij,ij->i", edge2, beside) / share
        inside = (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6) & (far > 1e-3)
    hit = (np.abs(share) > 1e-9) & inside
    return float(far[hit].min()) if hit.any() else float("inf")
