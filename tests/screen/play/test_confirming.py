"""A finished turn waits for confirmation if the settings say so."""

from __future__ import annotations

from typing import Any

import pytest

from game.screen.app.app import App
from game.screen.play.scene import PlayScene
from game.table.spec import ClockSpec, SeatSpec
from tests.screen.play.play_helpers import click, click_on, frames, playing, press, spot, walk

SETUP = "multiplicity size=3"
AGAINST = (SeatSpec("person", 5, "Ada"), SeatSpec("engine", 5, "Ben"))


def waiting(**settings: Any) -> Any:
    return playing(SETUP, AGAINST, confirm_turns=True, **settings)


def place(app: App, scene: PlayScene) -> None:
    click(app, spot(scene, "c3"))
    frames(app, 3)


def test_it_waits_and_says_so() -> None:
    with waiting() as (app, scene):
        place(app, scene)
        frames(app, 120)
        assert len(scene.match.entries) == 1, "the engine does not answer yet"
        assert not scene.hand.enabled
        assert scene.row.main.label == "Confirm the turn"
        assert scene.row.main.enabled
        assert [seat.active for seat in scene.cards()] == [True, False]
        click(app, spot(scene, "b2"))
        assert scene.hints.note is not None
        assert scene.hints.note.text == "This turn is waiting to be confirmed or taken back."


def by_mouse(app: App, scene: PlayScene) -> None:
    click_on(app, scene, "main")


def by_key(app: App, scene: PlayScene) -> None:
    press(app, "accept")


@pytest.mark.parametrize("confirm", [by_mouse, by_key])
def test_a_yes_settles_it(confirm: Any) -> None:
    with waiting() as (app, scene):
        place(app, scene)
        confirm(app, scene)
        assert not scene.pending.waiting
        frames(app, 120)
        assert len(scene.match.entries) > 1


def test_keys_alone_play_and_confirm() -> None:
    with waiting() as (app, scene):
        walk(app, scene, "b2")
        press(app, "accept")
        frames(app, 30)
        assert scene.pending.waiting
        press(app, "accept")
        frames(app, 120)
        assert len(scene.match.entries) > 1


def test_before_that_it_is_taken_back() -> None:
    with waiting() as (app, scene):
        place(app, scene)
        click_on(app, scene, "back")
        frames(app, 3)
        assert not scene.match.entries
        assert scene.hand.enabled
        assert not scene.pending.waiting


def test_the_last_action_alone_is_taken_back() -> None:
    with playing(SETUP, confirm_turns=True) as (app, scene):
        place(app, scene)
        press(app, "accept")
        for _stone in range(2):
            scene.propose(scene.match.legal()[0])
        assert scene.pending.waiting
        assert len(scene.match.entries) == 3
        press(app, "take-back")
        assert len(scene.match.entries) == 2
        assert scene.match.to_move == 1


def test_the_clock_runs_on_for_whoever_made_it() -> None:
    with playing(SETUP, clock=ClockSpec(300, 0), confirm_turns=True) as (app, scene):
        place(app, scene)
        before = [scene.match.clock.remaining(seat, app.now) or 0.0 for seat in (0, 1)]
        frames(app, 60)
        after = [scene.match.clock.remaining(seat, app.now) or 0.0 for seat in (0, 1)]
        assert after[0] < before[0] - 0.9
        assert after[1] == before[1]


def test_the_end_waits_too() -> None:
    with playing(SETUP, confirm_turns=True) as (app, scene):
        while not scene.match.over:
            scene.propose(scene.match.legal()[0])
            if scene.pending.waiting and not scene.match.over:
                scene.confirm_turn()
        frames(app, 90)
        assert app.scene is scene
        press(app, "accept")
        frames(app, 90)
        assert app.scene is not scene


def test_without_the_setting_nothing_waits() -> None:
    with playing(SETUP, AGAINST) as (app, scene):
        place(app, scene)
        frames(app, 120)
        assert len(scene.match.entries) > 1
