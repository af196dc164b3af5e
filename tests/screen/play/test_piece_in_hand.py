"""Pieces are lifted, carried, snapped to points, set down or returned; trains work."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from game.games.less.screen.plugin import SAMPLE
from game.rules.base import Action
from game.rules.events import Piece
from game.screen.animation import movements
from game.screen.app.app import App
from game.screen.play.drag_controller import REST_TO_SET_DOWN_S, DraggedPiece
from game.screen.play.scene import PlayScene
from game.screen.plugin.panel import Panel
from game.screen.ui.input import Pointer
from tests.screen.play.play_helpers import STEP, click, frames, last_action, playing, spot


@contextmanager
def counters(**settings: Any) -> Iterator[tuple[App, PlayScene]]:
    """Yield More or Less with all counters placed so that trains are possible."""
    with playing("more-or-less", **settings) as (app, scene):
        board = scene.game.topology
        for point in [board.centre, *board.points[1::3][:24]]:
            scene.match.play(scene.game.parse_action(scene.match.state, str(point)))
        scene.playback.finish()
        app.frame(STEP)
        yield app, scene


def down(app: App, scene: PlayScene, point: str) -> None:
    frames(app, 1, Pointer("move", spot(scene, point)))
    frames(app, 1, Pointer("down", spot(scene, point)))


def carry(app: App, scene: PlayScene, *points: str) -> None:
    for point in points:
        frames(app, 1, Pointer("move", spot(scene, point), held=True))


def up(app: App, scene: PlayScene, point: str) -> None:
    frames(app, 1, Pointer("up", spot(scene, point)))


def train(scene: PlayScene) -> tuple[Action, Action]:
    """Return two jumps of one counter, whose end no single first move can reach."""
    game, state = scene.game, scene.match.state
    for first in game.legal(state):
        if first.kind != "jump":
            continue
        near = {a.target for a in game.legal(state) if a.source == first.source}
        for second in game.legal(game.play(state, first).state):
            if second.kind == "jump" and _fits(scene, first, second, near):
                return first, second
    raise LookupError("no train")


def _fits(scene: PlayScene, first: Action, second: Action, near: set[str | None]) -> bool:
    """Return whether the second jump needs the first, and the train can go on, except back."""
    if second.kind != "jump" or second.target in {*near, first.source}:
        return False
    game = scene.game
    after = game.play(game.play(scene.match.state, first).state, second).state
    ways = {a.target for a in game.legal(after)}
    return game.turn_begun(after) > 0 and first.source not in ways


def test_a_press_lifts_and_the_piece_follows_the_pointer() -> None:
    with playing(SAMPLE, animation_speed=1.0) as (app, scene):
        down(app, scene, "e2")
        held = scene.board.drag.held
        assert held is not None
        frames(app, 12)
        assert held.high == 1.0
        assert held.sprite.height > 0
        assert held.sprite.scale > 1
        assert "e2" not in scene.board.resting
        app.frame(STEP, [Pointer("move", spot(scene, "b4"), held=True)])
        assert min(held.tilt) < 1, "it tilts with its speed"
        frames(app, 20)
        assert math.dist(held.at, spot(scene, "b4")) < 2
        assert held.tilt == pytest.approx((1, 1), abs=0.01)


def test_a_legal_point_attracts_it() -> None:
    with playing(SAMPLE) as (app, scene):
        down(app, scene, "e2")
        target = sorted(scene.hand.targets)[0]
        x, y = spot(scene, target)
        frames(app, 1, Pointer("move", (x + 9, y), held=True))
        held = scene.board.drag.held
        assert held is not None
        assert 0 < held.at[0] - x < 6


def test_a_line_along_which_it_may_go_attracts_it() -> None:
    with counters(size=(1280, 800)) as (app, scene):
        view = scene.board.view
        assert view is not None
        slides = [a for a in scene.match.legal() if a.kind == "slide"]
        ways = [(str(slide.source), str(slide.target)) for slide in slides]
        source, target = max(ways, key=lambda way: math.dist(*(spot(scene, end) for end in way)))
        down(app, scene, source)
        start, end = spot(scene, source), spot(scene, target)
        foot = movements.between(start, end, 0.4)
        length = math.dist(start, end)
        aside = (start[1] - end[1]) / length, (end[0] - start[0]) / length
        beside = foot[0] + 12 * aside[0], foot[1] + 12 * aside[1]
        frames(app, 1, Pointer("move", (round(beside[0]), round(beside[1])), held=True))
        held = scene.board.drag.held
        assert held is not None
        assert math.dist(held.goal, movements.foot(held.goal, start, end)) < 3, (
            "it clings to the line"
        )
        assert math.dist(held.goal, start) > 12, "and is drawn along it"
        far = foot[0] + 60 * aside[0], foot[1] + 60 * aside[1]
        scene.board.drag.pull(view, far)
        loose = held.goal
        near = min(
            math.dist(movements.foot(far, start, view.position(point)), far)
            for point in scene.hand.targets
        )
        assert near < view.piece_size or loose == far, "far from every line it is the hand's alone"


def test_a_counter_leans_as_soon_as_one_points_where_it_would_be_turned() -> None:
    with counters(animation_speed=1.0) as (app, scene):
        jump = next(a for a in scene.match.legal() if a.kind == "jump")
        click(app, spot(scene, str(jump.source)))
        frames(app, 30)
        frames(app, 1, Pointer("move", spot(scene, str(jump.target))))
        assert not scene.board.carrying
        assert scene.board.animating
        assert jump.over not in scene.board.resting
        frames(app, 30)
        assert not scene.board.animating
        frames(app, 1, Pointer("move", (2, 2)))
        assert jump.over in scene.board.resting


def test_a_legal_drop_settles_without_flying_again() -> None:
    with playing(SAMPLE, animation_speed=1.0) as (app, scene):
        down(app, scene, "e2")
        target = sorted(scene.hand.targets)[0]
        carry(app, scene, target)
        up(app, scene, target)
        assert last_action(scene).target == target
        frames(app, 30)
        assert scene.board.drag.held is None
        assert target in scene.board.resting
        assert scene.hand.enabled


def test_a_new_stone_comes_into_the_hand_and_is_placed_where_it_is_let_go() -> None:
    with playing("libra size=3 mode=target target=4", animation_speed=1.0) as (app, scene):
        down(app, scene, "c3")
        assert scene.board.carrying
        assert not scene.match.entries
        frames(app, 12)
        held = scene.board.drag.held
        assert held is not None
        assert (held.high, held.piece.colour) == (1.0, "white")
        frames(app, 1, Pointer("wheel", spot(scene, "c3"), 0, 1.0))
        frames(app, 2)
        assert held.piece.colour == "black"
        carry(app, scene, "b4")
        up(app, scene, "b4")
        assert last_action(scene).text == "Bb4"
        frames(app, 30)
        assert scene.board.drag.held is None
        assert "b4" in scene.board.resting


def test_a_new_stone_let_go_on_another_is_refused_and_gone() -> None:
    with playing("multiplicity size=3 opening=free") as (app, scene):
        click(app, spot(scene, "c3"))
        frames(app, 20)
        down(app, scene, "c4")
        carry(app, scene, "c3")
        frames(app, 2)
        # A release near the free cell would count for that cell, so the release is in the middle of
        # the other stone.
        scene.hand.point_at("c3")
        assert scene.hand.release("c3") is None
        assert scene.hand.refused == "c3"
        frames(app, 3)
        assert scene.board.drag.held is None
        assert len(scene.match.entries) == 1


def test_an_illegal_drop_springs_back_with_the_reason() -> None:
    with playing(SAMPLE, animation_speed=1.0) as (app, scene):
        down(app, scene, "e2")
        carry(app, scene, "c3")
        frames(app, 10)
        up(app, scene, "c3")
        held = scene.board.drag.held
        assert held is not None
        assert not held.carried
        assert scene.hints.note is not None
        frames(app, 30)
        assert scene.board.drag.held is None
        assert "e2" in scene.board.resting
        assert not scene.match.entries


def test_a_drop_beside_the_board_only_puts_it_back() -> None:
    with playing(SAMPLE, animation_speed=1.0) as (app, scene):
        down(app, scene, "e2")
        frames(app, 1, Pointer("move", (2, 2), held=True))
        frames(app, 1, Pointer("up", (2, 2)))
        assert scene.hints.note is None
        frames(app, 30)
        assert "e2" in scene.board.resting


def test_what_would_turn_over_leans() -> None:
    with counters() as (app, scene):
        jump = next(a for a in scene.match.legal() if a.kind == "jump")
        down(app, scene, str(jump.source))
        carry(app, scene, str(jump.target))
        assert [event.point for event in scene.board.drag.leaning] == [jump.over]
        assert jump.over not in scene.board.resting


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_a_train_is_drawn_in_one_drag_over_its_landing_points(speed: float) -> None:
    with counters(animation_speed=speed) as (app, scene):
        first, second = train(scene)
        down(app, scene, str(first.source))
        carry(app, scene, str(first.target), str(second.target))
        assert scene.match.entries[-1].action == first
        assert scene.board.carrying
        assert scene.hand.source == first.target
        up(app, scene, str(second.target))
        assert scene.match.entries[-1].action == second
        frames(app, 60)
        assert scene.board.drag.held is None


def test_resting_on_a_landing_point_sets_it_down_there_and_it_goes_on() -> None:
    with counters() as (app, scene):
        first, _second = train(scene)
        before = len(scene.match.entries)
        down(app, scene, str(first.source))
        carry(app, scene, str(first.target))
        frames(app, round(REST_TO_SET_DOWN_S / STEP) - 3)
        assert len(scene.match.entries) == before
        frames(app, 6)
        assert scene.match.entries[-1].action == first
        assert scene.board.carrying
        frames(app, 120)
        assert len(scene.match.entries) == before + 1, "it does not go on by itself"


def test_the_button_says_whether_it_slides_or_jumps() -> None:
    with counters() as (_app, scene):
        legal = scene.match.legal()
        kinds: dict[str, set[str]] = {}
        for action in legal:
            kinds.setdefault(str(action.source), set()).add(action.kind)
        words = {
            frozenset(("jump",)): "Choose where to jump",
            frozenset(("slide",)): "Choose where to slide",
            frozenset(("jump", "slide")): "Choose where to slide or jump",
        }
        for source, found in kinds.items():
            scene.hand.source = source
            assert Panel.prompt(scene.panel) == words[frozenset(found)]


def test_held_comes_to_rest_without_motion_at_once() -> None:
    held = DraggedPiece(Piece("white", 0), "a1", (0.0, 0.0), (0.0, 0.0), 20.0, still=True)
    held.let_go((5.0, 5.0))
    assert held.done


def test_a_click_where_the_train_began_takes_all_of_it_back() -> None:
    with counters() as (app, scene):
        first, second = train(scene)
        before = len(scene.match.entries)
        down(app, scene, str(first.source))
        carry(app, scene, str(first.target), str(second.target))
        up(app, scene, str(second.target))
        frames(app, 3)
        assert len(scene.match.entries) == before + 2
        assert scene.hand.enabled
        assert first.source not in scene.hand.targets
        click(app, spot(scene, str(first.source)))
        assert len(scene.match.entries) == before
        assert scene.hints.note is None


def test_another_button_meanwhile_does_not_let_go_of_a_new_stone() -> None:
    with playing("libra size=3 mode=target target=4") as (app, scene):
        at = spot(scene, "c3")
        frames(app, 1, Pointer("move", at), Pointer("down", at, held=True))
        frames(app, 1, Pointer("down", at, 3), Pointer("up", at, 3))
        assert scene.board.carrying
        frames(app, 1, Pointer("up", at))
        assert last_action(scene).text == "Bc3"
