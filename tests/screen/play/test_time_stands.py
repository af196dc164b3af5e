"""The clock on the screen shows real time; while it is stopped, the position is hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from game.platform.elapsed import Elapsed
from game.screen.app import app as app_module
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.play.scene import PlayScene
from game.table.spec import ClockSpec, SeatSpec
from tests.screen.play.play_helpers import STEP, frames, play_by_mouse, playing, press, steps
from tests.support.text_recorder import TextRecorder

SETUP = "multiplicity size=3"
PAIR = (SeatSpec("person", 5, "Ada"), SeatSpec("person", 5, "Ben"))
ENGINE = (SeatSpec("person", 5, "Ada"), SeatSpec("engine", 3))
MINUTE = ClockSpec(60.0)


def left(app: App, scene: PlayScene, seat: int = 0) -> float:
    found = scene.match.clock.remaining(seat, app.now)
    assert found is not None
    return found


def late(app: App, seconds: float) -> None:
    """Run a frame this many seconds after the last one."""
    app.be_late(seconds - 0.1)
    app.frame(0.1)


def test_a_slow_frame_is_charged_in_full_and_moves_nothing_far() -> None:
    with playing(SETUP, PAIR, MINUTE) as (app, scene):
        before = left(app, scene)
        late(app, 7.5)
        assert left(app, scene) == pytest.approx(before - 7.5)


def test_a_turn_that_comes_after_a_stop_of_the_program_is_too_late() -> None:
    """The click waits in the queue; the clock is checked before the click takes effect."""
    with playing(SETUP, PAIR, MINUTE) as (app, scene):
        turns = len(scene.match.turns)
        late(app, 59.0)
        assert not scene.match.over
        app.now += 2.0
        play_by_mouse(app, scene, scene.match.legal()[0])
        assert scene.match.over
        assert len(scene.match.turns) == turns
        outcome = scene.match.outcome
        assert outcome is not None
        assert outcome.reason == "time"


class Passing:
    """A stand-in for the time of the loop."""

    def __init__(self, looks: Sequence[Elapsed]) -> None:
        self.looks = list(looks)

    def look(self) -> Elapsed:
        return self.looks.pop(0)


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Callable[[App, Sequence[Elapsed]], None]:
    """Return a function that runs an app's loop with these readings of the time."""

    def run(app: App, looks: Sequence[Elapsed]) -> None:
        passing = Passing(looks)
        monkeypatch.setattr(app_module, "ElapsedTime", lambda: passing)
        monkeypatch.setattr(app, "close", lambda: None)
        frame = app.frame

        def counted(dt: float, events: Any = ()) -> bool:
            alive = frame(dt, events)
            app.running = bool(passing.looks)
            return alive

        monkeypatch.setattr(app, "frame", counted)
        app.run()
        monkeypatch.undo()
        app.running = True

    return run


def test_the_loop_charges_what_passes_but_not_what_is_slept(loop: Any) -> None:
    with playing(SETUP, PAIR, MINUTE) as (app, scene):
        before = left(app, scene)
        loop(app, [Elapsed(0.5), Elapsed(4.0), Elapsed(0.5)])
        assert left(app, scene) == pytest.approx(before - 5.0, abs=0.01)
        loop(app, [Elapsed(0.02, 3600.0), Elapsed(30.0), Elapsed(30.0)])
        assert left(app, scene) == pytest.approx(before - 5.0, abs=0.05)
        assert not scene.match.over
        dialog = app.scene
        assert isinstance(dialog, Dialog)
        assert "1:00:00" in dialog.text
        press(app, "cancel")
        late(app, 10.0)
        assert left(app, scene) == pytest.approx(before - 15.0, abs=0.2)


def test_a_game_without_a_clock_takes_no_notice_of_sleep(loop: Any) -> None:
    with playing(SETUP, PAIR) as (app, scene):
        loop(app, [Elapsed(0.02, 3600.0)])
        assert app.scene is scene


