"""In a teaching game, mistakes are taken back with the reason, up to a limit; a summary follows."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.rules.base import Action, State
from game.rules.proposals import Resign
from game.screen.app.app import App
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.play.teaching import TeachAgainPlay, TeachingScene, TeachingSummaryScene
from game.screen.ui.choosers import Stepper
from game.table.spec import ClockSpec, SeatSpec
from tests.screen.play.play_helpers import (
    Dice,
    click_on,
    frames,
    play_by_keys,
    play_by_mouse,
    playing,
    press,
)
from tests.support.waiting import until

SETUP = "libra size=3 mode=target target=5"
SEATS = (SeatSpec("person", name="Anna"), SeatSpec("engine", 1))
BAD = "c3"  # the cell that the engine of these tests dislikes


class Knowing(Dice):
    """A player that judges every position even, except that whoever filled BAD is losing."""

    def start(self, state: State, limits: Any = None) -> None:
        super().start(state, limits)
        self.value = 0.5
        if any(point == BAD for point in self.game.pieces(state)):
            self.value = 0.9 if self.game.to_move(state) else 0.1
            self.turn = (next(a for a in self.game.legal(state) if a.target),)
        else:
            self.turn = (next(a for a in self.game.legal(state) if a.target not in (BAD, None)),)

    def poll(self) -> Any:
        class Thought:
            done = True
            best = self.turn
            pv = (self.turn,)
            value = self.value
            proof = ""

        return Thought


def place(scene: PlayScene, point: str) -> Action:
    return next(a for a in scene.match.legal() if a.target == point)


def given(scene: PlayScene, count: int) -> bool:
    return scene.teaching.teacher is not None and len(scene.teaching.teacher.given) == count


def wait(app: App, met: Any) -> None:
    assert until(met, step=lambda: frames(app))


def test_mistakes_are_given_back_at_most_so_often_and_told_at_the_end() -> None:
    with playing(SETUP, SEATS, make=Knowing, teaching=0.2) as (app, scene):
        wait(app, lambda: scene.hand.enabled)
        for number, play in enumerate((play_by_mouse, play_by_keys), start=1):
            play(app, scene, place(scene, BAD))
            wait(app, partial(given, scene, number))
            assert not scene.match.entries, "the engine has not answered"
            assert scene.hints.text.startswith("Given back.")
        assert scene.match.helped
        play_by_mouse(app, scene, place(scene, "a3"))
        wait(app, lambda: len(scene.match.entries) == 2)
        scene.propose(Resign(0))
        wait(app, lambda: isinstance(app.scene, TeachingSummaryScene))
        summary = app.scene
        assert isinstance(summary, TeachingSummaryScene)
        assert [row[0] for row in summary.list.rows] == ["1", "1"]
        assert [row[2] for row in summary.list.rows] == ["a better turn found"] * 2
        press(app, "accept")
        again = app.scene
        assert isinstance(again, PlayScene)
        assert isinstance(again.kind, TeachAgainPlay)
        wait(app, lambda: again.hand.enabled)
        play_by_mouse(app, again, place(again, BAD))
        wait(app, lambda: again.hints.text.startswith("Given back."))
        play_by_mouse(app, again, place(again, "a3"))
        wait(app, lambda: app.scene is summary)
        click_on(app, summary, "result")  # type: ignore[arg-type]
        wait(app, lambda: isinstance(app.scene, ResultScene))


def test_nothing_is_judged_unless_it_is_wanted_or_with_a_clock() -> None:
    for clock, wanted in ((None, 0.0), (ClockSpec(600), 0.2)):
        with playing(SETUP, SEATS, clock, make=Knowing, teaching=wanted) as (app, scene):
            wait(app, lambda: scene.hand.enabled)
            play_by_mouse(app, scene, place(scene, BAD))
            wait(app, lambda: len(scene.match.entries) == 2)
            assert scene.teaching.teacher is None


def test_it_is_switched_on_in_the_help_of_a_game() -> None:
    with playing(SETUP, SEATS, make=Knowing) as (app, scene):
        wait(app, lambda: scene.hand.enabled)
        click_on(app, scene, "help")
        press(app, *["down"] * 5, "accept")
        card = app.scene
        assert isinstance(card, TeachingScene)
        card.form.focus("teaching")
        press(app, "right", "right")
        assert isinstance(card.form.get("teaching"), Stepper)
        assert app.settings.teaching == 0.2
        press(app, "cancel", "cancel")
        wait(app, lambda: scene.teaching.teacher is not None)


def test_a_summary_is_left_by_escape_for_the_result() -> None:
    with playing(SETUP, SEATS, make=Knowing, teaching=0.2) as (app, scene):
        wait(app, lambda: scene.hand.enabled)
        play_by_mouse(app, scene, place(scene, BAD))
        wait(app, lambda: scene.teaching.teacher is not None and bool(scene.teaching.teacher.given))
        scene.propose(Resign(0))
        wait(app, lambda: isinstance(app.scene, TeachingSummaryScene))
        assert isinstance(app.scene, TeachingSummaryScene)
        assert [row[2] for row in app.scene.list.rows] == ["not played again"]
        press(app, "cancel")
        wait(app, lambda: isinstance(app.scene, ResultScene))
