"""If an engine fails, its card says so, a remedy is offered, and the game goes on."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any, ClassVar

import pytest

from game.engine.protocol.engine_player import EnginePlayer
from game.engine.protocol.restarting_player import RESTARTS
from game.platform.settings import Settings
from game.rules.base import Game
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.scene import Pop
from game.screen.play.engine_trouble import EngineTroubleDialog
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.screen.ui.button import Button
from game.table.record import dump, load
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tests.screen.play.play_helpers import Dice, Glanced, click, frames, playing, press
from tests.support.clocks import ManualClock
from tests.support.waiting import until

SETUP = "multiplicity size=3"
# A stand-in for an engine that gets ready, and then thinks for ever.
MUTE = [sys.executable, "-u", "-c", "print('readyok')\nimport sys\nfor line in sys.stdin: pass"]
SEATS = (SeatSpec("engine", 5, "Robot"), SeatSpec("person", 5, "Ben"))


class Failing(Dice):
    """An engine whose first `failures` answers are errors."""

    failures: ClassVar[int] = 0
    made: ClassVar[list[int]] = []
    allowed: ClassVar[bool] = True  # whether engines after the first may get ready

    def __init__(self, game: Any, level: int, seed: int) -> None:
        super().__init__(game, level, seed)
        self.first = not type(self).made
        type(self).made.append(level)

    @property
    def ready(self) -> bool:
        return self.first or type(self).allowed

    def poll(self) -> Any:
        if not self.ready:
            return None
        if type(self).failures:
            type(self).failures -= 1
            raise RuntimeError("out of order")
        return super().poll()


@pytest.fixture(autouse=True)
def anew() -> None:
    Failing.failures, Failing.allowed = 0, True
    Failing.made.clear()


def played_until(app: App, met: Any) -> bool:
    return until(met, step=lambda: frames(app))


def note(scene: PlayScene) -> str:
    return scene.cards()[0].note


def test_an_engine_that_fails_is_started_again_and_plays() -> None:
    Failing.failures = RESTARTS
    with playing(SETUP, SEATS, ClockSpec(60), make=Failing) as (app, scene):
        assert played_until(app, lambda: len(scene.match.turns) == 1)
        assert Failing.made == [5] * (RESTARTS + 1)
        assert scene.controller.failed == {}
        assert note(scene) == ""


def test_while_it_starts_again_its_card_says_so_and_its_clock_stands() -> None:
    Failing.failures, Failing.allowed = 1, False
    with playing(SETUP, SEATS, ClockSpec(60), make=Failing) as (app, scene):
        engine = scene.controller.engines[0]
        assert played_until(app, lambda: engine.restarts == 1 and not engine.ready)
        frames(app, 2)
        before = scene.match.clock.remaining(0, app.now)
        assert note(scene) == f"restart 1 of {RESTARTS} …"
        frames(app, 300)
        assert scene.match.clock.remaining(0, app.now) == before
        Failing.allowed = True
        assert played_until(app, lambda: len(scene.match.turns) == 1)
        assert note(scene) == ""


def click_in_dialog(app: App, name: str) -> None:
    dialog = app.scene
    assert isinstance(dialog, EngineTroubleDialog)
    app.draw()
    click(app, dialog.form.get(name).rect.center)


def failed(app: App, scene: PlayScene) -> EngineTroubleDialog:
    assert played_until(app, lambda: isinstance(app.scene, EngineTroubleDialog))
    dialog = app.scene
    assert isinstance(dialog, EngineTroubleDialog)
    assert note(scene) == "no answer"
    assert len(Failing.made) == RESTARTS + 1
    assert "out of order" in dialog.why
    return dialog


@pytest.mark.parametrize("clock", [None, ClockSpec(60)])
def test_after_the_third_time_it_may_be_tried_again(clock: ClockSpec | None) -> None:
    Failing.failures = RESTARTS + 1
    with playing(SETUP, SEATS, clock, make=Failing) as (app, scene):
        failed(app, scene)
        before = scene.match.clock.remaining(0, app.now)
        frames(app, 60)
        assert scene.match.clock.remaining(0, app.now) == before, "the question is not charged"
        click_in_dialog(app, "again")
        assert played_until(app, lambda: len(scene.match.turns) == 1)
        assert note(scene) == ""


def test_another_level_may_play_on() -> None:
    Failing.failures = RESTARTS + 1
    with playing(SETUP, SEATS, make=Failing) as (app, scene):
        dialog = failed(app, scene)
        dialog.level = 2
        dialog.resize()
        again = dialog.form.get("again")
        assert isinstance(again, Button)
        assert again.label == "Play at level 2"
        click_in_dialog(app, "again")
        assert played_until(app, lambda: len(scene.match.turns) == 1)
        assert Failing.made[-1] == 2
        assert load(dump(scene.match)).spec.seats[0].level == 2
        assert "Engine 2" in scene.cards()[0].kind


def test_a_person_may_play_on_and_the_record_says_so() -> None:
    Failing.failures = RESTARTS + 1
    with playing(SETUP, SEATS, make=Failing) as (app, scene):
        assert scene.match.solo
        failed(app, scene)
        click_in_dialog(app, "person")
        frames(app, 3)
        assert scene.controller.person_to_move
        assert note(scene) == ""
        scene.propose(scene.match.legal()[0])
        assert len(scene.match.turns) == 1
        assert load(dump(scene.match)).spec.seats[0].kind == "person"
        assert not scene.match.solo, "nobody has beaten an engine"


def test_put_away_the_question_tries_again() -> None:
    Failing.failures = RESTARTS + 1
    with playing(SETUP, SEATS, make=Failing) as (app, scene):
        failed(app, scene)
        press(app, "cancel")
        assert app.scene is scene
        assert played_until(app, lambda: len(scene.match.turns) == 1)


def test_the_menu_asks_again_while_a_person_plays_for_it() -> None:
    Failing.failures = RESTARTS + 1
    with playing(SETUP, SEATS, make=Failing) as (app, scene):
        failed(app, scene)
        app.change(Pop())
        assert scene.controller.person_to_move
        press(app, "menu")
        dialog = app.scene
        assert isinstance(dialog, Dialog)
        values = [answer.value for answer in dialog.answers]
        app.draw()
        click(app, dialog.form.get(f"answer-{values.index('engine')}").rect.center)
        assert isinstance(app.scene, EngineTroubleDialog)


def test_on_a_sensor_board_hands_play_on_without_a_question() -> None:
    Failing.failures = RESTARTS + 1
    with playing(SETUP, SEATS, make=Failing, board="sim") as (app, scene):
        assert played_until(app, lambda: bool(scene.controller.failed))
        frames(app, 5)
        assert app.scene is scene
        assert scene.controller.person_to_move


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="only where processes can be stopped")
@pytest.mark.parametrize("number", ["SIGKILL", "SIGSTOP"])
def test_a_real_engine_whose_process_is_killed_or_stopped_plays_on(
    number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    made: list[EnginePlayer] = []

    def make(game: Game, level: int, seed: int) -> EnginePlayer:
        """Make a player; only the first one has a fast clock."""
        clock = time.monotonic if made else ManualClock(0.0, step=0.5)
        made.append(EnginePlayer(game, level, seed, command=None if made else MUTE, now=clock))
        return made[-1]

    spec = MatchSpec(SETUP, SEATS, ClockSpec(600))
    scene = PlayScene(spec, keep=False, make=make)
    app = Glanced(scene, scenes=open_scene, settings=Settings(animation_speed=0.0), size=(800, 600))
    try:
        assert played_until(app, lambda: bool(made) and made[0].process is not None)
        process = made[0].process
        assert process is not None
        os.kill(process.pid, getattr(signal, number))
        notes = set()

        def frame() -> None:
            frames(app)
            notes.add(note(scene))

        assert until(lambda: len(scene.match.turns) == 1, step=frame)
        assert f"restart 1 of {RESTARTS} …" in notes
        assert len(made) == 2
        assert made[0].ended
        assert not scene.controller.failed
    finally:
        app.close()