@pytest.mark.parametrize("seats", [PAIR, ENGINE])
def test_where_the_clock_stands_the_pieces_are_covered(seats: tuple[SeatSpec, ...]) -> None:
    with playing(SETUP, seats, MINUTE, kind=App) as (app, scene):
        play_by_mouse(app, scene, scene.match.legal()[0])
        app.draw()
        recorder = app.canvas.recorder = app.recorder = TextRecorder()
        app.draw()
        shown = {one.text for one in recorder}
        open_board = pygame.surfarray.array3d(app.window.surface.subsurface(scene.layout.board))
        press(app, "menu")
        steps(app, None)
        app.draw()
        assert isinstance(app.scene, Dialog)
        said = {one.text for one in recorder}
        turn = scene.match.turns[0].text
        assert any(turn in text for text in shown)
        assert not any(turn in text for text in said)
        app.scene.leave()
        app.stack.pop()
        scene.draw(app.canvas)  # the clock is still stopped, but no menu covers the board
        covered = pygame.surfarray.array3d(app.window.surface.subsurface(scene.layout.board))
        assert (open_board != covered).any()
        scene.board.pieces = {}
        empty = app.canvas.surface.copy()
        scene.draw(app.canvas)
        assert pygame.image.tobytes(empty, "RGB") == pygame.image.tobytes(app.canvas.surface, "RGB")
        before = left(app, scene)
        late(app, 20.0)
        assert left(app, scene) == before
        scene.resume(None)


def test_neither_copying_nor_editing_shows_the_position_while_the_clock_stands() -> None:
    with playing(SETUP, PAIR, MINUTE) as (app, scene):
        press(app, "menu")
        dialog = app.scene
        assert isinstance(dialog, Dialog)
        assert "copy" not in [answer.value for answer in dialog.answers]
        press(app, "cancel")
        assert scene.edited() is None
    with playing(SETUP, PAIR) as (app, scene):
        press(app, "menu")
        dialog = app.scene
        assert isinstance(dialog, Dialog)
        assert "copy" in [answer.value for answer in dialog.answers]
        press(app, "cancel")
        assert scene.edited() is not None


def test_a_menu_stops_no_clock_while_somebody_plays_from_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with playing(SETUP, PAIR, MINUTE) as (app, scene):
        monkeypatch.setattr(app.network, "elsewhere", lambda match, seat: seat == 1)
        press(app, "menu")
        before = left(app, scene)
        late(app, 20.0)
        assert left(app, scene) == pytest.approx(before - 20.0, abs=0.1)
        late(app, 60.0)
        assert scene.match.over


@pytest.mark.parametrize("command", ["replay", "page-up", "take-back"])
def test_what_is_shown_again_and_looking_back_cost_time(command: str) -> None:
    with playing("libra size=3 mode=target target=5", ENGINE, MINUTE, animation_speed=1.0) as (
        app,
        scene,
    ):
        seconds = 0
        while len(scene.match.turns) < 2 or scene.playback.moving:
            if scene.match.to_move == 0 and scene.hand.enabled:
                scene.propose(scene.match.legal()[0])
            frames(app)
            seconds += 1
            assert seconds < 20_000
        frames(app, 60)
        before = left(app, scene)
        now = app.now
        for _time in range(5):
            press(app, command)
            if command == "take-back":
                break
            frames(app, 30)
        frames(app, 30)
        spent = app.now - now
        if command != "take-back":
            assert left(app, scene) == pytest.approx(before - spent, abs=2 * STEP)
        else:
            assert left(app, scene) <= 60.0 - spent + 2 * STEP


def test_on_a_sensor_board_a_sleep_waits_for_hands(loop: Any) -> None:
    with playing(SETUP, PAIR, MINUTE, board="sim") as (app, scene):
        frames(app, 10)
        before = left(app, scene)
        loop(app, [Elapsed(0.02, 600.0), Elapsed(0.1), Elapsed(5.0)])
        assert app.scene is scene, "no menu that hands could not close"
        assert left(app, scene) == pytest.approx(before, abs=0.1)
        scene.match.play(scene.match.legal()[0], app.now)
        now = app.now
        frames(app, 30)
        assert left(app, scene, 1) == pytest.approx(60.0 - (app.now - now), abs=0.1)
