"""The play scene works in its window: whole games by mouse and by keys, and everything else."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.games.less.screen.plugin import SAMPLE
from game.rules.base import Action
from game.rules.events import Piece
from game.rules.proposals import GoBack, Play, Resign
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.scene import Pop
from game.screen.boards.overlay import Overlay
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.play.seat_cards import LinkPill
from game.screen.review.scene import ReviewScene
from game.screen.ui.input import Pointer, Press
from game.table.mistakes import Evaluation
from game.table.record_files import recover
from game.table.spec import ClockSpec, SeatSpec
from tests.screen.play.play_helpers import (
    Dice,
    click,
    click_on,
    frames,
    hinted,
    play_by_keys,
    play_by_mouse,
    playing,
    press,
    spot,
)
from tests.screen.screens import scene_of, shown
from tests.support.text_recorder import TextRecorder
from tests.support.waiting import until

GAMES = {
    "more-or-less": 160,
    SAMPLE: 60,
    "libra size=3 mode=duel": 60,
    "libra size=3 mode=bid": 60,
    "multiplicity size=3": 60,
    "less seats=4 seed=3": 30,
}
HUMAN, ENGINE = SeatSpec("person", name="Mira"), SeatSpec("engine", 3, "Ada")


@pytest.mark.parametrize("hands", [play_by_mouse, play_by_keys], ids=["mouse", "keys"])
@pytest.mark.parametrize("setup", GAMES)
def test_games_are_played_by_mouse_alone_and_by_keys_alone(
    setup: str, hands: Callable[[App, PlayScene, Action], None]
) -> None:
    with playing(setup) as (app, scene):
        dice = random.Random(4)
        for number in range(GAMES[setup]):
            if scene.match.over:
                break
            legal = scene.match.legal()
            action = dice.choice([a for a in legal if a.kind != "bid" or a.cost < 6] or legal)
            hands(app, scene, action)
            frames(app, 2)
            assert len(scene.match.entries) == number + 1, action.text
            assert scene.match.entries[-1].action == action
        assert scene.board.pieces == scene.game.pieces(scene.match.state)


def test_a_finished_game_shows_its_result_and_is_kept(home: Path) -> None:
    with playing("multiplicity size=3") as (app, scene):
        while not scene.match.over:
            play_by_mouse(app, scene, scene.match.legal()[0])
        frames(app, 60)
        assert isinstance(app.scene, ResultScene)
        press(app, "cancel")
        assert scene_of(app) is scene, "the board can be looked at again"
        click_on(app, scene, "back")
        frames(app, 3)
        assert not scene.match.over, "the last turn can be taken back"
    kept = [path.name for path in (home / "data" / "games").glob("*-multiplicity.json")]
    assert len(kept) == 1


@pytest.mark.parametrize("reviewed", [False, True], ids=["result", "review"])
@pytest.mark.parametrize("setup", ["more-or-less", SAMPLE, "libra size=3", "multiplicity size=3"])
def test_a_phone_takes_back_the_last_turn_while_the_result_is_shown(
    setup: str, reviewed: bool
) -> None:
    with playing(setup) as (app, scene):
        play_by_mouse(app, scene, scene.match.legal()[0])
        scene.match.submit_or_raise(Resign(scene.match.to_move, by="remote"))
        frames(app, 60)
        result = app.scene
        assert isinstance(result, ResultScene)
        if reviewed:
            app.draw()
            click(app, result.form.get("review").rect.center)
            assert isinstance(app.scene, ReviewScene)
        scene.match.submit_or_raise(GoBack(0, by="remote"))
        app.change_settings(font_scale=1.3)  # makes all scenes lay out again
        assert "resigned" in result.heading
        frames(app, 3)
        assert scene_of(app) is scene, "the board is back"
        assert not scene.match.over


def test_hovering_shows_what_would_happen_and_the_button_says_it() -> None:
    with playing("libra size=3 mode=target target=4") as (app, scene):
        frames(app, 8, Pointer("move", spot(scene, "c3")))
        assert scene.hand.aimed is not None
        assert scene.row.main.label == "Place white"
        assert scene.row.main.enabled
        assert scene.panel.effect(scene.hand.aimed) == "+1"
        frames(app, 1, Pointer("move", (2, 2)))
        assert scene.hand.aimed is None
        assert not scene.row.main.enabled


def test_a_click_beside_a_point_snaps_to_the_nearest_legal_one() -> None:
    with playing("more-or-less") as (app, scene):
        x, y = spot(scene, "a1")
        click(app, (x + 14, y - 12))
        assert scene.match.entries[-1].text == "a1"


def test_drag_moves_a_piece() -> None:
    with playing(SAMPLE) as (app, scene):
        action = scene.match.legal()[0]
        assert action.source is not None
        assert action.target is not None
        frames(app, 1, Pointer("down", spot(scene, action.source), held=True))
        frames(app, 1, Pointer("move", spot(scene, action.target), held=True))
        frames(app, 1, Pointer("up", spot(scene, action.target)))
        assert scene.match.entries[-1].action == action


def test_touch_aims_with_the_first_tap_and_places_with_the_second() -> None:
    with playing("multiplicity size=3") as (app, scene):
        pos = spot(scene, "c3")
        frames(app, 1, Pointer("down", pos, touch=True))
        frames(app, 1, Pointer("up", pos, touch=True))
        assert not scene.match.entries
        assert scene.hand.aimed is not None
        frames(app, 1, Pointer("down", pos, touch=True))
        frames(app, 1, Pointer("up", pos, touch=True))
        assert scene.match.entries


def test_the_engine_answers_and_taking_back_gives_the_persons_turn_back() -> None:
    with playing("multiplicity size=3", (HUMAN, ENGINE)) as (app, scene):
        play_by_mouse(app, scene, scene.match.legal()[0])
        wait_for(app, lambda: len(scene.match.turns) == 2 and scene.hand.enabled)
        click_on(app, scene, "back")
        frames(app, 3)
        assert scene.match.entries == []
        assert scene.match.to_move == 0
        press(app, "redo")
        frames(app, 3)
        assert len(scene.match.turns) == 2, "the engine's turn comes back with it"


LARGE = (1280, 800)  # a window in which cards have room for the kind of player


class Uncompiled(Dice):
    uncompiled = "Numba is not installed"


def test_an_engine_that_plays_uncompiled_says_so_for_as_long_as_it_does() -> None:
    recorder = TextRecorder()
    with playing("multiplicity size=3", (ENGINE, HUMAN), size=LARGE, make=Uncompiled) as (
        app,
        scene,
    ):
        app.recorder = app.canvas.recorder = recorder
        wait_for(app, lambda: len(scene.match.turns) == 1 and scene.hand.enabled)
        assert any("much weaker: Numba is not installed" in t.text for t in app.toasts.live)
        app.draw()
        assert any("engine uncompiled" in drawn.text for drawn in recorder.drawn)


def wait_for(app: App, met: Callable[[], bool]) -> None:
    """Run frames until a condition is met; the stand-in for the engine has its own thread."""
    assert until(met, step=lambda: frames(app, 1)), "it never came"


def test_the_engines_turn_is_shown_hop_by_hop_and_any_key_skips_to_its_end() -> None:
    with playing("more-or-less", (ENGINE, HUMAN), animation_speed=1.0) as (app, scene):
        wait_for(app, lambda: scene.playback.moving)
        assert len(scene.match.entries) == 1, "the counter is on its way"
        press(app, "accept")
        assert not scene.playback.moving
        assert scene.hand.enabled


def test_take_back_within_a_turn_and_undo_across_turns() -> None:
    with playing("more-or-less") as (app, scene):
        for point in ("a1", "c1", "c2", "d1"):
            click(app, spot(scene, point))
        assert [t.text for t in scene.match.turns] == ["a1", "c1,c2", "d1"]
        press(app, "take-back")
        frames(app, 3)
        assert [t.text for t in scene.match.turns] == ["a1", "c1,c2"]
        press(app, "undo")
        frames(app, 3)
        assert [t.text for t in scene.match.turns] == ["a1"]
        press(app, "redo")
        frames(app, 3)
        assert [t.text for t in scene.match.turns] == ["a1", "c1,c2"]


def test_looking_back_shows_earlier_positions_and_changes_nothing() -> None:
    with playing("more-or-less") as (app, scene):
        for point in ("a1", "c1", "c2", "d1", "d2"):
            click(app, spot(scene, point))
        press(app, "page-up", "page-up")
        frames(app, 3)
        assert scene.browser.active
        assert set(scene.board.pieces) == {"a1"}
        assert not scene.hand.enabled
        assert scene.row.main.label == "To the game"
        press(app, "page-down")
        frames(app, 3)
        assert set(scene.board.pieces) == {"a1", "c1", "c2"}
        press(app, "cancel")
        frames(app, 3)
        assert not scene.browser.active
        assert len(scene.match.entries) == 5
        rows = scene.turn_list.rect
        click(app, (rows.centerx, rows.top + 20))
        frames(app, 3)
        assert set(scene.board.pieces) == {"a1"}, "the first row leads to the first turn"


def test_escape_never_loses_a_game() -> None:
    with playing(SAMPLE) as (app, scene):
        action = scene.match.legal()[0]
        click(app, spot(scene, str(action.source)))
        assert scene.hand.source == action.source
        press(app, "cancel")
        assert scene.hand.source is None
        assert app.scene is scene
        press(app, "cancel")
        assert isinstance(app.scene, Dialog)
        press(app, "cancel")
        assert app.scene is scene
        assert not scene.match.over


def test_resigning_asks_first() -> None:
    with playing(SAMPLE) as (app, scene):
        for answer in (None, "sure-resign"):
            press(app, "menu")
            app.change(Pop("resign"))
            assert isinstance(app.scene, Dialog)
            assert not scene.match.over
            app.change(Pop(answer))
        assert until(lambda: scene.match.over, step=lambda: frames(app)), "its price is counted"
        assert scene.match.outcome is not None
        assert scene.match.outcome.reason == "resigned"
        assert scene.match.outcome.winners == (1,)


def test_the_clock_runs_only_for_the_seat_to_move_and_falls() -> None:
    with playing("multiplicity size=3", clock=ClockSpec(2.0)) as (app, scene):
        frames(app, 30)
        left = [scene.match.clock.remaining(seat, app.now) for seat in (0, 1)]
        assert left[0] == pytest.approx(1.5, abs=0.05)
        assert left[1] == 2.0
        press(app, "menu")
        frames(app, 200)
        assert not scene.match.over, "the clock waits while the menu is open"
        press(app, "cancel")
        frames(app, 120)
        assert scene.match.outcome is not None
        assert scene.match.outcome.reason == "time"


def test_the_window_is_closed_and_the_game_goes_on_next_time() -> None:
    with playing("more-or-less") as (app, scene):
        for point in ("a1", "c1", "c2", "d1"):
            click(app, spot(scene, point))
        state = scene.match.state
    match, message = recover()
    assert match is not None
    assert match.state == state
    assert message == ""


def test_a_resize_during_an_animation_ends_it_and_keeps_the_position() -> None:
    with playing("more-or-less", animation_speed=1.0) as (app, scene):
        press(app, "up", "accept")
        assert scene.playback.moving
        scene.resize()
        frames(app, 2)
        assert not scene.playback.moving
        assert set(scene.board.pieces) == {"a1"}


def test_bids_are_made_beside_the_board_and_then_stones_are_switched_there() -> None:
    with playing("libra size=3 mode=bid") as (app, scene):
        click_on(app, scene, "bid-more")
        click_on(app, scene, "main")
        assert scene.match.entries[-1].text == "bid2"
        click_on(app, scene, "bid-pass")
        frames(app, 3)
        assert scene.game.phase(scene.match.state) == "placing"
        assert [scene.panel.seat_role(seat) for seat in (0, 1)] == ["MORE", "LESS"]
        switch = scene.form.get("stone").rect
        click(app, (switch.right - 20, switch.centery))
        assert scene.hand.colour == "black"
        click(app, spot(scene, "c3"))
        assert scene.match.entries[-1].text == "Bc3"


def test_the_score_ticks_up_to_its_value() -> None:
    with playing("more-or-less", animation_speed=1.0) as (app, scene):
        scene.panel.tickers["black"].aim(9)
        shown = []
        for _ in range(60):
            frames(app, 1)
            shown.append(scene.panel.count("black"))
        assert shown[0] < 9 == shown[-1]
        assert shown == sorted(shown)


@pytest.mark.parametrize("setup", ["more-or-less", SAMPLE, "libra size=3", "multiplicity size=3"])
def test_at_rest_nothing_is_redrawn_often(setup: str) -> None:
    with playing(setup, kind=App) as (app, scene):
        scene.hand.set_position(scene.match.state, (), False)
        wait_for(app, lambda: not app.animating)
        before = app.drawn_frames
        frames(app, 60)
        assert app.drawn_frames - before <= 12


def test_at_rest_a_game_is_drawn_for_each_second_and_for_what_changes() -> None:
    with playing("more-or-less", clock=ClockSpec(600), kind=App) as (app, scene):
        scene.hand.set_position(scene.match.state, (), False)
        changes: tuple[Callable[[], object], ...] = (
            lambda: setattr(scene.board, "overlay", Overlay(last=("a1",))),
            lambda: setattr(scene.board, "pieces", {"a1": Piece("black", 0)}),
            lambda: setattr(scene.menu_button, "enabled", False),
            lambda: setattr(scene.hand, "enabled", True),
        )
        for change in (None, *changes):
            before = app.drawn_frames
            while app.drawn_frames == before:  # until the clock shows the next second
                frames(app, 1)
            before = app.drawn_frames
            if change is not None:
                change()
            frames(app, 40)
            assert app.drawn_frames == before + (change is not None)


def test_a_hint_goes_from_a_place_to_its_turn_and_is_gone_once_something_is_played() -> None:
    with playing(SAMPLE) as (app, scene):
        press(app, "hint")
        wait_for(app, lambda: bool(scene.board.overlay.hints))
        assert scene.assistant.answer is not None
        hint = scene.assistant.answer.actions
        assert hint[0].source in hinted(scene)
        press(app, "hint")
        assert hinted(scene) == (hint[0].source,)
        press(app, "hint")
        assert {hint[0].source, hint[-1].target} <= set(hinted(scene))
        press(app, "cancel", "cancel")  # ends the walk, then the whole hint
        assert hinted(scene) == ()
        assert scene.hints.note is None
        assert app.scene is scene


def test_the_best_turn_is_shown_and_taken_back_without_being_played() -> None:
    with playing("more-or-less", animation_speed=4.0) as (app, scene):
        scene.get_help("line")
        wait_for(app, lambda: scene.playback.moving)
        wait_for(app, lambda: scene.board.show is None)
        assert scene.match.entries == []
        assert scene.board.pieces == {}
        assert scene.hand.enabled


def test_threats_are_what_the_other_side_would_play() -> None:
    with playing("libra size=3 mode=target target=4") as (app, scene):
        scene.get_help("threats")
        wait_for(app, lambda: bool(scene.board.overlay.threats))
        assert set(scene.board.overlay.threats) <= set(scene.game.topology.points)
        assert scene.match.to_move == 0


def test_the_rest_of_a_race_is_played_out_and_taking_back_stops_it() -> None:
    with playing("multiplicity size=3", animation_speed=4.0) as (app, scene):
        scene.controller.play_out()
        wait_for(app, lambda: len(scene.match.turns) >= 3)
        press(app, "undo")
        frames(app, 3)
        assert scene.controller.person_to_move


def test_a_kept_game_that_is_not_over_is_gone_on_with_from_its_review() -> None:
    with playing("multiplicity size=3") as (app, scene):
        play_by_mouse(app, scene, scene.match.legal()[0])
        app.open(ReviewScene(scene.match, lambda state, nodes: Evaluation(0.5)))
        frames(app, 3)
        review = app.scene
        assert isinstance(review, ReviewScene)
        press(app, "page-up", "page-down")
        frames(app, 3)
        click(app, review.form.get("main").rect.center)
        frames(app, 3)
        assert type(app.scene).__name__ == "PlayScene"
        assert app.scene is not scene
        assert shown(app, PlayScene).match is scene.match


def test_shift_and_arrows_lead_from_one_possible_point_to_the_next() -> None:
    with playing(SAMPLE) as (app, scene):
        seen = set()
        for _ in range(len(scene.hand.starts)):
            frames(app, 1, Press(("right",), mod=pygame.KMOD_SHIFT))
            seen.add(scene.hand.cursor)
        assert seen == scene.hand.starts


def test_the_end_of_a_round_and_a_new_phase_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for setup, actions, start in (
        ("libra size=3 mode=duel", 19, "Round 1: P1 made"),
        ("more-or-less", 25, "All counters are down"),
    ):
        with playing(setup) as (app, scene):
            said: list[str] = []
            monkeypatch.setattr(app, "toast", lambda text, *_, heard=said: heard.append(text))
            for _ in range(actions):
                play_by_mouse(app, scene, scene.match.legal()[0])
            frames(app, 3)
            assert [text.startswith(start) for text in said] == [True]


def test_the_header_has_no_pill_where_neither_board_nor_phones_are_used() -> None:
    with playing("libra size=3 mode=duel", (SeatSpec("person"),) * 2) as (_app, scene):
        assert scene.sensor_board is None
        assert scene.sharing.link is None


@pytest.mark.parametrize(
    ("state", "pill"),
    [
        ({"problem": "no address"}, LinkPill("warning", "Phones cut off", "bad")),
        ({"on": True, "broker_problem": "refused"}, LinkPill("warning", "No broker", "bad")),
        ({"on": True, "followers": 0}, LinkPill("people", "0 watching", "second")),
        ({"on": True, "followers": 3}, LinkPill("people", "3 watching", "good")),
        (
            {"publisher": SimpleNamespace(online=True)},
            LinkPill("people", "Published", "good"),
        ),
        ({"publisher": SimpleNamespace(online=False)}, None),
    ],
)
def test_the_pill_of_the_header_says_who_can_follow(
    monkeypatch: pytest.MonkeyPatch, state: dict[str, Any], pill: LinkPill | None
) -> None:
    usual = {"problem": "", "trouble": "", "broker_problem": "", "on": False, "followers": 0}
    with playing("libra size=3 mode=duel") as (app, scene):
        network = SimpleNamespace(publisher=None, **usual)
        for name, value in state.items():
            setattr(network, name, value)
        with monkeypatch.context() as here:
            here.setattr(app, "network", network)
            assert scene.sharing.link == pill


@pytest.mark.parametrize("size", [(800, 600), (480, 900), (1280, 800)])
def test_the_buttons_of_a_match_are_beside_each_other_in_the_window(size: tuple[int, int]) -> None:
    with playing("libra size=3 mode=duel", size=size) as (app, scene):
        row = [scene.row.main.rect, scene.row.back.rect, scene.row.help.rect]
        assert row == sorted(row, key=lambda rect: rect.left)
        for left, right in pairwise(row):
            assert left.right < right.left
        assert app.window.surface.get_rect().contains(row[0].unionall(row[1:]))


def test_a_match_waits_for_input_where_a_person_at_this_screen_is_to_move() -> None:
    with playing("more-or-less", (HUMAN, ENGINE)) as (_app, scene):
        assert scene.waits_for_input
        scene.propose(Play((scene.match.legal()[0],)))
        assert not scene.waits_for_input, "the engine thinks"
    with playing("more-or-less", board="sim") as (_app, scene):
        assert not scene.waits_for_input, "pieces may be moved on the board"
