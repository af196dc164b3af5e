"""Moves can be typed in the real window, in a whole game and in a teaching game with a summary."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.platform.settings import TEACHING
from game.rules.registry import parse_setup
from tests.window.e2e_window import STILL, Window
from tests.window.test_window import done, pick, start_by_keys
from tools.virtual_display import VirtualDisplay

SIGNS = {"-": "minus", "~": "asciitilde", ">": "greater", ",": "comma", ".": "period"}


def open_line(window: Window) -> None:
    """Open the input line for moves, which gets the focus."""
    window.keys("n")
    window.wait(lambda seen: seen["focused"] == "move")


def written(window: Window, text: str) -> None:
    window.keys(*(SIGNS.get(sign, sign) for sign in text.lower()))
    window.wait(lambda seen: seen["values"]["move"][0].lower() == text.lower())


def test_a_whole_game_is_typed_from_its_first_move_to_its_last(window: Window) -> None:
    start_by_keys(window, "multiplicity", {"size": 3})
    game, dice = parse_setup(window.seen["setup"]), random.Random(5)
    open_line(window)
    written(window, "z9")
    window.keys("Return")
    assert window.seen["entries"] == 0, "what is no move is not played"
    window.keys("BackSpace", "BackSpace")
    window.wait(lambda seen: seen["values"]["move"][0] == "")
    while not window.seen["over"]:
        seen = window.seen
        action = pick(game, tuple(seen["state"]), dice)
        written(window, action.text)
        window.keys("Return")
        assert done(window, seen["entries"]), f"{action.text} is not played: {window.seen}"
        if window.seen["scene"] != "PlayScene":
            break
    window.wait_scene("ResultScene")


@pytest.fixture
def lesson(display: VirtualDisplay, tmp_path: Path) -> Iterator[Window]:
    """Open a game against the weakest engine with every mistake given back."""
    settings = {**STILL, "teaching": TEACHING[1], "teaching_most": 2}
    words = ("play", "multiplicity", "size=3", "--seats", "person,engine:1")
    opened = Window(display, tmp_path, words, settings)
    yield opened
    opened.close()


def judged(turns: int, seen: dict[str, Any]) -> bool:
    """Return whether the turn was answered, was given back, or ended the game."""
    if seen["scene"] != "PlayScene" or seen["over"]:
        return True
    return bool(seen["enabled"] and (len(seen["turns"]) > turns or given_back(seen)))


def given_back(seen: dict[str, Any]) -> bool:
    return str(seen.get("said", "")).startswith("Given back.")


def test_mistakes_are_given_back_and_told_at_the_end(lesson: Window) -> None:
    """Random play makes some mistakes for sure."""
    window, dice, given = lesson, random.Random(5), 0
    window.wait(lambda seen: seen.get("enabled") is True)
    window.settle()
    game = parse_setup(window.seen["setup"])
    open_line(window)
    while window.seen["scene"] == "PlayScene" and not window.seen["over"]:
        seen = window.seen
        written(window, dice.choice(game.legal(tuple(seen["state"]))).text)
        window.keys("Return")
        window.wait(partial(judged, len(seen["turns"])))
        given += given_back(window.seen)
    assert given
    window.wait_scene("TeachingSummaryScene")
    assert {"list", "again", "result"} <= set(window.seen["widgets"])
    window.click_on("again")
    window.wait(lambda seen: seen["scene"] == "TeachAgainPlay" and seen["enabled"])
