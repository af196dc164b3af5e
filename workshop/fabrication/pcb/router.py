"""The copper of every net: paths on a lattice, found one connection after the other.

A path is found by A*: along a layer in eight directions, or through a via. If no way is free, a
path may cross the tracks of other nets at a price; those tracks are removed and routed again. The
result is deterministic.

A node of the lattice is one number made of layer, row and column. Far from pads, only every other
row and column is used. A node is free, belongs to a net (to its track, or to the clearance of a
wide track or pad), or is closed to all.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from game.platform.i18n import _
from workshop.fabrication.drilling import TemplateError
from workshop.fabrication.pcb.circuit import GROUND, WIDE
from workshop.fabrication.pcb.footprints import FIDUCIAL_CLEAR, Rect, Spot
from workshop.fabrication.pcb.placement import CORNER, GRID, PlacedComponent, Placement

# Millimetres around pads, and around pads of multiplexers, within which every node is used.
FINE, FANNED = 2.6, 8.0
HASTE = 1.7  # weight of the estimated cost ahead, relative to the cost so far
DIAGONAL = math.sqrt(2)
UNDER = 1.15  # cost of a step on the lower layer, whose ground plane should stay whole
VIA_COST = 9.0
BEND = 0.4
NARROW = 2.0  # cost of a step of a supply net where a wide track has no room
CROSSING = 50.0  # cost of taking a node from another net's track
PAST = 4.0  # added cost of a node for each time that a net lost it
ATTEMPTS = 6  # maximum average number of times that a net is routed

THIN, BROAD = 0.22, 0.8  # widths in mm: tracks of signals, and tracks of supplies
VIA, VIA_DRILL = 0.6, 0.3
CLEAR = 0.2
RIM = CLEAR + THIN / 2  # distance from a pad to the middle of the next track
HOLE_CLEAR = 0.4
EDGE_CLEAR = 0.7  # distance from the carrier's edge to the middle of a track
FREE, CLOSED = 0, 65535
LAYERS = 2


@dataclass(frozen=True)
class Leg:
    """A pad of a net, with the nodes where copper may enter the pad."""

    entries: tuple[int, ...]
    x: float
    y: float


@dataclass(frozen=True)
class RoutedPath:
    """Nodes in order, and those of them that have room for a wide track."""

    nodes: tuple[int, ...]
    broad: frozenset[int]


@dataclass
class Net:
    """A net being routed: its pads, which must be joined, and the paths so far."""

    number: int
    name: str
    legs: list[Leg]
    paths: list[RoutedPath] = field(default_factory=list)


@dataclass(frozen=True)
class Routed:
    """The paths of every net by its name, and their lattice; planes join the ground net."""

    lattice: Lattice
    paths: dict[str, tuple[RoutedPath, ...]]
    entries: dict[tuple[str, str], tuple[int, ...]]  # by part and pin


def route(placement: Placement) -> Routed:
    """Route every net. Raises TemplateError if this is impossible."""
    return _Router(placement).run()


class _Router:
    """The nets of one carrier on one lattice."""

    def __init__(self, placement: Placement) -> None:
        self.lattice = lattice = Lattice(placement)
        self.owner: array[int] = lattice.owner
        self.name = placement.plan.topology.name
        columns = lattice.columns
        straight = (1, -1, columns, -columns)
        self.steps = [(step, 1.0, 0, 0, 0) for step in straight]
        self.steps += [
            (across + down, DIAGONAL, across, down, 0)
            for across in (1, -1)
            for down in (columns, -columns)
        ]
        strides = [(2 * step, 2 * cost, 0, 0, step) for step, cost, *_sides in self.steps]
        # The possible steps from a node: coarse, fine, and fine with coarse nodes next to it.
        self.ways = (strides, self.steps, [*self.steps, *strides[:4]])
        self.round = [*straight, *(step for step, *_rest in self.steps[4:])]
        self.entered: dict[tuple[str, str], tuple[int, ...]] = {}
        self.nets = self._collect(placement)
        self.corners = [(across, down) for _step, _cost, across, down, _half in self.steps[4:]]
        self.history: dict[int, float] = {}
        self.mine: dict[int, set[int]] = {}  # nodes of each net's paths
        self.vias: dict[int, int] = {}  # net of each via, by its node on the upper layer

    def _collect(self, placement: Placement) -> dict[int, Net]:
        """Return all nets by number, and reserve their pads; an unconnected pad is its own net."""
        numbers: dict[str, int] = {}
        kept: list[tuple[Net, PlacedComponent, str]] = []
        nets: dict[int, Net] = {}
        for placed in placement.placed:
            for pad in placed.footprint.pads:
                name = placed.component.nets.get(pad.pin, f"{placed.component.ref}.{pad.pin}")
                number = numbers.setdefault(name, len(numbers) + 1)
                net = nets.setdefault(number, Net(number, name, []))
                layers = range(LAYERS) if pad.drill else range(1)
                self.lattice.keep_pad(placed.pad(pad), layers, number)
                fanned = placed.component.part.key == "multiplexer"
                self.lattice.refine(placed.pad(pad), FANNED if fanned else FINE)
                kept.append((net, placed, pad.pin))
        for net, placed, pin in kept:
            pad = next(one for one in placed.footprint.pads if one.pin == pin)
            layers = range(LAYERS) if pad.drill else range(1)
            entries = self.lattice.entries(placed.pad(pad), layers, net.number)
            self.entered[placed.component.ref, pin] = tuple(entries)
            net.legs.append(Leg(tuple(entries), *placed.spot(pad)))
        return nets

    def run(self) -> Routed:
        """Route every net, and displaced nets again. Raises TemplateError if this fails."""
        ground = next(net for net in self.nets.values() if net.name == GROUND)
        for leg in ground.legs:
            if not any(node >= self.lattice.layer for node in leg.entries):
                self._sink(ground, leg)
        waiting = deque(
            sorted(
                (net for net in self.nets.values() if net is not ground and len(net.legs) > 1),
                key=lambda net: (net.name not in WIDE, _length(net.legs), net.number),
            )
        )
        left = ATTEMPTS * len(waiting)
        while waiting:
            net = waiting.popleft()
            left -= 1
            if left < 0:
                raise self._failure(net)
            for other in self._lay(net):
                if other not in waiting:
                    waiting.append(other)
            if not waiting:
                waiting += self._mend_ground(ground)
        paths = {net.name: tuple(net.paths) for net in self.nets.values()}
        return Routed(self.lattice, paths, self.entered)

    def _failure(self, net: Net) -> TemplateError:
        return TemplateError(
            _("{board}: no way for the copper of {net}; make the board wider (--size)").format(
                board=self.name, net=net.name
            )
        )

    # -- one net -----------------------------------------------------------------------------------

    def _lay(self, net: Net) -> list[Net]:
        """Join all unconnected pads of a net; return the nets whose tracks it removed.

        Raises TemplateError if this is impossible.
        """
        joined = self._joined(net)
        crossed: dict[int, Net] = {}
        for leg, nearest in _order(net.legs):
            if not joined.isdisjoint(leg.entries):
                continue
            path = self._search(net, leg, joined.__contains__, nearest)
            if path is None:
                raise self._failure(net)
            for number, nodes in self._claim(net, path).items():
                crossed[number] = self.nets[number]
                self._take_up(self.nets[number], nodes)
            joined.update(leg.entries)
            joined.update(path.nodes)
        return [crossed[number] for number in sorted(crossed)]

    def _joined(self, net: Net) -> set[int]:
        """Return the copper that is connected with the net's first pad."""
        joined = set(net.legs[0].entries)
        pieces = [set(path.nodes) for path in net.paths] + [set(leg.entries) for leg in net.legs]
        found = True
        while found:
            found = False
            for piece in pieces:
                if not piece <= joined and not piece.isdisjoint(joined):
                    joined |= piece
                    found = True
        return joined

    def _search(
        self, net: Net, leg: Leg, is_goal: Callable[[int], bool], aim: Leg | None = None
    ) -> RoutedPath | None:
        """Return the cheapest path from a pad to a goal; with an `aim`, nearly the cheapest."""
        lattice, owner, mine, layer = self.lattice, self.owner, net.number, self.lattice.layer
        columns, wide, pads, history = lattice.columns, net.name in WIDE, lattice.pads, self.history
        # A copy of `usable`, which loses finished nodes.
        fine, usable = lattice.fine, bytearray(lattice.usable)
        haste = HASTE if aim else 0.0
        row, column = divmod(aim.entries[0] % layer if aim else 0, columns)
        best = [math.inf] * len(owner)
        came: dict[int, int] = {}
        done: set[int] = set()
        heap: list[tuple[float, int]] = []
        for node in leg.entries:
            best[node] = 0.0
            heappush(heap, (0.0, node))
        while heap:
            node = heappop(heap)[1]
            if node in done:
                continue
            done.add(node)
            usable[node] = 0
            if is_goal(node):
                return self._path(net, came, node)
            cost, before = best[node], came.get(node)
            lower = node >= layer
            price = UNDER if lower else 1.0
            direction = node - before if before is not None else 0
            for step, length, across, down, halfway in self.ways[fine[node]]:
                other = node + step
                if not usable[other]:
                    continue
                total, known = cost + price * length, best[other]
                if total >= known:
                    continue
                has = owner[other]
                if has and has != mine:
                    if has == CLOSED or other in pads:
                        continue
                    total += CROSSING
                if halfway:
                    has = owner[node + halfway]
                    if has and has != mine:
                        if has == CLOSED or node + halfway in pads:
                            continue
                        total += CROSSING
                elif across:
                    one, two = owner[node + across], owner[node + down]
                    if (one and one != mine) or (two and two != mine):
                        if CLOSED in (one, two):
                            continue
                        if pads.get(node + across, mine) != mine:
                            continue
                        if pads.get(node + down, mine) != mine:
                            continue
                        total += CROSSING
                if step != direction and direction:
                    total += BEND
                if history and other in history:
                    total += history[other]
                if wide and total < known and not self._clear(other, mine):
                    total += NARROW
                if total < known:
                    best[other], came[other] = total, node
                    y, x = divmod(other - layer if other >= layer else other, columns)
                    x, y = abs(x - column), abs(y - row)
                    heappush(heap, (total + haste * (x + y - 0.586 * (x if x < y else y)), other))
            other = node - layer if lower else node + layer
            total = cost + VIA_COST
            if total < best[other] and self._open(node, other, mine):
                best[other], came[other] = total, node
                y, x = divmod(other % layer, columns)
                x, y = abs(x - column), abs(y - row)
                heappush(heap, (total + haste * (x + y - 0.586 * min(x, y)), other))
        return None

    def _clear(self, node: int, mine: int) -> bool:
        """Return whether a wide track may pass here, because all nodes around are free."""
        owner = self.owner
        return all(owner[node + step] in (FREE, mine) for step in self.round)

    def _open(self, node: int, other: int, mine: int) -> bool:
        """Return whether a via fits here on both layers, clear of pads, vias and diagonals."""
        owner, pads = self.owner, self.lattice.pads
        if owner[other] not in (FREE, mine) or node in pads or other in pads:
            return False
        floor = node % self.lattice.layer
        if any(self.vias.get(floor + step, mine) != mine for step in self.round[:4]):
            return False
        for one in (node, other):
            for step in self.round:
                has = owner[one + step]
                if has and has != mine and (has == CLOSED or one + step in pads):
                    return False
            for across, down in self.corners:
                has = owner[one + across]
                if has not in (FREE, mine) and has == owner[one + down]:
                    return False
        return True

    def _path(self, net: Net, came: dict[int, int], node: int) -> RoutedPath:
        nodes = [node]
        single = {*self.round, self.lattice.layer, -self.lattice.layer}
        while node in came:
            before, node = node, came[node]
            if node - before not in single:
                nodes.append((node + before) // 2)
            nodes.append(node)
        wide = net.name in WIDE
        broad = frozenset(one for one in nodes if wide and self._clear(one, net.number))
        return RoutedPath(tuple(nodes), broad)

    # -- owners ------------------------------------------------------------------------------------

    def _claim(self, net: Net, path: RoutedPath) -> dict[int, set[int]]:
        """Take the nodes of a path; return the nodes that other nets lost, by net."""
        net.paths.append(path)
        lost: dict[int, set[int]] = {}
        for node in (*self._taken(path), *self._sides(path)):
            has = self.owner[node]
            if has not in (FREE, net.number, CLOSED):
                lost.setdefault(has, set()).add(node)
                self.history[node] = self.history.get(node, 0.0) + PAST
        for node in self._taken(path):
            self.owner[node] = net.number
        self.mine.setdefault(net.number, set()).update(self._taken(path))
        self.vias |= dict.fromkeys(self._vias(path), net.number)
        return lost

    def _sides(self, path: RoutedPath) -> Iterator[int]:
        """Yield the nodes on both sides of each diagonal."""
        for one, two in zip(path.nodes, path.nodes[1:]):
            for step, _length, across, down, _half in self.steps[4:]:
                if two - one == step:
                    yield one + across
                    yield one + down

    def _taken(self, path: RoutedPath) -> Iterator[int]:
        yield from path.nodes
        for node in path.broad:
            yield from (node + step for step in self.round)

    def _vias(self, path: RoutedPath) -> Iterator[int]:
        """Yield the nodes, on the upper layer, where a path changes its layer."""
        layer = self.lattice.layer
        for one, two in zip(path.nodes, path.nodes[1:]):
            if abs(one - two) == layer:
                yield one % layer

    def _take_up(self, net: Net, lost: set[int]) -> None:
        """Remove those paths of a net that lost nodes, and those no longer connected."""
        net.paths = [path for path in net.paths if lost.isdisjoint(self._taken(path))]
        joined = self._joined(net)
        net.paths = [path for path in net.paths if not joined.isdisjoint(path.nodes)]
        kept = {node for path in net.paths for node in self._taken(path)}
        for node in self.mine.pop(net.number, set()) - kept:
            if self.owner[node] == net.number:
                self.owner[node] = self.lattice.pads.get(node, FREE)
        self.mine[net.number] = kept
        vias = {node for path in net.paths for node in self._vias(path)}
        for node in [node for node, has in self.vias.items() if has == net.number]:
            if node not in vias:
                del self.vias[node]

    # -- ground ------------------------------------------------------------------------------------

    def _sink(self, net: Net, leg: Leg) -> None:
        """Connect a pad to the ground plane by a via, or by a track to existing copper of its net.

        Raises TemplateError if this is impossible.
        """
        layer = self.lattice.layer
        reached = {node for path in net.paths for node in path.nodes}
        best = dict.fromkeys(leg.entries, 0.0)
        came: dict[int, int] = {}
        heap = [(0.0, node) for node in leg.entries]
        while heap:
            cost, node = heappop(heap)
            if cost > best[node]:
                continue
            if node not in reached and self._open(node, node + layer, net.number):
                came[node + layer] = node
                node += layer
            if node in reached or node >= layer:
                path = self._path(net, came, node)
                self._claim(net, path)
                self.lattice.pads |= dict.fromkeys(path.nodes, net.number)
                x, y = self.lattice.spot(node)
                self.lattice.refine(Rect(x, y, x, y), FINE)
                return
            for step, length, across, down, _half in self.steps:
                other, total = node + step, cost + length
                sides = (other,) if not across else (other, node + across, node + down)
                free = all(self.owner[one] in (FREE, net.number) for one in sides)
                if free and total < best.get(other, 1e9):
                    best[other], came[other] = total, node
                    heappush(heap, (total, other))
        raise self._failure(net)

    def _mend_ground(self, ground: Net) -> list[Net]:
        """Join separated parts of the ground planes; return the nets that had to give way.

        Raises TemplateError if this is impossible.
        """
        lattice = self.lattice
        vias = [path.nodes[0] for path in ground.paths if path.nodes[0] >= lattice.layer]
        vias += [node for leg in ground.legs for node in leg.entries if node >= lattice.layer]
        crossed: dict[int, Net] = {}
        floods = [self._flood(ground, vias[0])]

        def poured(node: int) -> bool:
            return any(flood[node] for flood in floods) and self._clear(node, ground.number)

        for via in vias:
            if not any(flood[via] for flood in floods):
                path = self._search(ground, Leg((via,), *lattice.spot(via)), poured)
                if path is None:
                    raise self._failure(ground)
                for number, nodes in self._claim(ground, path).items():
                    crossed[number] = self.nets[number]
                    self._take_up(self.nets[number], nodes)
                kept = [*path.nodes, *(path.nodes[0] + step for step in self.round)]
                for node in kept:  # KiCad will fill copper around the end
                    lattice.pads[node] = self.owner[node] = ground.number
                floods.append(self._flood(ground, via))
        return [crossed[number] for number in sorted(crossed)]

    def _flood(self, ground: Net, start: int) -> bytearray:
        """Return 1 for each node that the ground planes reach from `start`, including through vias.

        The function fills a stretch of a row at a time; the edge of the lattice is closed.
        """
        columns, layer = self.lattice.columns, self.lattice.layer
        links = {node % layer for path in ground.paths for node in self._vias(path)}
        links |= {node % layer for leg in ground.legs for node in leg.entries if node >= layer}
        dry = bytearray(map((FREE, ground.number).__contains__, self.owner))
        dry[start] = 1
        seen, edge = bytearray(len(dry)), [start]
        while edge:
            while edge:
                node = edge.pop()
                if not dry[node]:
                    continue
                first, end = dry.rfind(0, 0, node) + 1, dry.find(0, node)
                dry[first:end] = bytes(end - first)
                seen[first:end] = b"\x01" * (end - first)
                for row in (-columns, columns):
                    other = dry.find(1, first + row, end + row)
                    while other >= 0:
                        edge.append(other)
                        other = dry.find(1, dry.find(0, other), end + row)
            for one in links:
                for node, other in ((one, one + layer), (one + layer, one)):
                    if seen[node] and dry[other]:
                        edge.append(other)
        return seen


def _length(legs: Sequence[Leg]) -> float:
    xs, ys = [leg.x for leg in legs], [leg.y for leg in legs]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _order(legs: Sequence[Leg]) -> Iterator[tuple[Leg, Leg]]:
    """Yield each leg except the first, together with the nearest of the legs before it."""
    near = {leg: (math.dist((leg.x, leg.y), (legs[0].x, legs[0].y)), legs[0]) for leg in legs[1:]}
    while near:
        new = min(near, key=lambda leg: near[leg][0])
        yield new, near.pop(new)[1]
        for leg, (before, _other) in near.items():
            away = math.dist((leg.x, leg.y), (new.x, new.y))
            if away < before:
                near[leg] = away, new


class Lattice:
    """Owners of all nodes of both layers: `owner[node]` is a net's number, FREE or CLOSED."""

    def __init__(self, placement: Placement) -> None:
        box = placement.outline
        self.left, self.top = math.floor(box.left / GRID) - 1, math.floor(box.top / GRID) - 1
        self.columns = math.ceil(box.right / GRID) + 2 - self.left
        self.rows = math.ceil(box.bottom / GRID) + 2 - self.top
        self.layer = self.columns * self.rows
        self.owner = array("H", [CLOSED]) * (LAYERS * self.layer)
        for node in self._within(box.grown(-EDGE_CLEAR), range(LAYERS)):
            self.owner[node] = FREE
        away = CORNER + DIAGONAL * EDGE_CLEAR
        for node in range(LAYERS * self.layer):
            x, y = self.spot(node)
            if min(x - box.left, box.right - x) + min(y - box.top, box.bottom - y) < away:
                self.owner[node] = CLOSED
        for x, y in placement.holes:
            self._close(x, y, 1.6 + HOLE_CLEAR + THIN / 2, range(LAYERS))
        for x, y in placement.fiducials:
            self._close(x, y, FIDUCIAL_CLEAR / 2 + RIM, range(1))
        self.fine = bytearray(LAYERS * self.layer)  # 1 where every node is used
        self.usable = bytearray(LAYERS * self.layer)
        for layer in range(LAYERS):
            for row in range(0, self.rows, 2):
                start = layer * self.layer + row * self.columns
                self.usable[start : start + self.columns : 2] = b"\x01" * -(-self.columns // 2)
        self.pads: dict[int, int] = {}  # the net of each node that a pad reserves

    def spot(self, node: int) -> Spot:
        """Return the place of a node, in mm."""
        row, column = divmod(node % self.layer, self.columns)
        return (column + self.left) * GRID, (row + self.top) * GRID

    def keep_pad(self, rect: Rect, layers: Iterable[int], net: int) -> None:
        """Reserve a pad's surroundings for its net; nodes that two nets claim are closed to all."""
        for node in self._within(rect.grown(RIM + 0.005), layers):
            had = self.pads.get(node, net)
            value = net if had == net and self.owner[node] != CLOSED else CLOSED
            self.pads[node] = self.owner[node] = value

    def refine(self, rect: Rect, by: float) -> None:
        """Make every node near a pad usable."""
        for node in self._within(rect.grown(by), range(LAYERS)):
            row, column = divmod(node % self.layer, self.columns)
            self.fine[node] = 1 if row % 2 or column % 2 else 2
            self.usable[node] = 1

    def entries(self, rect: Rect, layers: Iterable[int], net: int) -> list[int]:
        """Return the nodes on a pad's copper, or the nearest node, for a short track to join."""
        inner = [node for node in self._within(rect.grown(-0.1), layers) if self._mine(node, net)]
        if inner:
            return inner
        x, y = (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2
        near = [node for node in self._within(rect.grown(RIM), layers) if self._mine(node, net)]
        return sorted(near, key=lambda node: (math.dist(self.spot(node), (x, y)), node))[:1]

    def _mine(self, node: int, net: int) -> bool:
        return self.owner[node] == net

    def _within(self, rect: Rect, layers: Iterable[int]) -> Iterator[int]:
        first = max(0, math.ceil(rect.left / GRID - 1e-9) - self.left)
        last = min(self.columns - 1, math.floor(rect.right / GRID + 1e-9) - self.left)
        upper = max(0, math.ceil(rect.top / GRID - 1e-9) - self.top)
        lower = min(self.rows - 1, math.floor(rect.bottom / GRID + 1e-9) - self.top)
        for layer in layers:
            for row in range(upper, lower + 1):
                start = layer * self.layer + row * self.columns
                yield from range(start + first, start + last + 1)

    def _close(self, x: float, y: float, radius: float, layers: Iterable[int]) -> None:
        box = Rect(x - radius, y - radius, x + radius, y + radius)
        for node in self._within(box, layers):
            if math.dist(self.spot(node), (x, y)) <= radius:
                self.owner[node] = CLOSED
