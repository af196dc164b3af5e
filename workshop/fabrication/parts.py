"""The list of parts to print for a board, with their sizes."""

from __future__ import annotations

from collections import Counter

from game.rules.base import Game
from game.rules.boards import COUNTERS
from game.rules.registry import parse_setup
from hardware.host.layouts import setup_on
from hardware.tracking.sensor_image import faces_of
from workshop.fabrication.carrier_wood import CarrierSeat
from workshop.fabrication.case import CONTROLLERS, case, gauge
from workshop.fabrication.counters import (
    counter_half,
    magnet_for,
    marker,
    piece,
    stone_half,
    walls,
    whole,
)
from workshop.fabrication.drilling import BoardPlan
from workshop.fabrication.engraving import spacing
from workshop.fabrication.fittings import carrier_fittings, fittings
from workshop.fabrication.planks import PEGS
from workshop.fabrication.solids import PrintedPart
from workshop.fabrication.track import MARKER

STONE = 0.81  # width of a stone, as a share of the distance between two cells


def parts(plan: BoardPlan, seat: CarrierSeat | None = None) -> list[PrintedPart]:
    """Return all parts to print for a board, which has a carrier if there is a `seat`."""
    kind, measures = plan.drilling.topology.kind, plan.drilling
    found = PIECES[kind](plan)
    if measures.track:
        for slot in measures.track.slots:
            found += marker(slot.owner, MARKER)
    found += carrier_fittings(seat) if seat else fittings(measures)
    # A board with a carrier needs only one case, which holds just the button.
    for one in CONTROLLERS[: 1 if seat else None]:
        found += case(one)
    return [*found, gauge(magnet_for(whole(measures.counter)))]


def _game(plan: BoardPlan) -> Game:
    return parse_setup(setup_on(plan.layout))


def _colours(plan: BoardPlan) -> list[str]:
    return [kind.colour for kind in _game(plan).kinds]


def _counters(plan: BoardPlan) -> list[PrintedPart]:
    width = whole(plan.drilling.counter)
    return [counter_half(colour, width, COUNTERS) for colour in _colours(plan)]


def _stones(plan: BoardPlan) -> list[PrintedPart]:
    """Return a stone for every cell, because each stone has both colours."""
    measures = plan.drilling
    width = whole(min(measures.counter, STONE * spacing(measures)))
    count = len(measures.topology)
    return [stone_half(colour, width, count) for colour in _colours(plan)]


def _pieces(plan: BoardPlan) -> list[PrintedPart]:
    game, measures = _game(plan), plan.drilling
    width, faces = whole(measures.counter), faces_of(game.kinds)
    counts = Counter(game.pieces(game.start()).values())
    found = [piece(kind, width, counts[kind], faces[kind.colour, kind.mark]) for kind in game.kinds]
    square = spacing(measures)
    return [*found, *walls(square, PEGS * square, measures.topology.size)]


PIECES = {"lines": _counters, "hexagon": _stones, "squares": _pieces}
