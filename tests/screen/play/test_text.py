"""Every text of the play scene fits without overlap, in every language and two sizes."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.games.less.screen.plugin import SAMPLE
from game.platform.i18n import LANGUAGES
from game.platform.settings import Settings
from game.screen.app.app import App
from game.screen.play.celebration import Celebration
from game.screen.play.result import ResultScene
from game.screen.play.result_words import lost
from game.screen.play.scene import PlayScene
from game.screen.review.scene import ReviewScene
from game.table.mistakes import Evaluation
from game.table.series import Series
from tests.screen.screens import Unseen
from tests.support.text_recorder import TextRecorder
from tools.screenshots.play import aim, played

SETUPS = {
    "more-or-less": ("more-or-less", 45),
    "less": (SAMPLE, 16),
    "team": ("less seats=4 seed=3", 20),
    "libra": ("libra size=5 mode=duel", 90),
    "bid": ("libra size=5 mode=bid", 3),
    "multiplicity": ("multiplicity size=5", 40),
    "restricted": ("multiplicity size=5", 4),
}

SMALL, USUAL = (800, 600), (1280, 800)
WINDOWS = [*((SMALL, language) for language in LANGUAGES), (USUAL, "de")]


def words(app: App, recorder: TextRecorder) -> None:
    """Check that no text of the last picture is cut or overlaps another text."""
    app.draw()
    assert [drawn.text for drawn in recorder.clipped()] == []
    pairs = [(one.text, other.text) for one, other in recorder.overlaps()]
    assert pairs == []


@pytest.mark.parametrize(("size", "language"), WINDOWS, ids=str)
@pytest.mark.parametrize("name", SETUPS)
def test_play(name: str, size: tuple[int, int], language: str) -> None:
    setup, actions = SETUPS[name]
    match = played(setup, actions, 3)
    recorder = TextRecorder()
    scene = PlayScene(match.spec, match, keep=False)
    settings = Settings(language=language, animation_speed=0.0)
    app = Unseen(scene, settings=settings, size=size, recorder=recorder)
    try:
        app.frame(1 / 60)
        words(app, recorder)
        if scene.hand.placements or scene.hand.starts:
            aim(app)
            words(app, recorder)
    finally:
        app.close()


@pytest.mark.parametrize(("size", "language"), WINDOWS, ids=str)
@pytest.mark.parametrize("setup", ["more-or-less", "libra size=3", "multiplicity size=3"])
def test_result_and_review(setup: str, size: tuple[int, int], language: str) -> None:
    match = played(setup, 9999, 2, engine=True)
    settings = Settings(language=language, animation_speed=0.0)
    for scene in (ResultScene(match), ReviewScene(match, lambda state, nodes: Evaluation(0.5))):
        recorder = TextRecorder()
        app = Unseen(scene, settings=settings, size=size, recorder=recorder)
        try:
            app.frame(1 / 60)
            words(app, recorder)
        finally:
            app.close()


@pytest.mark.parametrize(("size", "language"), WINDOWS, ids=str)
@pytest.mark.parametrize("setup", ["more-or-less", "less seats=4 seed=3", "libra size=3"])
def test_running_score(setup: str, size: tuple[int, int], language: str) -> None:
    match = played(setup, 9999, 2)
    count = match.game.seats
    match.spec = match.spec.with_(series=Series(9, (9,) * count))
    recorder = TextRecorder()
    settings = Settings(language=language, animation_speed=0.0)
    app = Unseen(ResultScene(match), settings=settings, size=size, recorder=recorder)
    try:
        app.frame(1 / 60)
        words(app, recorder)
        score = next(drawn.text for drawn in recorder.drawn if " – " in drawn.text)
        assert "Mira" in score.split(" – ")[0], "nine games on, who began is at the other side"
    finally:
        app.close()


def test_people_without_names_are_numbered_from_one_in_a_series() -> None:
    match = played("libra size=3", 9999, 2)
    nameless = tuple(replace(seat, name="") for seat in match.spec.seats)
    match.spec = match.spec.with_(seats=nameless, series=Series(2, (1, 1)))
    scene = ResultScene(match)
    app = Unseen(scene, settings=Settings(language="en"), size=USUAL)
    try:
        app.frame(1 / 60)
        assert "Player 1" in scene.words.score[0]
        assert "Player 2" in scene.words.score[0]
    finally:
        app.close()


@pytest.mark.parametrize("engine", [False, True], ids=["two people", "lost to an engine"])
def test_light_and_pieces_are_for_winners_at_this_screen(
    engine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = next(
        match
        for seed in range(20)
        if (match := played("libra size=3", 9999, seed, engine=engine)).outcome is not None
        and (lost(match) if engine else match.outcome.winners)
    )
    lit: list[object] = []
    monkeypatch.setattr(Celebration, "draw_rays", lambda *drawn: lit.append(drawn))
    app = Unseen(ResultScene(match), settings=Settings(language="en"), size=USUAL)
    try:
        app.frame(1 / 60)
        app.draw()
        assert bool(lit) is not engine
    finally:
        app.close()


@pytest.mark.parametrize("size", [SMALL, USUAL, (1920, 1080)], ids=str)
def test_what_falls_keeps_clear_of_the_words(size: tuple[int, int]) -> None:
    match = played("more-or-less", 9999, 2)
    recorder = TextRecorder()
    scene = ResultScene(match)
    app = Unseen(scene, settings=Settings(language="en"), size=size, recorder=recorder)
    try:
        app.frame(1 / 60)
        app.draw()
        left = [drawn.rect for drawn in recorder.drawn if drawn.rect.right < scene.side.left]
        assert left
        heap = scene.celebration.heap
        assert heap is not None
        while not heap.resting:
            app.frame(1 / 30)
            for body in heap.bodies:
                box = pygame.Rect(0, 0, round(1.6 * body.radius), round(1.6 * body.radius))
                box.center = round(body.x), round(body.y)
                assert box.collidelist(left) < 0
    finally:
        app.close()


def test_with_reduced_motion_the_heap_lies_and_saving_leaves_it() -> None:
    scene = ResultScene(played("more-or-less", 9999, 2))
    app = Unseen(scene, settings=Settings(language="en", reduced_motion=True), size=USUAL)
    try:
        for _frame in range(120):
            app.frame(1 / 60)
        heap = scene.celebration.heap
        assert heap is not None
        assert heap.resting
        scene.resize()
        assert scene.celebration.heap is heap
    finally:
        app.close()


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=str)
def test_round_and_stones_placed_stand_on_one_line(size: tuple[int, int]) -> None:
    match = played("libra size=5 mode=duel", 20, 3)
    recorder = TextRecorder()
    scene = PlayScene(match.spec, match, keep=False)
    app = Unseen(scene, settings=Settings(language="en"), size=size, recorder=recorder)
    try:
        app.frame(1 / 60)
        app.draw()
        found = {drawn.text: drawn.rect.centery for drawn in recorder.drawn}
        assert found["round 1 of 2"] == found["20 of 61 placed"]
    finally:
        app.close()
