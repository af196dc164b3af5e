"""The celebration's pieces fall, hit one another and come to rest."""

from __future__ import annotations

import math

import pytest

from game.screen.play.physics import STOPPED_AFTER_S, PieceFall, SolidBlock

SIZE = 1280, 800
SHELF = SolidBlock(100, 500, 700, 560)
WORDS = SolidBlock(100, 200, 700, 330, ridge=280)
CARD = SolidBlock(800, 40, 1220, 760)


def heap(seed: int, count: int = 30) -> PieceFall:
    spans = [(0.0, 800.0), (1220.0, 1280.0)]
    return PieceFall(SIZE, [WORDS, SHELF, CARD], count, (14, 27), seed, spans)


def at_rest(seed: int, count: int = 30) -> PieceFall:
    found = heap(seed, count)
    while not found.resting:
        found.step()
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_come_to_rest_apart_in_the_window_and_on_a_side(seed: int) -> None:
    end = at_rest(seed)
    assert end.age < STOPPED_AFTER_S + 0.1
    for number, one in enumerate(end.bodies):
        assert one.lies, "no counter stays on its edge"
        assert one.radius - 2 < one.x < SIZE[0] - one.radius + 2
        assert one.y < SIZE[1] - one.radius + 2
        for other in end.bodies[number + 1 :]:
            assert math.dist((one.x, one.y), (other.x, other.y)) > one.radius + other.radius - 2


def test_nothing_ever_enters_what_is_solid() -> None:
    falling = heap(4)
    while not falling.resting:
        falling.step()
        for body in falling.bodies:
            for block in (WORDS, SHELF, CARD):
                x = min(max(body.x, block.left), block.right)
                y = min(max(body.y, block.top), block.bottom)
                assert math.dist((x, y), (body.x, body.y)) > 0.8 * body.radius


def test_a_roof_with_a_ridge_sheds_what_falls_on_it_and_a_shelf_keeps_it() -> None:
    end = at_rest(5, count=12)
    on_words = [body for body in end.bodies if 100 < body.x < 700 and body.y < 200]
    on_floor = [body for body in end.bodies if body.y > 700]
    assert len(on_floor) > len(on_words)
    shelf = PieceFall(SIZE, [SHELF], 5, (14, 27), 1, [(150.0, 650.0)])
    while not shelf.resting:
        shelf.step()
    assert any(body.y < SHELF.top for body in shelf.bodies)


def test_one_seed_is_one_heap_and_another_seed_another() -> None:
    def places(found: PieceFall) -> list[tuple[float, float]]:
        return [(body.x, body.y) for body in found.bodies]

    assert places(at_rest(7, 12)) == places(at_rest(7, 12))
    assert places(at_rest(7, 12)) != places(at_rest(8, 12))


def test_a_blow_is_passed_on() -> None:
    pair = PieceFall(SIZE, [], 2, (20, 20.001), 1, [(600.0, 680.0)])
    upper, lower = pair.bodies
    upper.x, upper.y, upper.vx, upper.vy = 600.0, 300.0, 400.0, 0.0
    lower.x, lower.y, lower.vx, lower.vy = 645.0, 300.0, 0.0, 0.0
    for _step in range(6):
        pair.step()
    assert lower.vx > 150
    assert upper.vx < lower.vx


def test_a_late_frame_makes_no_more_steps_than_allowed() -> None:
    falling = heap(1)
    falling.update(5.0, most=6)
    assert falling.age == pytest.approx(6 / 120)
