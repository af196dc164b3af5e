"""Copper as it is made: straight tracks and vias in millimetres, from the paths of the router."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from tools.fabrication.pcb.footprints import Pad, Spot
from tools.fabrication.pcb.placement import PlacedComponent, Placement
from tools.fabrication.pcb.router import BROAD, THIN, Lattice, Routed, RoutedPath, route


@dataclass(frozen=True)
class CopperTrack:
    """A straight piece of copper of a net."""

    net: str
    start: Spot
    end: Spot
    width: float
    lower: bool


@dataclass(frozen=True)
class Via:
    """A hole that joins both layers."""

    net: str
    spot: Spot


@dataclass(frozen=True)
class Copper:
    """All that is laid on a carrier, but for the planes of ground."""

    tracks: tuple[CopperTrack, ...]
    vias: tuple[Via, ...]


def copper(placement: Placement) -> Copper:
    """Route a carrier.  Raises TemplateError if there is no way."""
    routed = route(placement)
    tracks = [*_stubs(placement, routed)]
    vias: dict[Via, None] = {}
    for net, paths in routed.paths.items():
        for path in paths:
            for start, end, width in _runs(routed.lattice, path):
                ends = routed.lattice.spot(start), routed.lattice.spot(end)
                if ends[0] == ends[1]:
                    vias[Via(net, ends[0])] = None
                else:
                    tracks.append(CopperTrack(net, *ends, width, start >= routed.lattice.layer))
    return Copper(tuple(tracks), tuple(vias))


def _runs(lattice: Lattice, path: RoutedPath) -> Iterator[tuple[int, int, float]]:
    """Merge steps in one direction and of one width: yield their first and last node."""
    start, width, before = path.nodes[0], THIN, 0
    for one, two in zip(path.nodes, path.nodes[1:]):
        step = two - one
        wide = BROAD if one in path.broad and two in path.broad else THIN
        if before and (step != before or wide != width or abs(step) == lattice.layer):
            yield start, one, width
            start = one
        before, width = step, wide
    if before:
        yield start, path.nodes[-1], width


def _stubs(placement: Placement, routed: Routed) -> Iterator[CopperTrack]:
    """Yield tracks from the lattice to the middles of pads that none of its nodes lies on."""
    ends = {
        net: {node for path in paths for node in path.nodes} for net, paths in routed.paths.items()
    }
    for placed in placement.placed:
        for pad in placed.footprint.pads:
            net = placed.component.nets.get(pad.pin)
            for node in routed.entries.get((placed.component.ref, pad.pin), ()):
                spot = routed.lattice.spot(node)
                if net and node in ends[net] and not _upon(placed, pad, spot):
                    lower = node >= routed.lattice.layer
                    yield CopperTrack(net, placed.spot(pad), spot, THIN, lower)


def _upon(placed: PlacedComponent, pad: Pad, spot: Spot) -> bool:
    """Return whether a place lies well on a pad.  Those with a hole are round."""
    rect = placed.pad(pad).grown(-0.1)
    if pad.drill:
        return math.dist(placed.spot(pad), spot) <= min(rect.width, rect.height) / 2
    return rect.left <= spot[0] <= rect.right and rect.top <= spot[1] <= rect.bottom
