"""Sensors and lights are under the template's holes, and no part is outside or in the way."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from workshop.fabrication.drilling import TemplateError, board_plan
from workshop.fabrication.pcb import placement as placing
from workshop.fabrication.pcb.carrier import placement_of
from workshop.fabrication.pcb.footprints import HOLE_ROOM, Rect
from workshop.tests.fabrication.pcb.carriers import (
    LAYOUTS,
    PICOS,
    SMALL,
    parts_of,
    placed_on,
    plan_of,
)

ALL = [SMALL, *LAYOUTS, *PICOS]


@pytest.mark.parametrize("layout", ALL)
def test_sensors_and_lights_stand_under_their_holes(layout: str) -> None:
    plan = plan_of(layout).drilling
    for key, places in (("sensor", plan.sensors), ("light", plan.lights)):
        found = {
            one.component.point: (one.x, plan.height - one.y)
            for one in placed_on(layout).placed
            if one.component.part.key == key
        }
        assert set(found) == set(places)
        assert all(math.dist(found[label], places[label]) < 0.1 for label in places)


@pytest.mark.parametrize("layout", ALL)
def test_nothing_lies_outside_or_upon_another(layout: str) -> None:
    placement = placed_on(layout)
    wood = Rect(0, 0, placement.plan.width, placement.plan.height)
    assert wood.grown(-placing.WALL + 1e-9).holds(placement.outline)
    assert len(placement.placed) == len(parts_of(layout))
    inside = placement.outline.grown(-0.5)
    for side in ("above", "below"):
        rooms = [one.rect(own) for one in placement.placed for own in getattr(one.footprint, side)]
        rooms += [HOLE_ROOM.moved(spot) for spot in placement.holes]
        for number, room in enumerate(rooms):
            assert not any(room.grown(-1e-6).meets(other) for other in rooms[number + 1 :])
    for one in placement.placed:
        assert all(inside.holds(one.pad(pad)) for pad in one.footprint.pads)
        for rect in map(one.pad, one.footprint.pads):
            across = min(rect.left - inside.left, inside.right - rect.right)
            down = min(rect.top - inside.top, inside.bottom - rect.bottom)
            assert across + down > placing.CORNER, f"{one.component.ref}: a corner is cut off"
    assert len(placement.holes) >= 4


@pytest.mark.parametrize("layout", ALL)
def test_a_machine_can_hold_it_at_its_sides_and_find_it(layout: str) -> None:
    """Machine-mounted parts are 5 mm from two opposite edges, and three fiducials are uncovered."""
    placement, box = placed_on(layout), placed_on(layout).outline
    held = Rect(box.left + 5, box.top, box.right - 5, box.bottom)
    for one in placement.placed:
        if not one.component.part.by_hand:
            rects = [one.rect(one.footprint.body), *map(one.pad, one.footprint.pads)]
            assert all(held.holds(rect) for rect in rects), one.component.ref
    assert len(placement.fiducials) == 3
    for x, y in placement.fiducials:
        assert held.grown(-1).holds(Rect(x, y, x, y))
        clear = Rect(x - 1, y - 1, x + 1, y + 1)
        assert not any(
            one.rect(own).meets(clear) for one in placement.placed for own in one.footprint.above
        )
    wide = math.dist(*placement.fiducials[:2]), math.dist(*placement.fiducials[::2])
    assert wide[0] > box.width / 2
    assert wide[1] > box.height / 2


@pytest.mark.parametrize("layout", ALL)
def test_the_usb_looks_over_the_edge(layout: str) -> None:
    placement = placed_on(layout)
    (x, y), box = placement.usb, placement.outline
    assert min(abs(x - box.left), abs(x - box.right), abs(y - box.top), abs(y - box.bottom)) < 0.01


def test_a_small_board_says_what_it_needs() -> None:
    with pytest.raises(TemplateError, match=r"hexagon-4: no room.*CD74HC4067.*--size"):
        placement_of(board_plan("hexagon-4", 145))


def test_points_too_close_for_parts_are_named() -> None:
    plan = plan_of(SMALL).drilling
    one, other = list(plan.sensors)[:2]
    x, y = plan.sensors[one]
    close = replace(plan, sensors=plan.sensors | {other: (x + 3.0, y)})
    with pytest.raises(TemplateError, match=f"hexagon-3: .*too close to {other}.*--size"):
        placing.place(close, parts_of(SMALL))


def test_a_board_with_too_many_points_is_refused() -> None:
    with pytest.raises(TemplateError, match="more channels"):
        board_plan("hexagon-8")
