"""Copper as it is manufactured: straight tracks and vias in mm, from the router's paths."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from workshop.fabrication.pcb.circuit import GROUND
from workshop.fabrication.pcb.footprints import Spot
from workshop.fabrication.pcb.placement import Placement
from workshop.fabrication.pcb.router import BROAD, THIN, Lattice, Routed, RoutedPath, route


@dataclass(frozen=True)
class CopperTrack:
    """A straight piece of a net's copper."""

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
    """All copper on a carrier except the ground planes."""

    tracks: tuple[CopperTrack, ...]
    vias: tuple[Via, ...]


def copper(placement: Placement) -> Copper:
    """Route a carrier. Raises TemplateError if no route exists."""
    routed = route(placement)
    tracks = [*_stubs(placement, routed)]
    vias: dict[Via, None] = {}
    for net, paths in routed.paths.items():
        for path in _without_dead_ends(net, paths, routed):
            for start, end, width in _runs(routed.lattice, path):
                ends = routed.lattice.spot(start), routed.lattice.spot(end)
                if ends[0] == ends[1]:
                    vias[Via(net, ends[0])] = None
                else:
                    tracks.append(CopperTrack(net, *ends, width, start >= routed.lattice.layer))
    return Copper(tuple(tracks), tuple(vias))


def _without_dead_ends(
    net: str, paths: tuple[RoutedPath, ...], routed: Routed
) -> Iterator[RoutedPath]:
    """Yield the paths of a net without dead ends, which remain when another net displaces a path.

    A ground via leads to the planes, so it is no dead end. Every pad and every branch ends a path.
    """
    pads = {node for nodes in routed.entries.values() for node in nodes}
    beside: defaultdict[int, set[int]] = defaultdict(set)
    for path in paths:
        for one, two in pairwise(path.nodes):
            beside[one].add(two)
            beside[two].add(one)
    planes = {node for path in paths for hop in _hops(routed, path) for node in hop}
    kept = pads | planes if net == GROUND else pads
    ends = list(beside)
    while ends:
        end = ends.pop()
        if end not in kept and len(beside[end]) == 1:
            last = beside[end].pop()
            beside[last].discard(end)
            ends.append(last)
    branches = pads | {node for node, others in beside.items() if len(others) > 2}
    for path in paths:
        run = [path.nodes[0]]
        for one, two in pairwise(path.nodes):
            leads_on = two in beside[one]
            if not leads_on or one in branches:
                yield RoutedPath(tuple(run), path.broad)
                run = [one] if leads_on else []
            beside[one].discard(two)  # each step only once, even if two paths share it
            beside[two].discard(one)
            run.append(two)
        yield RoutedPath(tuple(run), path.broad)


def _hops(routed: Routed, path: RoutedPath) -> Iterator[tuple[int, int]]:
    """Yield both ends of each via of a path."""
    return (hop for hop in pairwise(path.nodes) if abs(hop[0] - hop[1]) == routed.lattice.layer)


def _runs(lattice: Lattice, path: RoutedPath) -> Iterator[tuple[int, int, float]]:
    """Merge steps of one direction and width; yield each run's first node, last node and width."""
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
    """Yield tracks from the ends of paths, which are on or beside a pad, to the pad's middle."""
    reached = {
        net: {node for path in paths for node in path.nodes} for net, paths in routed.paths.items()
    }
    for placed in placement.placed:
        for pad in placed.footprint.pads:
            net, middle = placed.component.nets.get(pad.pin), placed.spot(pad)
            for node in routed.entries.get((placed.component.ref, pad.pin), ()):
                spot = routed.lattice.spot(node)
                if net and node in reached[net] and math.dist(spot, middle) > 0.01:
                    yield CopperTrack(net, middle, spot, THIN, node >= routed.lattice.layer)
