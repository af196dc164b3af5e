"""The evaluation during play can be requested and closed; it is drawn as a bar and a curve."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.engine.search.calibration import calibration
from game.platform.settings import Settings
from game.platform.theme import load_theme
from game.screen.app.app import App
from game.screen.play.evaluation import LEAST, Graph
from game.screen.play.scene import PlayScene
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import Metrics
from game.screen.ui.widget import WidgetState
from game.table.chances import ShownChances
from game.table.match import Match
from game.table.spec import two_people
from tests.screen.play.play_helpers import Dice, Glanced, click, frames, spot
from tests.screen.screens import recorded
from tests.support.languages import each_language
from tests.support.text_recorder import TextRecorder
from tests.support.waiting import until


class Judge(Dice):
    """A judge whose chance for seat 0 rises with every turn."""

    def start(self, state: Any, limits: Any = None) -> None:
        super().start(state, limits)
        for_seat_0 = 0.5 + 0.02 * self.game.turns(state)
        self.value = for_seat_0 if self.game.to_move(state) % 2 == 0 else 1 - for_seat_0

    def poll(self) -> Any:
        class Thought:
            done, best, value = True, self.turn, self.value

        return Thought


def judged(setup: str, size: tuple[int, int] = (1280, 800), language: str = "en") -> App:
    seats = 4 if "seats=4" in setup else 2
    match = Match(two_people(setup, seats))
    scene = PlayScene(match.spec, match, keep=False, make=Judge)
    settings = Settings(animation_speed=0.0, language=language)
    app = Glanced(scene, settings=settings, size=size, recorder=TextRecorder())
    app.frame(1 / 60)
    scene.get_help("evaluation")
    frames(app, 4)
    return app


def curve(app: App) -> Graph | None:
    assert isinstance(app.scene, PlayScene)
    return next((w for w in app.scene.form.widgets if isinstance(w, Graph)), None)


def wait_until_judged(app: App, turns: int, but: tuple[int, ...] = ()) -> None:
    """Wait for a chance after each of the turns, except those in `but`."""

    def judged() -> bool:
        graph = curve(app)
        if graph is None or len(graph.chances) <= turns:
            return False
        return all(chance is not None or n in but for n, chance in enumerate(graph.chances))

    assert until(judged, step=lambda: frames(app, 1))


def test_the_curve_grows_with_the_turns_and_leads_back_to_them() -> None:
    app = judged("libra size=4 mode=duel")
    try:
        scene = app.scene
        assert isinstance(scene, PlayScene)
        for turns, point in enumerate(("d4", "d3", "d5"), start=1):
            click(app, spot(scene, point))
            wait_until_judged(app, turns)
        graph = curve(app)
        assert graph is not None
        assert graph.chances == pytest.approx((0.5, 0.52, 0.54, 0.56))
        assert graph.shown == 3
        click(app, (graph.area(14).left, graph.rect.centery))
        frames(app, 2)
        assert scene.browser.turns == [], "a press on its left end shows the start"
    finally:
        app.close()


@pytest.mark.parametrize(("chance", "above"), [(0.9, True), (0.1, False)])
def test_a_curve_is_above_the_middle_where_the_first_side_is_better(
    chance: float, above: bool
) -> None:
    def drawn(chances: tuple[float | None, ...]) -> Any:
        surface = pygame.Surface((600, 400))
        graph = Graph(lambda _turn: None, ("Ada", "Ben"))
        graph.set(chances, (), 2)
        graph.at((100, 100, 400, 120))
        canvas = Canvas(surface, load_theme("walnut"), Metrics(1280, 800))
        graph.draw(canvas, WidgetState())
        return pygame.surfarray.array3d(surface)

    changed = (drawn((chance,) * 3) != drawn((None,) * 3)).any(axis=2)
    rows = changed.any(axis=0).nonzero()[0]
    half = range(100, 160) if above else range(161, 220)
    assert rows.size
    assert {*rows.tolist()} <= {*half}


def test_positions_before_it_was_switched_on_leave_a_gap() -> None:
    app = judged("libra size=4 mode=duel")
    try:
        scene = app.scene
        assert isinstance(scene, PlayScene)
        scene.get_help("evaluation")
        frames(app, 2)
        assert curve(app) is None, "switched off: no curve"
        click(app, spot(scene, "d4"))
        click(app, spot(scene, "d3"))
        frames(app, 2)
        scene.get_help("evaluation")
        wait_until_judged(app, 2, (1,))
        graph = curve(app)
        assert graph is not None
        assert graph.chances == pytest.approx((0.5, None, 0.54))
    finally:
        app.close()


def test_chances_between_players_like_you_are_shown_by_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ShownChances, "level", 2)
    app = judged("libra size=4 mode=duel")
    try:
        scene = app.scene
        assert isinstance(scene, PlayScene)
        for turns, point in enumerate(("d4", "d3", "d5", "c4", "e4"), start=1):
            click(app, spot(scene, point))
            wait_until_judged(app, turns)
        graph, start = curve(app), scene.match.history.start
        assert graph is not None
        experts, bar = graph.chances, scene.curve.chance
        assert experts[-1] == bar == pytest.approx(0.6)
        app.change_settings(chances_like_you=True)
        frames(app, 2)
        graph = curve(app)
        assert graph is not None
        own = calibration("libra", "level-2")
        states = [start, *(turn.after for turn in scene.match.turns)]
        progress = [scene.match.game.progress(state) for state in states]
        wanted = [own.chance(one, at) for one, at in zip(experts, progress) if one is not None]
        assert graph.chances == pytest.approx(wanted)
        assert scene.curve.chance == pytest.approx(wanted[-1])
        assert scene.curve.chance != pytest.approx(0.6)
        assert scene.assistant.chance == pytest.approx(0.6), "what hints go by stays"
    finally:
        app.close()


@pytest.mark.parametrize(
    ("size", "language"), each_language([(800, 600), (1280, 800), (1920, 1080)]), ids=str
)
@pytest.mark.parametrize(
    "setup",
    ["more-or-less", "less seed=1", "less seats=4 seed=1", "libra size=4", "multiplicity size=4"],
)
def test_the_curve_fits_and_leaves_the_list_its_rows(
    setup: str, size: tuple[int, int], language: str
) -> None:
    app = judged(setup, size, language)
    try:
        scene, recorder = app.scene, recorded(app)
        assert isinstance(scene, PlayScene)
        app.draw()
        assert recorder.clipped() == []
        assert [(one.text, other.text) for one, other in recorder.overlaps()] == []
        assert curve(app) is not None
        assert scene.turn_list.rect.height >= scene.services.metrics.px(LEAST) - 2
    finally:
        app.close()


@pytest.mark.parametrize("setup", ["less seed=1", "libra size=4", "multiplicity size=4"])
def test_in_a_narrow_window_the_words_leave_the_list_a_whole_turn(setup: str) -> None:
    app = judged(setup, (480, 900), "de")
    try:
        scene = app.scene
        assert isinstance(scene, PlayScene)
        app.draw()
        left = scene.turn_list.rect.height
        assert left == 0 or left >= scene.services.metrics.px(34 + 12)
    finally:
        app.close()
