"""The real window works under Xvfb, from the title to finished games, by mouse or keys alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.games.less.rules import ARRIVED, Less
from game.rules import Action, Game, State
from game.rules.registry import parse_setup
from game.screen.boards.interaction import point_beside
from tests.support.waiting import PATIENCE, until
from tests.window.e2e_window import STILL, Window
from tools.virtual_display import VirtualDisplay

# -- to the game ---------------------------------------------------------------------------------


def to_menu(window: Window) -> None:
    """Wait for the menu of the title, which opens by itself if there is no trailer."""
    window.wait(lambda seen: seen["mode"] == "menu")
    window.settle()


def to_new_match(window: Window, game: str) -> None:
    to_menu(window)
    window.click_on("play")
    window.wait_scene("GameChoiceScene")
    window.click_on(game)
    window.wait_scene("NewMatchScene")


def start_by_mouse(window: Window, game: str, options: dict[str, Any]) -> None:
    to_new_match(window, game)
    for name, value in options.items():
        if name not in window.seen["steppers"]:
            window.choose(name, value)
        else:
            while window.seen["values"][name][0] != value:
                now = window.seen["values"][name][0]
                window.click_on(name, 0.04 if value < now else 0.96)
                window.wait(partial(lambda n, w, seen: seen["values"][w][0] != n, now, name))
    window.choose("kind-1", "person")
    window.click_on("start")
    window.wait(lambda seen: seen.get("enabled") is True)
    window.settle()


def start_by_keys(window: Window, game: str, options: dict[str, Any]) -> None:
    window.wait(lambda seen: seen["mode"] == "menu")
    window.settle()
    window.keys("Return")
    window.wait_scene("GameChoiceScene")
    window.tab_to(game)
    window.keys("Return")
    window.wait_scene("NewMatchScene")
    for name, value in {**options, "kind-1": "person"}.items():
        window.choose_by_keys(name, value)
    window.tab_to("start")
    window.keys("Return")
    window.wait(lambda seen: seen.get("enabled") is True)
    window.settle()


# -- hands ---------------------------------------------------------------------------------------


def done(window: Window, entries: int) -> bool:
    return window.glance(
        lambda seen: (
            seen["scene"] != "PlayScene"
            or (seen["entries"] > entries and (seen["enabled"] or seen["over"]))
        ),
        PATIENCE,
    )


def by_mouse(window: Window, action: Action) -> None:
    seen = window.seen
    if action.kind == "bid":
        while window.seen["bid"] < action.cost:
            now = window.seen["bid"]
            window.click_on("bid-more")
            window.wait(partial(lambda n, seen: seen["bid"] > n, now))
        window.click_on("main")
    elif action.kind == "pass" and "bid-pass" in seen["widgets"]:
        window.click_on("bid-pass")
    elif action.kind in ("stop", "pass"):
        window.click_on("main")
    else:
        if action.piece is not None and action.piece.colour != seen["colour"]:
            window.click_on("stone", 0.25 if action.piece.colour == "white" else 0.75)
            window.wait(partial(_is_in_hand, action.piece.colour))
        if action.source is not None and seen["source"] != action.source:
            window.click(*seen["points"][action.source])
            window.wait(lambda seen: seen["source"] == action.source)
        window.click(*seen["points"][action.target])


ARROWS = {"Up": (0, -1), "Down": (0, 1), "Left": (-1, 0), "Right": (1, 0)}


def walk(window: Window, game: Game, target: str) -> None:
    """Move the cursor to a point by arrow keys."""
    if not window.seen["keys"]:
        window.keys("Up")
        window.wait(lambda seen: seen["keys"])
    window.keys(*way(game, window.seen["cursor"], target))
    assert window.seen["cursor"] == target


def way(game: Game, start: str, target: str) -> list[str]:
    """Return the shortest sequence of arrow keys from one point to another."""
    ways: dict[str, list[str]] = {start: []}
    todo = [start]
    while target not in ways:
        here = todo.pop(0)
        for name, way in ARROWS.items():
            there = point_beside(game.topology, here, *way)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], name]
                todo.append(there)
    return ways[target]


def by_keys(window: Window, action: Action) -> None:
    seen = window.seen
    game = parse_setup(seen["setup"])
    if action.kind == "bid":
        while window.seen["bid"] < action.cost:
            now = window.seen["bid"]
            window.keys("Up")
            assert window.seen["bid"] > now
        window.keys("Return")
    elif action.kind in ("stop", "pass"):
        window.keys("period")
    else:
        if action.piece is not None and action.piece.colour != seen["colour"]:
            window.keys("c")
            window.wait(partial(_is_in_hand, action.piece.colour))
        if action.source is not None and seen["source"] != action.source:
            walk(window, game, action.source)
            window.keys("Return")
            window.wait(lambda seen: seen["source"] == action.source)
        walk(window, game, str(action.target))
        window.keys("Return")


# -- games ---------------------------------------------------------------------------------------


def pick(game: Game, state: State, dice: random.Random) -> Action:
    """Return a legal action that soon brings the game to its end."""
    legal = game.legal(state)
    kinds = {action.kind: action for action in legal}
    if "stop" in kinds:
        return kinds["stop"]
    if "bid" in kinds:
        return kinds["pass"] if "pass" in kinds else min(legal, key=lambda a: a.cost)
    if game.key == "less":
        return min(legal, key=lambda action: (_far(game, state, action), dice.random()))
    if all(action.kind == "place" for action in legal):
        # Points close together, so that the cursor's paths are short.
        return dice.choice(legal[:12])
    return dice.choice([action for action in legal if action.kind != "slide"] or legal)


def _is_in_hand(colour: str, seen: dict[str, Any]) -> bool:
    return bool(seen["colour"] == colour)


def _far(game: Game, state: State, action: Action) -> float:
    """Return the mover's distance from its corner after the action, summed over its pieces."""
    assert isinstance(game, Less)
    seat = game.to_move(state)
    after = game.play(state, action).state
    goal = game.goal(seat)
    xy = game.topology.xy
    corner = max(goal, key=lambda p: abs(xy[p][0]) + abs(xy[p][1]))
    pieces = [point for point, piece in game.pieces(after).items() if piece.seat == seat]
    far = sum(abs(xy[p][0] - xy[corner][0]) + abs(xy[p][1] - xy[corner][1]) for p in pieces)
    return far - 0.3 * after[ARRIVED + seat]


