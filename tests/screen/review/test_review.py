"""The review works in its window: exploring, writing, drawing, the story, playing on from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.engine.search.analysis import Analysis, Candidate
from game.games.less.screen.plugin import SAMPLE
from game.network.protocol.match_info import StoryState
from game.platform.codec import read
from game.platform.settings import Settings
from game.rules import Action, Game, State
from game.rules.proposals import Resign
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.sharing import NetworkSharing
from game.screen.play.scene import PlayScene
from game.screen.review.column import LINES, STORY, TURNS
from game.screen.review.scene import ReviewScene
from game.screen.review.tryout import TryDialog
from game.screen.scenes import open_scene
from game.screen.ui.input import Pointer, Press, Typed
from game.table import record_files
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from game.table.study import Study
from game.table.variations import BAD, GOOD, IDEA
from tests.screen.play.play_helpers import (
    STEP,
    Glanced,
    click,
    click_on,
    frames,
    play_by_keys,
    play_by_mouse,
    press,
    spot,
)
from tests.screen.screens import Unseen, longer_language
from tests.support.opinions import opinions
from tests.support.text_recorder import TextRecorder
from tests.support.waiting import until

SETUPS = ("more-or-less board=decagon-51", SAMPLE, "libra size=3 mode=duel", "multiplicity size=3")


def played(setup: str, actions: int = 4000, seed: int = 2) -> Match:
    seats = tuple(SeatSpec("person", 5, name) for name in ("Ada", "Ben"))
    match = Match(MatchSpec(setup, seats), date="2026-03-04T05:06:07")
    dice = random.Random(seed)
    while not match.over and len(match.entries) < actions:
        legal = match.legal()
        jumps = [action for action in legal if action.kind in ("jump", "leap")]
        match.play(dice.choice(jumps or legal))
    return match


@contextmanager
def reviewing(
    match: Match, size: tuple[int, int] = (800, 600), **settings: Any
) -> Iterator[tuple[App, ReviewScene]]:
    """Yield an app with a review whose made-up evaluations have finished."""
    scene = ReviewScene(match, opinions(match))
    chosen = Settings(**{"animation_speed": 0.0, "language": "en", **settings})
    app = Glanced(scene, scenes=open_scene, settings=chosen, size=size)
    try:
        frames(app, 2)
        assert until(lambda: not scene.review.running)
        frames(app, 2)
        yield app, scene
    finally:
        app.close()


def other_action(scene: ReviewScene) -> Action:
    """Return an action that differs from those already played from here."""
    study = scene.study
    lines = study.tree.node(study.at).lines
    begun = len(study.begun)
    known = {study.tree.turns([line])[0].entries[begun].action for line in lines}
    kinds = ("place", "jump", "slide", "step", "leap")
    return next(a for a in study.legal() if a not in known and a.kind in kinds)


def finish_turn(app: App, scene: ReviewScene, hands: Any) -> None:
    """Complete the turn that has begun."""
    while scene.study.begun:
        legal = scene.study.legal()
        moving = [action for action in legal if action.kind not in ("stop", "pass")]
        hands(app, scene, (moving or legal)[0])
        frames(app, 2)


@pytest.mark.parametrize("hands", [play_by_mouse, play_by_keys], ids=["mouse", "keys"])
@pytest.mark.parametrize("setup", SETUPS)
def test_another_move_on_the_board_becomes_a_variation(setup: str, hands: Any) -> None:
    match = played(setup, 40)
    texts = [turn.text for turn in match.turns]
    with reviewing(match) as (app, scene):
        scene.go(5)
        scene.form.focus("board")
        frames(app, 2)
        hands(app, scene, other_action(scene))
        frames(app, 2)
        finish_turn(app, scene, hands)
        assert scene.study.tree.head(scene.study.at) == scene.study.at
        assert not scene.study.in_game
        assert scene.board.pieces == scene.game.pieces(scene.study.state)
        at = scene.study.at
        press(app, "page-up")
        assert scene.study.at == 5
        press(app, "page-down")
        assert scene.study.at == 6, "the game as it was played stands first"
        press(app, "variation")
        assert scene.study.at == at
        press(app, "undo")
        assert scene.study.tree.bare
        press(app, "redo")
        assert scene.study.at == at
        press(app, "delete")
        assert scene.study.tree.bare
    assert [turn.text for turn in match.turns] == texts


def test_what_was_written_and_drawn_is_in_the_games_own_file(home: Path) -> None:
    match = played("libra size=3 mode=duel")
    path = record_files.save_match(match, match.date)
    with reviewing(match) as (app, scene):
        scene.go(4)
        press(app, "comment")
        assert scene.form.takes_text
        frames(app, 1, Typed("Why here"))
        scene.resize()
        frames(app, 1, Press((), pygame.K_a, name="a"), Typed("?"))
        assert not scene.analyst.on, "a letter that is written is no command"
        frames(app, 1, Press(("accept",), pygame.K_RETURN, name="return"))
        assert not scene.form.takes_text
        one, two = scene.game.topology.points[:2]
        a, b = spot(scene, one), spot(scene, two)
        for kind, place in (("down", a), ("move", b), ("up", b)):
            frames(app, 1, Pointer(kind, place, 3))
        for place, held in ((a, pygame.KMOD_LSHIFT), (b, pygame.KMOD_LCTRL)):
            for kind in ("down", "up"):
                frames(app, 1, Pointer(kind, place, 3, mod=held))
        assert scene.board.overlay.drawn.arrows == {(one, two): GOOD}
        frames(app, 2)
    kept = record_files.read_match(path)
    study = Study(kept)
    study.go(4)
    assert study.note.comment == "Why here?"
    assert study.note.arrows == {(one, two): GOOD}
    assert study.note.marks == {one: BAD, two: IDEA}
    assert kept.evaluations, "a second review has at once what the first found"
    with reviewing(kept) as (_app, scene):
        assert scene.review.done == len(kept.turns) + 1
        assert scene.column.story.chapters


def test_what_is_not_allowed_is_said_at_its_place() -> None:
    with reviewing(played("multiplicity size=3")) as (app, scene):
        scene.go(3)
        frames(app, 2)
        taken = next(iter(scene.board.pieces))
        click(app, spot(scene, taken))
        assert scene.hints.note is not None
        assert scene.hints.note.text
        assert scene.study.at == 3
        click(app, spot(scene, str(other_action(scene).target)))
        assert scene.hints.note is None


def test_the_draw_mode_draws_with_finger_and_keys() -> None:
    with reviewing(played("multiplicity size=3")) as (app, scene):
        scene.go(3)
        press(app, "draw")
        one, two = scene.game.topology.points[:2]
        for kind, point in (("down", one), ("move", two), ("up", two)):
            frames(app, 1, Pointer(kind, spot(scene, point), touch=True))
        assert scene.study.note.arrows == {(one, two): GOOD}
        scene.form.focus("board")
        press(app, "right")
        cursor = scene.hand.cursor
        press(app, "accept", "accept")
        assert scene.study.note.marks == {cursor: GOOD}
        press(app, "accept", "left", "accept")
        assert len(scene.study.note.arrows) == 2
        assert scene.study.at == 3, "nothing was played"
        press(app, "cancel")
        assert not scene.board.drawing


@pytest.mark.parametrize("setup", SETUPS)
def test_the_story_plays_out_both_lines_of_a_turning_point(setup: str) -> None:
    with reviewing(played(setup, 60), animation_speed=4.0) as (app, scene):
        scene.show_tab(STORY)
        frames(app, 2)
        point = scene.autoplay.points[0]
        for which, line in (("played", point.played), ("better", point.better)):
            click_on(app, scene, f"{which}-{point.number}")
            assert scene.autoplay.line is not None
            for _frame in range(4000):
                if scene.autoplay.line.shown == len(line) and not scene.playback.moving:
                    break
                app.frame(0.05)
            assert scene.board.pieces == scene.game.pieces(line[-1].after)
            assert scene.study.at == point.number
        click_on(app, scene, "main")
        assert [turn.text for turn in scene.study.turns[point.number :]] == [
            turn.text for turn in point.better
        ]
        press(app, "undo")
        assert scene.study.tree.bare


def test_a_turning_point_shows_both_turns_on_the_board() -> None:
    with reviewing(played(SAMPLE)) as (app, scene):
        press(app, "hint")
        point = scene.autoplay.points[0]
        assert scene.study.at == point.number
        kinds = {arrow.kind for arrow in scene.board.overlay.arrows}
        assert kinds == {"hint", "threat"}
        assert sorted(badge.text for badge in scene.board.overlay.badges) == ["!", "?"]
        press(app, "cancel")
        assert scene.autoplay.point is None
        press(app, "hint")
        assert scene.autoplay.point == point


class Oracle:
    """An engine that gives two lines for any position, and refuses searches with a limit."""

    problem = ""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: list[State] = []
        self.closed = False

    def start(self, state: State, limits: Any) -> None:
        assert limits.infinite
        self.asked.append(state)

    def poll(self) -> Analysis:
        state = self.asked[-1]
        lines = [self._turn(state, number) for number in (0, -1)]
        candidates = tuple(Candidate(line[0], 0.6, 0.5, "", (line,)) for line in lines)
        return Analysis(7, 900, 1.0, 0.6, (lines[0],), candidates=candidates)

    def _turn(self, state: State, number: int) -> tuple[Action, ...]:
        turn, begun = [], self.game.turns(state)
        while self.game.turns(state) == begun and not self.game.over(state):
            turn.append(self.game.legal(state)[number])
            state = self.game.advance(state, turn[-1])
        return tuple(turn)

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def test_the_engine_thinks_about_what_is_shown_and_its_lines_are_clicked() -> None:
    with reviewing(played(SAMPLE, 40)) as (app, scene):
        oracle = Oracle(scene.game)
        scene.analyst._make = lambda game: oracle  # type: ignore[assignment, return-value]
        scene.go(4)
        press(app, "analysis")
        assert scene.column.tab in (TURNS, LINES)
        scene.show_tab(LINES)
        for _look in range(8):
            app.frame(0.1)
        assert oracle.asked[-1] == scene.study.state
        rows = scene.column.lines.list.rows
        assert len(rows) == 2
        assert rows[0][0] == "60%"
        app.draw()
        box = scene.column.lines.list.rect
        click(app, (box.centerx, box.top + 20))
        assert scene.autoplay.line is not None
        for _look in range(60):
            app.frame(0.1)
        click_on(app, scene, "main")
        assert not scene.study.in_game
        assert oracle.asked[-1] == scene.study.state
        press(app, "analysis")
        assert oracle.closed


def test_trying_it_comes_back_to_where_one_was_and_may_be_kept() -> None:
    match = played("multiplicity size=3", 9)
    match.submit_or_raise(Resign(0))
    with reviewing(match) as (app, scene):
        scene.go(4)
        frames(app, 2)
        click_on(app, scene, "main")
        dialog = app.scene
        assert isinstance(dialog, TryDialog)
        frames(app, 2)
        press(app, "accept")
        frames(app, 3)
        trial = app.scene
        assert isinstance(trial, PlayScene)
        assert trial.match.state == scene.study.state
        action = trial.match.legal()[0]
        play_by_mouse(app, trial, action)
        frames(app, 2)
        while trial.match.turn_begun:
            play_by_mouse(app, trial, trial.match.legal()[0])
            frames(app, 2)
        press(app, "menu")
        frames(app, 2)
        menu = app.scene
        assert isinstance(menu, Dialog)
        click(app, menu.form.get(f"answer-{len(menu.answers) - 1}").rect.center)
        frames(app, 3)
        question = app.scene
        assert isinstance(question, Dialog)
        click(app, question.form.get("answer-1").rect.center)
        frames(app, 3)
        assert app.scene is scene
        assert scene.study.at == 4
        lines = scene.study.tree.node(4).lines
        tried = scene.study.tree.turns(lines)[-1]
        assert tried.entries[0].action == action
        assert len(match.entries) == 9


def test_the_menu_leads_to_what_can_be_done_to_variations() -> None:
    with reviewing(played("multiplicity size=3", 9)) as (app, _scene):
        press(app, "menu")
        frames(app, 2)
        menu = app.scene
        assert isinstance(menu, Dialog)
        button = next(n for n, one in enumerate(menu.answers) if one.label == "Variations")
        click(app, menu.form.get(f"answer-{button}").rect.center)
        frames(app, 2)
        assert isinstance(app.scene, Dialog)
        labels = [one.label for one in app.scene.answers]
        assert labels == ["Type moves", "Undo", "Redo", "Cancel"]


@pytest.mark.parametrize("size", [(800, 600), (900, 1150), (480, 900), (1280, 800)])
@pytest.mark.parametrize("tab", [STORY, TURNS, LINES])
def test_every_page_fits_every_window(tab: str, size: tuple[int, int]) -> None:
    with reviewing(played("more-or-less", 120), size) as (app, scene):
        scene.show_tab(tab)
        frames(app, 2)
        window = pygame.Rect((0, 0), size)
        for widget in scene.form.widgets:
            assert window.contains(widget.rect), widget.name
        others = [w for w in scene.form.widgets if w is not scene.board and w.focusable]
        for number, one in enumerate(others):
            for other in others[number + 1 :]:
                assert not one.rect.colliderect(other.rect), (one.name, other.name)


def test_the_review_is_stopped_and_gone_on_with() -> None:
    match = played("multiplicity size=3")
    scene = ReviewScene(match, lambda state, nodes: None)
    app = App(scene, scenes=open_scene, settings=Settings(language="en"), size=(800, 600))
    try:
        frames(app, 2)
        assert until(lambda: not scene.review.running)
        frames(app, 2)
        assert scene.review.done == 1, "only the end is known"
        click_on(app, scene, "progress")
        app.frame(STEP)
        assert scene.column.story.progress
    finally:
        app.close()


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (900, 1150)], ids=str)
@pytest.mark.parametrize("tab", [STORY, TURNS, LINES])
@pytest.mark.parametrize("setup", SETUPS)
def test_no_word_is_cut_in_a_language_of_long_words(
    setup: str, tab: str, size: tuple[int, int]
) -> None:
    match = played(setup, 60)
    if not match.over:
        match.submit_or_raise(Resign(0))
    scene, recorder = ReviewScene(match, opinions(match)), TextRecorder()
    with longer_language():
        app = Unseen(scene, settings=Settings(language="en"), size=size, recorder=recorder)
        try:
            assert until(lambda: not scene.review.running)
            scene.column.tab = tab
            scene.rebuild()
            if scene.autoplay.points:
                scene.show_point(scene.autoplay.points[0])
            for _frame in range(40):  # until the counting numbers have arrived
                app.frame(0.05)
            app.draw()
            assert [drawn.text for drawn in recorder.clipped()] == []
            assert [(one.text, other.text) for one, other in recorder.overlaps()] == []
        finally:
            app.close()


def test_followers_are_told_the_turning_points_of_the_game_in_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, told = played("multiplicity size=3"), list[tuple[str, Any]]()
    monkeypatch.setattr(
        NetworkSharing, "tell", lambda network, what, **fields: told.append((what, fields))
    )
    with reviewing(match) as (app, scene):
        assert not told, "another match is in play, or none"
        app.network.match = match
        scene.review.looks += 1
        frames(app, 2)
        [(what, fields)] = told
        assert what == "story"
        story = read(StoryState, fields)
        assert story.turns == tuple(one.number + 1 for one in scene.autoplay.points)
        title = scene.column.chapters(scene.autoplay.points[0]).title
        assert story.words[0]["en"].startswith(f"{title} (")
        assert story.words[0]["de"].startswith("Zug ")
        app.network.match = None
