"""Outlines and numbers of groups follow the stones on the board, not those in the air."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.screen.animation.choreography import Combo
from game.screen.app.app import App
from game.screen.play import combo
from game.screen.ui.input import Press
from tests.screen.play.play_helpers import click, frames, playing, press, spot, walk

pytestmark = pytest.mark.art

SETUP = "libra size=3 mode=target target=4"


def outlined(scene: Any, monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """Return a list that gets every group outlined from now on."""
    seen: list[set[str]] = []
    draw = scene.view.draw_groups

    def noted(canvas: Any, groups: Any, *more: Any) -> None:
        seen.extend(set(group) for group in groups)
        draw(canvas, groups, *more)

    monkeypatch.setattr(scene.view, "draw_groups", noted)
    return seen


def test_a_group_grows_when_the_stone_lands(monkeypatch: pytest.MonkeyPatch) -> None:
    with playing(SETUP, kind=App, animation_speed=1.0) as (app, scene):
        click(app, spot(scene, "c3"))
        frames(app, 60)
        seen = outlined(scene, monkeypatch)
        walk(app, scene, "c4")
        press(app, "accept")
        frames(app, 4)
        assert len(scene.match.entries) == 2
        assert scene.playback.moving
        assert {"c3", "c4"} not in seen, "the second stone is still in the air"
        frames(app, 40)
        assert {"c3", "c4"} in seen


def test_the_last_groups_of_a_round_stay_until_the_board_is_swept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with playing("libra size=3 mode=duel", kind=App, animation_speed=1.0) as (app, scene):
        points = list(scene.game.topology.points)
        for point in points[:-1]:
            click(app, spot(scene, point))
            frames(app, 16)
        seen = outlined(scene, monkeypatch)
        click(app, spot(scene, points[-1]))
        frames(app, 30)
        assert len(scene.match.entries) == len(points)
        assert set(points) in seen, "one group of all stones, before the board is swept"
        frames(app, 300)
        assert not scene.board.grouped.outlines


def test_outlines_go_and_come_with_their_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with playing(SETUP) as (app, scene):
        click(app, spot(scene, "c3"))
        frames(app, 2)
        assert [set(group) for group, _colour in scene.board.grouped.outlines] == [{"c3"}]
        frames(app, 2, Press(("groups",)))
        assert not scene.board.grouped.outlines


def test_the_trains_counter_keeps_clear_of_pieces_and_stays_on_the_board() -> None:
    board, size, piece = (16, 16, 750, 750), (170, 140), 40.0
    for at in ((390.0, 390.0), (30.0, 390.0), (390.0, 740.0)):
        free = combo.spot(size, at, board, (), (), piece)
        busy = tuple((free[0] + dx, free[1]) for dx in (-20, 0, 20))
        moved = combo.spot(size, at, board, busy, (), piece)
        for x, y in (free, moved):
            assert 16 + 60 <= x <= 766 - 60
            assert 16 + 40 <= y <= 766 - 40
        assert max(abs(moved[0] - free[0]), abs(moved[1] - free[1])) > 40


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
@pytest.mark.parametrize("number", range(1, 9))
def test_the_trains_counter_covers_no_counter_in_the_middle_of_a_game(
    number: int, size: tuple[int, int]
) -> None:
    """The count of the train's jumps hides no counter, because any counter may be turned."""
    with playing("more-or-less", size=size) as (_app, scene):
        view, points = scene.board.view, scene.game.topology.points
        assert view is not None
        lying = tuple(view.position(point) for point in points[number::3][:25])
        everywhere = tuple(map(view.position, points))
        letters = (round(0.18 * view.size), round(0.13 * view.size))
        for at in everywhere:
            board, diameter = tuple(view.rect), view.piece_size
            x, y = combo.spot(letters, at, board, lying, everywhere, diameter)
            near = [(abs(px - x), abs(py - y)) for px, py in lying]
            assert not any(dx < letters[0] / 2 and dy < letters[1] / 2 for dx, dy in near)


def test_the_number_of_a_train_is_as_large_as_it_says_and_rises_as_it_fades() -> None:
    blank = (1, 2, 3)
    with playing("more-or-less", size=(1280, 800)) as (app, scene):
        canvas, view = app.canvas, scene.view

        def drawn(count: int, size: float = 1.0, alpha: float = 1.0) -> Any:
            canvas.surface.fill(blank)
            combo.draw(canvas, Combo(count, size, alpha, view.rect.center), view, ())
            seen = pygame.mask.from_threshold(canvas.surface, blank, (1, 1, 1))
            seen.invert()
            (found, *_more) = sorted(seen.get_bounding_rects(), key=lambda one: -one.width)
            return found

        whole = drawn(3)
        assert view.rect.contains(whole)
        assert drawn(8).height > whole.height, "a longer train is a larger number"
        assert drawn(3, size=0.5).width < 0.7 * whole.width
        assert drawn(3, alpha=0.4).centery < whole.centery - 5
