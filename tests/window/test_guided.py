"""The guided first games in the real window, from the title to their ends, by mouse and keys."""

from __future__ import annotations

from typing import Any

from game.rules.base import Action
from game.rules.registry import GAMES, parse_setup
from tests.window.e2e_window import Window
from tests.window.test_window import by_keys, by_mouse, to_menu

KEYS = [game.key for game in GAMES]
MOST = 60  # actions and answers of a lesson


def due(seen: dict[str, Any]) -> bool:
    """Is something asked, or does an answer wait to be read, or is it over?"""
    asked = seen.get("enabled") and seen.get("wanted") and not seen.get("moving")
    return seen["scene"] == "GuidedScene" and bool(
        asked or not seen["leading"] or "next" in seen["widgets"]
    )


def act(window: Window, seen: dict[str, Any], by_hand: bool) -> None:
    """Make the first action that is asked for."""
    game = parse_setup(seen["setup"])
    action: Action = game.parse_action(tuple(seen["state"]), seen["wanted"][0])
    if by_hand:
        by_mouse(window, action)
    else:
        by_keys(window, action)
    window.wait(lambda now: now["entries"] > seen["entries"] or not now["leading"])


def follow(window: Window, by_hand: bool) -> int:
    """Do all that the guide asks; returns how many actions that were."""
    done = 0
    for _turn in range(MOST):
        seen = window.wait(due)
        if not seen["leading"]:
            return done
        if "next" in seen["widgets"]:
            if by_hand:
                window.click_on("next")
            else:
                window.keys("Return")
            continue
        act(window, seen, by_hand)
        done += 1
    raise AssertionError(f"the guide does not let go: {window.seen}")


def leave(window: Window) -> None:
    """By the menu, back to where the game was opened."""
    window.click_on("menu")
    seen = window.wait_scene("Dialog")
    window.click_on(max(name for name in seen["widgets"] if name.startswith("answer-")))
    window.wait(lambda seen: seen["scene"] in ("GameChoiceScene", "TitleScene"))
    window.settle()


def test_from_the_title_to_the_end_of_a_guided_game_of_each_kind(window: Window) -> None:
    to_menu(window)
    window.click_on("guide")
    window.wait_scene("GuidedScene")
    assert follow(window, by_hand=True) >= 4
    leave(window)
    window.wait(lambda seen: seen["mode"] == "menu")
    window.click_on("play")
    window.wait_scene("GameChoiceScene")
    for number, key in enumerate(KEYS[1:]):
        window.wait_scene("GameChoiceScene")
        window.click_on(f"guide-{key}")
        window.wait_scene("GuidedScene")
        assert follow(window, by_hand=number % 2 == 1) >= 4
        leave(window)


def test_the_key_leaves_the_guide_and_the_game_goes_on(window: Window) -> None:
    to_menu(window)
    window.keys("g")
    window.wait_scene("GuidedScene")
    window.wait(lambda seen: bool(seen.get("enabled") and seen["wanted"]))
    window.keys("End")
    seen = window.wait(lambda seen: not seen["leading"])
    assert seen["scene"] == "GuidedScene"
    window.wait(lambda seen: seen["enabled"] and "alone" not in seen["widgets"])
