"""Parts to print have the right measures when another library reads them back."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import trimesh

from game.rules.registry import parse_setup
from hardware.host.layouts import setup_on
from hardware.tracking.sensor_image import ONE, faces_of
from workshop.fabrication import case as cases
from workshop.fabrication.case import DISTANCES, GROOVE
from workshop.fabrication.counters import half_height
from workshop.fabrication.drilling import GAP, BoardPlan, board_plan
from workshop.fabrication.engraving import spacing
from workshop.fabrication.fittings import RIM_AIR, RIM_LIP
from workshop.fabrication.parts import parts
from workshop.fabrication.planks import BASE, PEG_HOLE, PEGS, TOP
from workshop.fabrication.solids import FIT, WALL, PrintedPart, write_stl
from workshop.fabrication.track import SLOT
from workshop.tests.fabrication.measures import Array, bounds, loops, read_back, thinnest

LAYOUTS = ["decagon-51", "decagon-71", "decagon-81", "squares-6", "squares-8"]
LAYOUTS += ["hexagon-5", "hexagon-6", "hexagon-7"]
# Widths in mm, close to the minimum.
SMALL = [("decagon-81", 298), ("squares-8", 265), ("hexagon-5", 160)]
BOARDS = [*((layout, 0) for layout in LAYOUTS), *SMALL]
CLOSE = 0.01  # mm: the error from 32-bit numbers and 96-sided circles

PrintedBoard = tuple[BoardPlan, dict[str, PrintedPart], dict[str, trimesh.Trimesh]]
Measured = set[tuple[object, ...]]


@pytest.fixture(scope="module", params=BOARDS, ids=str)
def board(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> PrintedBoard:
    """Return a layout's plan, its parts by name, and their meshes as read back from STL."""
    plan = board_plan(*request.param)
    found = {part.name: part for part in parts(plan)}
    folder = tmp_path_factory.mktemp("parts")
    meshes = {}
    for name, part in found.items():
        write_stl(part.solid, name, folder / f"{name}.stl")
        meshes[name] = read_back(folder / f"{name}.stl")
    return plan, found, meshes


def extent(mesh: trimesh.Trimesh) -> Array:
    low, high = bounds(mesh)
    size: Array = high - low
    return size


def test_every_part_is_closed_and_lies_on_the_bed(board: PrintedBoard) -> None:
    _plan, found, meshes = board
    for name, mesh in meshes.items():
        assert mesh.is_watertight, name
        assert mesh.is_winding_consistent, name
        assert mesh.volume > 0, name
        assert mesh.volume == pytest.approx(found[name].solid.volume(), rel=1e-3), name
        assert len(mesh.split()) == 1, name
        assert bounds(mesh)[0][2] == pytest.approx(0, abs=CLOSE), name
        assert max(extent(mesh)) < 200, name  # so that it fits the bed of a small printer


@pytest.fixture(scope="module")
def measured() -> Measured:
    """Return a set of the sizes and names already measured, because many boards share parts."""
    return set()


def test_walls_are_thick_enough(board: PrintedBoard, tmp_path: Path, measured: Measured) -> None:
    """The body is measured everywhere, and with its marks cut in only under the marks."""
    _plan, found, meshes = board
    for name, part in found.items():
        if (key := (name, *extent(meshes[name]).round(3))) in measured:
            continue
        measured.add(key)
        write_stl(part.body, name, tmp_path / "body.stl")
        body = read_back(tmp_path / "body.stl")
        assert thinnest(body) >= WALL - CLOSE, name
        assert thinnest(meshes[name], along=0.9) >= WALL - CLOSE, name


def test_magnets_lie_in_the_middle_with_some_air(board: PrintedBoard) -> None:
    _plan, found, meshes = board
    for name, part in found.items():
        if part.pocket is None or name == "gauge":
            continue
        mesh, pocket = meshes[name], part.pocket
        depth = pocket.centre[2] - pocket.depth / 2 if pocket.centre[2] else pocket.depth / 2
        around = loops(mesh, depth)
        (loop,) = (one for one in around if np.ptp(one[:, 0]) < pocket.diameter + 0.5)
        middle = (loop.max(axis=0) + loop.min(axis=0)) / 2
        outside = (bounds(mesh)[0] + bounds(mesh)[1]) / 2
        assert math.dist(middle, outside[:2]) <= 0.05, name
        for wide in np.ptp(loop, axis=0):
            assert 0.1 <= (wide - pocket.magnet.diameter) / 2 <= 0.2, name


def test_two_halves_hold_a_magnet_in_the_very_middle(board: PrintedBoard) -> None:
    plan, found, meshes = board
    halves = [name for name in found if name.startswith(("counter-", "stone-"))]
    for name in halves:
        part, height = found[name], extent(meshes[name])[2]
        assert part.pocket is not None, name
        # The pocket is open where the halves meet.
        assert part.pocket.centre[2] == pytest.approx(height)
        magnet = part.pocket.magnet
        assert part.pocket.diameter == pytest.approx(magnet.diameter + 2 * FIT)
        assert 0.1 <= part.pocket.depth - magnet.height / 2 <= 0.2
        assert height == pytest.approx(half_height(extent(meshes[name])[0]), abs=CLOSE)
    assert len(halves) == (0 if plan.drilling.topology.kind == "squares" else 2)