def play_on(window: Window, hands: Callable[[Window, Action], None], most: int) -> bool:
    """Play until the end, or for `most` actions; return whether the game is over."""
    dice = random.Random(5)
    game = parse_setup(window.seen["setup"])
    for _ in range(most):
        seen = window.seen
        if seen["scene"] != "PlayScene" or seen["over"]:
            return True
        state = tuple(seen["state"])
        action = pick(game, state, dice)
        hands(window, action)
        assert done(window, seen["entries"]), f"{action} is not played: {window.seen}"
    return bool(window.seen["scene"] != "PlayScene" or window.seen["over"])


KINDS = [
    ("more-or-less", {}),
    ("less", {}),
    ("libra", {"mode": "bid", "size": 3}),
    ("multiplicity", {"size": 3}),
]


@pytest.mark.parametrize(("start", "hands"), [(start_by_mouse, by_mouse), (start_by_keys, by_keys)])
@pytest.mark.parametrize(("game", "options"), KINDS)
def test_from_the_title_to_a_finished_game(
    window: Window, start: Any, hands: Any, game: str, options: dict[str, Any]
) -> None:
    start(window, game, options)
    assert window.seen["setup"].split()[0] == game
    assert play_on(window, hands, 700)
    window.wait_scene("ResultScene")
    if hands is by_mouse:
        window.click_on("title")
    else:
        window.tab_to("title")
        window.keys("Return")
    window.wait_scene("TitleScene")


def test_a_duel_of_two_rounds_to_its_end(window: Window) -> None:
    start_by_mouse(window, "libra", {"mode": "duel", "size": 3})
    assert play_on(window, by_mouse, 60)
    window.wait_scene("ResultScene")


