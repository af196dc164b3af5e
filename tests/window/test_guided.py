"""In the real window, the guided first games work to their ends, by mouse and keys."""

from __future__ import annotations

from typing import Any

from game.rules.base import Action
from game.rules.registry import GAMES, parse_setup
from game.screen.plugin.registry import lesson_of
from tests.window.e2e_window import Window
from tests.window.test_window import by_keys, by_mouse, to_menu

KEYS = [game.key for game in GAMES]
MOST = 60  # maximum number of actions and answers in a lesson


def due(seen: dict[str, Any]) -> bool:
    """Return whether an action is asked for, an answer waits to be read, or the game is over."""
    asked = seen.get("enabled") and seen.get("wanted") and not seen.get("moving")
    return seen["scene"] == "GuidedPlay" and bool(asked or "next" in seen["widgets"])


def act(window: Window, seen: dict[str, Any], by_hand: bool) -> None:
    """Make the first action that is asked for."""
    game = parse_setup(seen["setup"])
    action: Action = game.parse_action(tuple(seen["state"]), seen["wanted"][0])
    (by_mouse if by_hand else by_keys)(window, action)
    window.wait(lambda now: now["entries"] > seen["entries"])


def err(window: Window, seen: dict[str, Any]) -> bool:
    """Try another legal action, and check that it is explained instead of played.

    Return whether there was such an action.
    """
    game = parse_setup(seen["setup"])
    state = tuple(seen["state"])
    right = game.parse_action(state, seen["wanted"][0])
    if right.piece is not None:  # the right cell with the wrong colour
        if right.piece.colour == seen["colour"]:
            return False
        window.click(*seen["points"][right.target])
        return told(window, seen)
    asked = [game.parse_action(state, text).points[:1] for text in seen["wanted"]]
    others = [a for a in game.legal(state) if a.points and a.points[:1] not in asked]
    if game.turn_begun(state) or not others:
        return False
    action = others[0]
    window.click(*seen["points"][action.points[0]])
    if action.source is not None and window.seen["source"] == action.source:
        window.click(*seen["points"][action.target])
    return told(window, seen)


def told(window: Window, before: dict[str, Any]) -> bool:
    """Wait for a reason; return whether nothing was played and the guide is still active."""
    seen = window.wait(lambda now: bool(now["said"]))
    return bool(seen["entries"] == before["entries"] and seen["leading"])


def follow(window: Window, by_hand: bool) -> int:
    """Follow the guide, trying a wrong action at each step; return the number of wrong actions."""
    wrong, tried = 0, -1
    for _turn in range(MOST):
        seen = window.wait(due)
        if seen["over"]:
            return wrong
        if "next" in seen["widgets"]:
            if by_hand:
                window.click_on("next")
            else:
                window.keys("Return")
        elif tried < seen["entries"]:
            tried = seen["entries"]
            wrong += err(window, seen)
        else:
            act(window, seen, by_hand)
    raise AssertionError(f"the guide does not come to an end: {window.seen}")


def farewell(window: Window) -> None:
    """Check that the game is won; begin an ordinary game by "now you", and leave it."""
    seen = window.seen
    outcome = parse_setup(seen["setup"]).outcome(tuple(seen["state"]))
    lesson = lesson_of(parse_setup(seen["setup"]).key)
    assert outcome is not None
    assert lesson is not None
    assert lesson.person in outcome.winners
    window.click_on("next")
    window.wait_scene("PlayScene")
    window.click_on("menu")
    seen = window.wait_scene("Dialog")
    window.click_on(max(name for name in seen["widgets"] if name.startswith("answer-")))
    window.wait(lambda seen: seen["scene"] in ("GameChoiceScene", "TitleScene"))
    window.settle()


def test_right_and_wrong_a_guided_game_ends_in_a_win(window: Window) -> None:
    to_menu(window)
    window.click_on("guide")
    window.wait_scene("GuidedPlay")
    assert follow(window, by_hand=True) >= 2
    farewell(window)


def test_the_others_end_in_a_win_as_well(window: Window) -> None:
    to_menu(window)
    window.click_on("play")
    for number, key in enumerate(KEYS[1:]):
        window.wait_scene("GameChoiceScene")
        window.click_on(f"guide-{key}")
        window.wait_scene("GuidedPlay")
        assert follow(window, by_hand=number % 2 == 0) >= 2
        farewell(window)


def test_the_key_leaves_the_guide_and_the_game_goes_on(window: Window) -> None:
    to_menu(window)
    window.keys("g")
    window.wait_scene("GuidedPlay")
    window.wait(lambda seen: bool(seen.get("enabled") and seen["wanted"]))
    window.keys("End")
    seen = window.wait(lambda seen: not seen["leading"])
    assert seen["scene"] == "GuidedPlay"
    window.wait(lambda seen: seen["enabled"] and "alone" not in seen["widgets"])
