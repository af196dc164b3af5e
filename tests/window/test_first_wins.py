"""Guided only by words and lights, a newcomer wins the first game of each kind.

The test knows neither rules nor lessons. It clicks where an arrow, a light or the main button is,
and uses the colour of stone that the sentence names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.rules.registry import GAMES, parse_setup
from game.screen.plugin.registry import lesson_of
from tests.window.e2e_window import Window
from tools.virtual_display import VirtualDisplay

KEYS = [game.key for game in GAMES]
MOST_S = 180  # maximum seconds of the program's clock, from the lesson's first picture
MOST_LOOKS = 200  # maximum number of looks at the window until the lesson is won
# Unfamiliar words that the column must explain where they appear.
EXPLAINED = {
    "more-or-less": ("19 or more", "6 or fewer", "marker"),
    "less": ("Spent", "Exact way home", "Makes", "wall"),
    "libra": ("MORE", "LESS", "group"),
    "multiplicity": ("Bound", "Free", "open", "At most", "multiplied"),
}


@pytest.fixture
def fresh(
    display: VirtualDisplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Window]:
    """Open the window of a program that has never run here: no settings, all animations."""
    monkeypatch.setenv("LANG", "C")
    opened = Window(display, tmp_path)
    yield opened
    opened.close()


def to_lesson(window: Window, key: str) -> None:
    """Go from the first picture to the lesson of a game, through "Show me how"."""
    if window.seen["mode"] != "menu":
        window.keys("Escape")
    window.wait(lambda seen: seen["mode"] == "menu")
    window.settle()
    if key != KEYS[0]:
        window.click_on("play")
        window.wait_scene("GameChoiceScene")
    window.click_on("guide" if key == KEYS[0] else f"guide-{key}")
    seen = window.wait_scene("GuidedPlay")
    assert parse_setup(seen["setup"]).key == key


def shown(seen: dict[str, Any]) -> bool:
    """Return whether there is something to do: an answer to confirm, a task, or the farewell."""
    asked = seen["enabled"] and not seen["moving"]
    return bool("next" in seen["widgets"] or (asked and seen["guide"]))


def colour_said(words: str) -> str:
    """Return the colour that a sentence asks for; "" if it names none."""
    found = re.search(r"\b(?:choose|put|now|with) (black|white)\b", words, re.IGNORECASE)
    return found.group(1).lower() if found else ""


def do_as_shown(window: Window, seen: dict[str, Any]) -> None:
    """Do what the lights show; without lights, ask for help."""
    spots, before = seen["points"], seen["entries"]
    if "next" in seen["widgets"]:
        window.click_on("next")
        window.wait(lambda now: "next" not in now["widgets"] or now["over"])
        return
    if seen["arrows"]:
        (source, target), *_others = seen["arrows"]
        if seen["source"] != source:
            window.click(*spots[source])
            window.wait(lambda now: now["source"] == source)
        window.click(*spots[target])
    elif len(seen["lit"]) == 1 and seen["source"] != seen["lit"][0]:
        other = "black" if seen["colour"] == "white" else "white"
        wanted = colour_said(seen["guide"]) or (other if seen["said"] else "")
        if "stone" in seen["widgets"] and wanted and seen["colour"] != wanted:
            window.click_on("stone", 0.25 if wanted == "white" else 0.75)
            window.wait(lambda now: now["colour"] == wanted)
        window.click(*spots[seen["lit"][0]])
    elif "main" in seen["amber"]:
        window.click_on("main")
    else:
        window.click_on("help")
        lit = seen["lit"], seen["arrows"]
        window.wait(lambda now: (now["lit"], now["arrows"]) != lit)
        return
    window.wait(lambda now: now["entries"] > before or now["said"] or now["source"] in seen["lit"])


def bare_spot(seen: dict[str, Any], rect: list[int]) -> tuple[float, float]:
    """Return a spot in a rectangle that no control covers."""
    left, top, width, height = rect
    others = [box for name, box in seen["widgets"].items() if name != "explanation"]
    spots = product([share / 24 for share in range(1, 24)], repeat=2)
    at = ((left + width * x, top + height * y) for x, y in spots)
    return next(
        (x, y)
        for x, y in at
        if not any(a <= x < a + wide and b <= y < b + high for a, b, wide, high, _on in others)
    )


def is_told(words: str, seen: dict[str, Any]) -> bool:
    return words in seen["told"]


def hear_explanations(window: Window, key: str) -> None:
    """Touch each place of the column that explains itself, and check its explanations."""
    heard = ""
    for *rect, words in window.seen["explained"]:
        window.click(*bare_spot(window.seen, rect))
        window.wait(partial(is_told, words))
        heard += f" {words}"
    assert all(word in heard for word in EXPLAINED[key]), heard


@pytest.mark.parametrize("key", KEYS)
def test_a_newcomer_wins_the_first_game_by_what_is_shown(fresh: Window, key: str) -> None:
    to_lesson(fresh, key)
    began = fresh.seen["seconds"]
    fresh.wait(shown)
    hear_explanations(fresh, key)
    for _look in range(MOST_LOOKS):
        seen = fresh.wait(shown)
        if seen["over"]:
            break
        assert len(seen["amber"]) <= 1, "one button is to be looked at first"
        do_as_shown(fresh, seen)
    seen = fresh.wait(lambda now: now["over"] and now["cheers"])
    assert seen["seconds"] - began < MOST_S
    lesson, game = lesson_of(key), parse_setup(seen["setup"])
    outcome = game.outcome(tuple(seen["state"]))
    assert lesson is not None
    assert outcome is not None
    assert lesson.person in outcome.winners
    assert "Won" in seen["guide"]