def test_resizing_during_an_animation_keeps_the_game(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    window = Window(display, tmp_path, settings={**STILL, "animation_speed": 0.5})
    try:
        start_by_mouse(window, "more-or-less", {})
        window.keys("Up", "Return")
        window.wait(lambda seen: seen["moving"])
        window.shell("windowsize", window.number, "1250", "820")
        seen = window.wait(lambda seen: seen["size"] == [1250, 820] and seen["enabled"])
        assert seen["turns"] == ["a1"]
        window.click(*seen["points"]["c1"])
        window.wait(lambda seen: seen["turns"] == ["a1", "c1"])
    finally:
        window.close()


def test_closing_the_window_keeps_the_game_and_the_title_goes_on_with_it(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    window = Window(display, tmp_path, settings=STILL)
    try:
        start_by_mouse(window, "multiplicity", {"size": 3})
        assert not play_on(window, by_mouse, 5)
        before = window.seen
        window.ask_to_close()
        assert window.process.wait(PATIENCE) == 0
    finally:
        window.close()
    again = Window(display, tmp_path)
    try:
        again.wait(lambda seen: seen["mode"] == "menu")
        again.settle()
        again.click_on("resume")
        seen = again.wait(lambda seen: seen["scene"] == "PlayScene" and "state" in seen)
        assert (seen["state"], seen["turns"]) == (before["state"], before["turns"])
        assert seen["setup"] == before["setup"]
    finally:
        again.close()


def test_one_key_goes_from_the_trailer_into_its_game(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    window = Window(display, tmp_path, settings={**STILL, "attract_delay": 30})
    try:
        window.wait(lambda seen: seen["mode"] == "show")
        window.keys("Return")
        seen = window.wait(lambda seen: seen.get("enabled") is True)
        assert seen["scene"] == "PlayScene"
        assert seen["turns"]
    finally:
        window.close()


def test_a_killed_program_loses_nothing(display: VirtualDisplay, tmp_path: Path) -> None:
    window = Window(display, tmp_path, settings=STILL)
    try:
        start_by_mouse(window, "multiplicity", {"size": 3})
        assert not play_on(window, by_mouse, 4)
        before = window.seen
        saved = tmp_path / "data" / "games" / "running.json"
        last = before["turns"][-1]
        assert until(lambda: saved.exists() and last in saved.read_text())
        window.process.kill()
        window.process.wait(PATIENCE)
    finally:
        window.close()
    again = Window(display, tmp_path)
    try:
        again.wait(lambda seen: seen["mode"] == "menu")
        again.settle()
        again.click_on("resume")
        again.wait(lambda seen: seen.get("state") == before["state"])
    finally:
        again.close()


def test_walls_are_laid_in_the_editor_and_played_on(window: Window) -> None:
    to_new_match(window, "less")
    window.choose("kind-1", "person")
    window.choose("way", "walls")
    window.click_on("edit")
    window.wait_scene("LayoutEditorScene")
    window.click_on("clear")
    window.wait(lambda seen: seen["digits"] == "0" * 60)
    for wanted in ("1", "2"):
        window.click(*window.seen["edges"]["a6-b6"])
        window.wait(partial(lambda w, seen: seen["digits"] == w + "0" * 59, wanted))
    window.click(*window.seen["edges"]["a6-a5"])
    window.wait(lambda seen: seen["digits"] == "2" + "0" * 4 + "1" + "0" * 54)
    window.click_on("use")
    window.wait_scene("NewMatchScene")
    window.click_on("start")
    seen = window.wait(lambda seen: seen.get("enabled") is True)
    assert seen["setup"] == "less walls=2" + "0" * 4 + "1" + "0" * 54


def test_the_language_is_changed_and_stays(display: VirtualDisplay, tmp_path: Path) -> None:
    window = Window(display, tmp_path, settings=STILL)
    try:
        to_menu(window)
        window.click_on("more")
        window.wait(lambda seen: "settings" in seen["widgets"])
        window.click_on("settings")
        window.wait_scene("SettingsScene")
        window.choose_by_keys("language", "de")
        window.wait(lambda seen: seen["language"] == "de")
        window.keys("Escape")
        window.wait_scene("TitleScene")
        window.ask_to_close()
        assert window.process.wait(PATIENCE) == 0
    finally:
        window.close()
    again = Window(display, tmp_path)
    try:
        assert again.seen["language"] == "de"
    finally:
        again.close()