def test_pieces_fit_the_boards_spacing(board: PrintedBoard) -> None:
    plan, _found, meshes = board
    for name, mesh in meshes.items():
        if name.startswith(("counter-", "stone-")):
            wide = max(extent(mesh)[:2])
            assert plan.drilling.counter - 4 <= wide <= plan.drilling.counter + CLOSE
            assert spacing(plan.drilling) - wide >= GAP - CLOSE
        if name.startswith("piece-"):
            radius = np.linalg.norm(mesh.vertices[:, :2], axis=1).max()
            assert radius <= plan.drilling.counter / 2 + CLOSE


def test_there_are_as_many_as_a_game_needs(board: PrintedBoard) -> None:
    plan, found, _meshes = board
    game = parse_setup(setup_on(plan.layout))
    start = game.pieces(game.start())
    if plan.drilling.topology.kind == "squares":
        pieces = [part for name, part in found.items() if name.startswith("piece-")]
        assert sum(part.count for part in pieces) == len(start)
        assert len(pieces) == game.seats
        faces = faces_of(game.kinds)
        for part in pieces:
            kind = next(
                one
                for one in game.kinds
                if part.name == f"piece-{one.colour}" + ("-partner" if one.mark else "")
            )
            assert ("pole up" in part.note) == (faces[kind.colour, kind.mark] == ONE)
    else:
        counts = {part.count for name, part in found.items() if name.startswith(("cou", "sto"))}
        assert counts == {25 if game.track else len(plan.drilling.topology)}


def test_walls_stand_between_pieces_and_on_their_pegs(board: PrintedBoard) -> None:
    plan, found, meshes = board
    if "wall-single" not in found:
        return
    square = spacing(plan.drilling)
    room = square - plan.drilling.counter
    lights = [
        max(abs(x - u), abs(y - v)) + 2.0
        for (x, y), (u, v) in zip(plan.drilling.lights.values(), plan.drilling.sensors.values())
    ]
    for name in ("wall-single", "wall-double"):
        length, width, _height = extent(meshes[name])
        assert width < room - 1, name
        assert max(lights) <= square / 2 - width / 2 + CLOSE  # no wall covers a light
        assert length < square - 2, name
        pegs = loops(meshes[name], 7.5)
        middles = sorted((loop.max(axis=0) + loop.min(axis=0))[0] / 2 for loop in pegs)
        assert middles == pytest.approx([-PEGS * square, PEGS * square], abs=CLOSE)
        for loop in pegs:
            assert 0.1 <= (PEG_HOLE - np.ptp(loop[:, 0])) / 2 <= 0.2


def test_a_marker_slides_in_its_slot(board: PrintedBoard) -> None:
    _plan, _found, meshes = board
    for name in (name for name in meshes if name.startswith("marker-")):
        wide = extent(meshes[name])[0]
        assert wide > SLOT + 2, name  # so that the head cannot fall through
        if "lid" not in name:
            (pin,) = loops(meshes[name], bounds(meshes[name])[1][2] - 0.5)
            assert SLOT - 2 < np.ptp(pin[:, 0]) < SLOT - 0.3


def test_the_lid_fits_the_case(board: PrintedBoard) -> None:
    _plan, _found, meshes = board
    for one in cases.CONTROLLERS:
        box, lid = meshes[f"case-{one.name}"], meshes[f"case-{one.name}-lid"]
        assert extent(box)[:2] == pytest.approx(extent(lid)[:2], abs=CLOSE)
        room = loops(box, bounds(box)[1][2] - cases.LIP / 2)
        inside = min((np.ptp(loop, axis=0) for loop in room), key=lambda two: two[0])
        rim = loops(lid, cases.THICK + 1)
        outside = max((np.ptp(loop, axis=0) for loop in rim), key=lambda two: two[0])
        network = (inside - outside) / 2
        assert (network >= 0.1).all()
        assert (network <= 0.2).all()
        assert inside[0] >= one.length + 0.8
        assert inside[1] >= one.width + 0.8


def test_the_rim_goes_round_the_board(board: PrintedBoard) -> None:
    plan, found, meshes = board
    leg = bounds(meshes["rim-corner"])[1][0]
    for name, side in (("across", plan.drilling.width), ("along", plan.drilling.height)):
        pieces = found[f"rim-{name}"].count / 2
        length = extent(meshes[f"rim-{name}"])[0]
        assert 2 * leg + pieces * length == pytest.approx(side, abs=0.05)
    assert extent(meshes["rim-corner"])[2] == pytest.approx(RIM_LIP + TOP + BASE, abs=CLOSE)
    (loop,) = loops(meshes["rim-corner"], 9)
    assert loop[:, 0].min() < -RIM_AIR  # the side of the rim is outside the board


def test_the_gauge_holds_a_magnet_at_the_marked_distances(board: PrintedBoard) -> None:
    _plan, found, meshes = board
    mesh, pocket = meshes["gauge"], found["gauge"].pocket
    assert pocket is not None
    x, y, _z = pocket.centre
    for number, distance in enumerate(DISTANCES):
        at = (x + 16.0 * number, y)
        floors = [
            corners[0][2]
            for corners, normal in zip(mesh.triangles, mesh.face_normals)
            if normal[2] > 0.99 and math.dist(corners.mean(axis=0)[:2], at) < 3
        ]
        assert min(floors) - GROOVE[1] == pytest.approx(distance, abs=CLOSE)
